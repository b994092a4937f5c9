"""``icml backup`` and ``icml restore``."""

from dataclasses import asdict
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

import click

from bot.backup.making import Backup, make
from bot.backup.manifest import Manifest
from bot.backup.restoring import ONLY_MEMORY, ONLY_PAPERS, Restored, restore, verify
from bot.cli.library import as_json
from bot.cli.shown import as_json as print_json
from bot.clock import SystemClock
from bot.settings import Settings

INCOMPLETE = 1  # exit code: a backup was made, but the library is not in it


@click.command("backup")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--keep", type=click.IntRange(1), help="Keep so many backups in the folder, and remove older ones.")
@click.option("--with-secrets", is_flag=True, help="Put in the tokens of workspaces that installed the bot by HTTP.")
@as_json
@click.pass_obj
def backup_command(
    settings: Settings, folder: Path | None, keep: int | None, with_secrets: bool, as_json: bool
) -> None:
    """Write the memory and the library into one file, while the bot works.

    It stands in FOLDER, else in the home's folder "backups", for its owner alone. Its name is the time in UTC. The
    settings are not in it: keep your .env where you keep passwords.
    """
    made = make(
        settings.papers,
        settings.memory_address,
        folder or settings.backup_folder,
        now=SystemClock().now(),
        version=version("icml-bot"),
        keep=keep,
        with_secrets=with_secrets,
    )
    if as_json:
        print_json(_backup_json(made))
    else:
        _tell_backup(made)
    if made.without_papers:
        click.get_current_context().exit(INCOMPLETE)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--verify", "only_verify", is_flag=True, help="Only see whether the backup is whole; change nothing.")
@click.option("--replace", is_flag=True, help="Also where something is already; that is kept aside.")
@click.option(
    "--only",
    type=click.Choice((ONLY_PAPERS, ONLY_MEMORY)),
    help="Leave the other as it is; papers are put in while the bot runs.",
)
@as_json
@click.pass_obj
def restore_command(
    settings: Settings, file: Path, only_verify: bool, replace: bool, only: str | None, as_json: bool
) -> None:
    """Put a backup back: all of it, or nothing. The bot must be stopped, unless only papers are put in.

    It is read whole and tried first. A backup of SQLite can be put into PostgreSQL, and the other way: it goes where
    the settings say that the memory is.
    """
    if only_verify:
        _tell_verified(file, verify(file), as_json=as_json)
        return
    done = restore(
        file,
        settings.home,
        settings.memory_address,
        now=SystemClock().now(),
        version=version("icml-bot"),
        replace=replace,
        only=only or "",
        backups=settings.backup_folder,
    )
    if as_json:
        aside = [str(path) for path in done.aside]
        print_json({"memory": done.memory, "papers": str(done.papers or ""), "aside": aside} | _told(done.manifest))
    else:
        _tell_restored(file, done)


def _tell_backup(made: Backup) -> None:
    click.echo(f"{made.file}: {_size(made.size)}, {_content(made.manifest)}. It was read back and is whole.")
    if made.without_papers:
        click.echo(f"The library is not in it: {made.without_papers}", err=True)
    for old in made.removed:
        click.echo(f"Removed {old.name}.")


def _tell_verified(file: Path, manifest: Manifest, *, as_json: bool) -> None:
    if as_json:
        print_json(_told(manifest))
    else:
        made_at = datetime.fromisoformat(manifest.made_at)
        click.echo(
            f"{file} is whole: {_content(manifest)}, of {made_at:%Y-%m-%d %H:%M} UTC, by icml-bot {manifest.made_by}."
        )


def _tell_restored(file: Path, done: Restored) -> None:
    if done.memory:
        click.echo(f"The memory of {file.name} is in {done.memory}: {sum(done.manifest.rows.values()):,} rows.")
        if not done.manifest.with_secrets:
            click.echo("Tokens of workspaces are not in it: those that installed the bot by HTTP install it again.")
    if done.papers:
        click.echo(f"The library is in {done.papers}: {done.manifest.papers:,} papers.")
    for path in done.aside:
        click.echo(f"What was there is kept as {path}.")


def _content(manifest: Manifest) -> str:
    papers = f"{manifest.papers:,} papers" if manifest.library else "no papers"
    secrets = ", with tokens" if manifest.with_secrets else ""
    return f"{sum(manifest.rows.values()):,} rows of memory (version {manifest.memory_version}), {papers}{secrets}"


def _told(manifest: Manifest) -> dict[str, object]:
    return asdict(manifest)


def _backup_json(made: Backup) -> dict[str, object]:
    removed = [str(path) for path in made.removed]
    told = {"file": str(made.file), "size": made.size, "removed": removed, "without_papers": made.without_papers}
    return told | _told(made.manifest)


def _size(count: int) -> str:
    return f"{count / 1_000_000:,.1f} MB"
