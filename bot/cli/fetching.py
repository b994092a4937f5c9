"""``icml fetch``: bring a list from where it is published, and import it."""

from pathlib import Path

import click

from bot.cli.library import as_json, opened, progress_bar, tell
from bot.clock import SystemClock
from bot.settings import Settings
from index.fetching import openreview, pmlr
from index.fetching.download import download
from index.fetching.transport import WebTransport


@click.command("fetch")
@click.argument("what")
@click.argument("name", required=False, default="")
@click.option("--corpus", default="", help="Put it into this corpus; else the list says its own.")
@click.option("--label", default="", help="What people call that corpus.")
@click.option("--only", is_flag=True, help="Bring the list, but don't import it.")
@as_json
@click.pass_obj
def fetch_command(settings: Settings, what: str, name: str, corpus: str, label: str, only: bool, as_json: bool) -> None:
    """Bring a list and import it: WHAT is an address, or "pmlr" or "openreview" before the NAME of a volume or venue.

    \b
    icml fetch https://example.org/papers.csv
    icml fetch pmlr v235
    icml fetch openreview ICML.cc/2026/Conference

    What was fetched stays in the home's folder "fetched": a break is gone on with, and what has not changed is
    not fetched again.
    """
    with progress_bar(quiet=as_json) as progress:
        file = _fetched(settings.home / "fetched", what, name, progress)
    if only:
        click.echo(str(file))
        return
    with opened(settings) as library, progress_bar(quiet=as_json) as progress:
        report = library.import_files([file], progress, corpus=corpus, label=label)
    tell(report, as_json=as_json)


def _fetched(folder: Path, what: str, name: str, progress: object) -> Path:
    sleep = SystemClock().sleep
    told = progress if callable(progress) else None
    if what in ("pmlr", "openreview") and not name:
        raise click.UsageError(f"Say which one: icml fetch {what} NAME.")
    if what == "pmlr":
        return pmlr.volume(name, folder, transport=WebTransport(), sleep=sleep, progress=told)
    if what == "openreview":
        return openreview.venue(name, folder, sleep=sleep, progress=told)
    return download(what, folder, transport=WebTransport(), sleep=sleep, progress=told)
