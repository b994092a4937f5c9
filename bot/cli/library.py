"""Commands that work on the library alone: import, search, paper, corpora."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from bot.cli import shown
from bot.settings import Settings
from index.errors import EmptyCorpus
from index.library import Library
from index.model import ImportReport

SOME_REFUSED = 1  # exit code: all else is in

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


@contextmanager
def opened(settings: Settings) -> Iterator[Library]:
    """The library of the home."""
    library = Library(settings.papers)
    yield library
    library.close()


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@as_json
@click.pass_obj
def import_command(settings: Settings, paths: tuple[Path, ...], as_json: bool) -> None:
    """Bring the papers of lists (text files of abstracts) into the library.

    All of them or nothing. A list is a heading such as "ICML 2026 papers", then abstracts with blank lines
    between them. Exit code 1: some entries were refused; 2: nothing could be done.
    """
    with opened(settings) as library, _progress(quiet=as_json) as progress:
        report = library.import_files(paths, progress)
    if as_json:
        shown.as_json(shown.report_json(report))
    else:
        _report_lines(report)
    if report.refused:
        raise click.exceptions.Exit(SOME_REFUSED)


@click.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--in", "corpora", multiple=True, metavar="CORPUS", help="Look only in this corpus; may be given again.")
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True, help="How many papers.")
@click.option("--offset", type=click.IntRange(0), default=0, help="How many to leave out first.")
@as_json
@click.pass_obj
def search_command(
    settings: Settings, words: tuple[str, ...], corpora: tuple[str, ...], limit: int, offset: int, as_json: bool
) -> None:
    """Find papers. The words are read as in Slack: "a phrase", -without, begin*, has:code, p17."""
    with opened(settings) as library:
        page = library.search(" ".join(words), corpora=corpora or None, offset=offset, limit=limit)
    if as_json:
        shown.as_json(shown.page_json(page))
    else:
        shown.page_lines(page)


@click.command("paper")
@click.argument("handle")
@as_json
@click.pass_obj
def paper_command(settings: Settings, handle: str, as_json: bool) -> None:
    """Show one paper by its handle, such as p17."""
    with opened(settings) as library:
        if not library.corpora():
            raise EmptyCorpus
        paper = library.paper(handle)
    if as_json:
        shown.as_json(shown.paper_json(paper))
    else:
        shown.paper_lines(paper)


@click.command("related")
@click.argument("handle")
@click.option("--limit", type=click.IntRange(1, 50), default=5, show_default=True, help="How many papers.")
@as_json
@click.pass_obj
def related_command(settings: Settings, handle: str, limit: int, as_json: bool) -> None:
    """Show papers on the same matter as one paper, such as p17."""
    with opened(settings) as library:
        if not library.corpora():
            raise EmptyCorpus
        hits = library.related(handle, limit=limit)
    if as_json:
        shown.as_json([shown.hit_json(hit) for hit in hits])
    else:
        shown.hit_lines(hits)


@click.command("corpora")
@as_json
@click.pass_obj
def corpora_command(settings: Settings, as_json: bool) -> None:
    """List the corpora with their counts."""
    with opened(settings) as library:
        known = library.corpora()
    if as_json:
        shown.as_json([{"name": c.name, "label": c.label, "papers": c.papers, "version": c.version} for c in known])
    elif known:
        for corpus in known:
            shown.corpus_line(corpus)
    else:
        click.echo("No papers are imported yet. Run “icml import FILE”.")


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[str, int, int], None] | None]:
    """A bar on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    with Progress(console=console, transient=True) as bar:
        tasks: dict[str, int] = {}

        def told(source: str, done: int, whole: int) -> None:
            if source not in tasks:
                tasks[source] = bar.add_task(source, total=whole)
            bar.update(tasks[source], completed=done)  # type: ignore[arg-type]  # a TaskID is an int

        yield told


def _report_lines(report: ImportReport) -> None:
    for one in report.lists:
        click.echo(
            f"{one.source}: {one.read} entries into {one.corpus}: {one.added} added, {one.changed} changed, "
            f"{one.merged} merged, {one.unchanged} unchanged, {len(one.refused)} refused"
        )
        for refused in one.refused:
            click.echo(f"  line {refused.position}: {refused.reason}", err=True)
    if len(report.lists) > 1:
        click.echo(f"Together {report}.")
