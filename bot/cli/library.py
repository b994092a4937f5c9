"""Commands that work on the library alone: import, search, paper, corpora."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, TaskID

from bot.cli import shown
from bot.settings import Settings
from index.errors import EmptyCorpus
from index.library import Library
from index.model import ImportReport

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


@contextmanager
def opened(settings: Settings) -> Iterator[Library]:
    """The library of the home."""
    library = Library(settings.papers, default=settings.corpora, semantic=settings.semantic)
    yield library
    library.close()


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--corpus", default="", help="Put all of it into this corpus; else each list says its own.")
@click.option("--label", default="", help="What people call that corpus, such as “ICML 2026”.")
@click.option("--all", "everything", is_flag=True, help="Also what a list says is rejected or not decided.")
@click.option("--dry-run", is_flag=True, help="Report what would happen, and keep nothing of it.")
@click.option("--wait/--no-wait", default=True, help="Wait for another import to end.")
@as_json
@click.pass_obj
def import_command(
    settings: Settings,
    paths: tuple[Path, ...],
    corpus: str,
    label: str,
    everything: bool,
    dry_run: bool,
    wait: bool,
    as_json: bool,
) -> None:
    """Bring the papers of lists into the library, all of them or nothing.

    PATHS are files, folders, .gz or .zip of them; "-" is standard input. The format is recognised by what is in a
    file. Exit code 1: some entries were refused; 2: nothing could be done.
    """
    with opened(settings) as library, progress_bar(quiet=as_json) as progress:
        report = library.import_files(
            paths,
            progress,
            corpus=corpus,
            label=label,
            accepted_only=not everything,
            dry_run=dry_run,
            wait=wait,
            standard_input=sys.stdin.buffer,
        )
    tell(report, as_json=as_json)


def tell(report: ImportReport, *, as_json: bool) -> None:
    """Print *report* and end with its exit code."""
    if as_json:
        shown.as_json(shown.report_json(report))
    else:
        shown.report_lines(report)
    if report.exit_code:
        raise click.exceptions.Exit(report.exit_code)


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


@click.group("corpora", invoke_without_command=True)
@as_json
@click.pass_context
def corpora_command(context: click.Context, as_json: bool) -> None:
    """List the corpora with their counts; or change them."""
    if context.invoked_subcommand:
        return
    with opened(context.obj) as library:
        known = library.corpora(counted=True)
    if as_json:
        shown.as_json([shown.corpus_json(corpus) for corpus in known])
    elif known:
        for corpus in known:
            shown.corpus_line(corpus)
    else:
        click.echo("No papers are imported yet. Run “icml import FILE”.")


@corpora_command.command("remove")
@click.argument("name")
@click.pass_obj
def remove_command(settings: Settings, name: str) -> None:
    """Take a corpus out, with the papers that no other corpus has."""
    with opened(settings) as library:
        gone = library.remove_corpus(name)
    click.echo(f"{name} is out; {gone:,} papers went with it.")


@corpora_command.command("rename")
@click.argument("name")
@click.argument("label")
@click.option("--name", "new_name", default="", help="The new name; else it follows from the label.")
@click.pass_obj
def rename_command(settings: Settings, name: str, label: str, new_name: str) -> None:
    """Give a corpus another label, and the name that goes with it."""
    with opened(settings) as library:
        corpus = library.rename_corpus(name, label, new_name)
    click.echo(f"{name} is now {corpus.label}, as {corpus.name}.")


@corpora_command.command("rebuild")
@click.pass_obj
def rebuild_command(settings: Settings) -> None:
    """Make the whole index anew from the papers' own rows."""
    with opened(settings) as library:
        papers = library.rebuild()
    click.echo(f"The index of {papers:,} papers is made anew.")


@click.command("vectors")
@click.pass_obj
def vectors_command(settings: Settings) -> None:
    """Make the vectors for ranking by meaning (extra: semantic). A break loses little: run it again."""
    with opened(settings) as library, progress_bar(quiet=False) as progress:
        made = library.make_vectors(progress)
    click.echo(f"{made:,} vectors made. ICML_SEMANTIC=yes turns ranking by meaning on.")


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Callable[[str, int, int], None] | None]:
    """A bar on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    with Progress(console=console, transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def told(source: str, done: int, whole: int) -> None:
            if source not in tasks:
                tasks[source] = bar.add_task(source, total=None)
            bar.update(tasks[source], completed=done, total=whole or None)

        yield told
