"""``icml export``: papers as a file for other programs."""

from pathlib import Path

import click

from bot.cli.library import opened
from bot.settings import Settings
from index.errors import PaperBotError
from index.exporting.entry import Entry
from index.exporting.formats import FORMATS


class NothingToExport(PaperBotError):
    """A query that finds no papers."""

    def __init__(self, query: str) -> None:
        super().__init__(f"No paper has enough of “{query}”, so there is nothing to export. Try fewer words.")


@click.command("export")
@click.argument("words", nargs=-1)
@click.option("--format", "form", type=click.Choice(tuple(FORMATS)), required=True, help="How papers are written.")
@click.option("--in", "corpora", multiple=True, metavar="CORPUS", help="Only of this corpus; may be given again.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="The file; else it is printed.")
@click.pass_obj
def export_command(
    settings: Settings, words: tuple[str, ...], form: str, corpora: tuple[str, ...], output: Path | None
) -> None:
    """Write the papers that a query finds, or all there are, as BibTeX, RIS, CSV or Markdown.

    The words are read as in Slack. All papers are written, the best first; without words, by their handles.
    """
    query, made = " ".join(words), FORMATS[form]
    with opened(settings) as library:
        papers = library.every(query, corpora=corpora or None)
    if not papers:
        raise NothingToExport(query)
    text = made.written(Entry(paper) for paper in papers)
    if output is None:
        click.echo(text, nl=False)
        return
    output.write_bytes(text.encode(made.encoding))
    click.echo(f"{output}: {len(papers):,} {'paper' if len(papers) == 1 else 'papers'}", err=True)
