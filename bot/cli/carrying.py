"""``icml library``: the library as one file, exported, put in, and pulled from where it is published."""

from pathlib import Path

import click

from bot.binding import bind, in_words
from bot.cli.library import as_json, opened, progress_bar
from bot.cli.shown import as_json as print_json
from bot.clock import SystemClock
from bot.memory.memory import Memory
from bot.pulling import Source, pull
from bot.settings import Settings
from index.copying import LibraryCopy, export_to
from index.errors import PaperBotError
from index.fetching.transport import WebTransport
from index.library import Library

_MOST_NAMED = 20  # papers that can't be bound


@click.group("library")
def library_group() -> None:
    """Copy the library as one file, or put another one in its place while the bot works."""


@library_group.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@as_json
@click.pass_obj
def export_library_command(settings: Settings, file: Path, as_json: bool) -> None:
    """Write the whole library into FILE, and its checksum into FILE.sha256; imports may go on meanwhile."""
    made = export_to(settings.papers, file)
    if as_json:
        print_json(_copy_json(made))
    else:
        click.echo(f"{file}: {made.papers:,} papers, {made.size / 1_000_000:,.1f} MB. The checksum is beside it.")


@library_group.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--wait/--no-wait", default=True, help="Wait for an import to end.")
@as_json
@click.pass_obj
def import_library_command(settings: Settings, file: Path, wait: bool, as_json: bool) -> None:
    """Put the library in FILE in the place of this one, also while the bot works.

    FILE is checked whole before, against FILE.sha256 where that is there. What was here is kept as papers.db.before.
    """
    _put(settings, Library.replace_by(file, settings.papers, wait=wait), as_json=as_json)


@library_group.command("pull")
@click.argument("source")
@click.option("--wait/--no-wait", default=True, help="Wait for an import to end.")
@as_json
@click.pass_obj
def pull_library_command(settings: Settings, source: str, wait: bool, as_json: bool) -> None:
    """Bring the library of SOURCE here if it has changed: a folder or a web address where it was exported to.

    \b
    icml library pull /mnt/shared/icml
    icml library pull https://example.org/icml/papers.db
    """
    with progress_bar(quiet=as_json) as progress:
        told = progress if callable(progress) else None
        put = pull(Source(source, WebTransport(), SystemClock().sleep, told), settings.papers, wait=wait)
    if put is not None:
        _put(settings, put, as_json=as_json)
    elif as_json:
        print_json({"changed": False})
    else:
        click.echo("The library here is the one that is there. Nothing was changed.")


def _put(settings: Settings, put: LibraryCopy, *, as_json: bool) -> None:
    """Say what is here now, and what memory has that is not in it."""
    lost, said = _bound(settings)
    if as_json:
        print_json({"changed": True} | _copy_json(put) | {"bound": said, "lost": lost})
        return
    click.echo(f"The library is in its place: {put.papers:,} papers. The one before is kept as papers.db.before.")
    if said:
        click.echo(said)
    for headline in lost[:_MOST_NAMED]:
        click.echo(f"  not in it: {headline}")
    if len(lost) > _MOST_NAMED:
        click.echo(f"  and {len(lost) - _MOST_NAMED:,} more")


def _bound(settings: Settings) -> tuple[list[str], str]:
    """The headlines that memory has and the library has not, and how many it has, in words."""
    if not settings.memory and not (settings.home / "state.db").exists():
        return [], ""
    try:
        with Memory.open(settings.memory_address) as memory, opened(settings) as library:
            binding = bind(memory, library, now=SystemClock().now())
    except PaperBotError as fault:  # the bot binds it as well, when it can
        return [], f"What memory has of it could not be seen: {fault}"
    return [one.headline for one in binding.lost], in_words(binding)


def _copy_json(copy: LibraryCopy) -> dict[str, object]:
    return {name: getattr(copy, name) for name in ("id", "version", "papers", "sha256", "size")}
