"""``icml export-member`` and ``icml forget-member``: what is kept of one member."""

import json
import os
from pathlib import Path

import click

from bot.clock import SystemClock
from bot.memory.memory import Memory
from bot.settings import Settings
from handlers.views.privacy import forgotten_words
from index.errors import PaperBotError


class NothingKept(PaperBotError):
    """Nothing is kept of a member."""

    def __init__(self, member: str) -> None:
        super().__init__(
            f"Nothing is kept of {member}. A member's id begins with U; “Copy member ID” in a profile gives it."
        )


@click.command("export-member")
@click.argument("member")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="The file; else MEMBER.json here.")
@click.pass_obj
def export_member_command(settings: Settings, member: str, output: Path | None) -> None:
    """Write all that is kept of MEMBER, by their id, into a JSON file for its owner alone."""
    with Memory.open(settings.memory_address) as memory:
        rows = memory.of_member.rows(member)
    if not rows:
        raise NothingKept(member)
    file = output or Path(f"{Path(member).name}.json")
    told = {"member": member, "at": SystemClock().now().isoformat(timespec="seconds"), "kept": rows}
    _write_private(file, json.dumps(told, ensure_ascii=False, indent=2) + "\n")
    click.echo(f"{file}: {sum(map(len, rows.values())):,} rows of {', '.join(sorted(rows))}.")


@click.command("forget-member")
@click.argument("member")
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.pass_obj
def forget_member_command(settings: Settings, member: str, yes: bool) -> None:
    """Forget MEMBER, by their id, as “Forget me” in the Home does. Backups hold them until they age out."""
    with Memory.open(settings.memory_address) as memory:
        workspaces = memory.of_member.workspaces(member)
        if not workspaces:
            raise NothingKept(member)
        if not yes:
            click.confirm(f"Delete what is {member}'s alone in {', '.join(workspaces)}?", abort=True)
        for workspace in workspaces:
            said = forgotten_words(memory.reading_lists.forget(workspace, member))
            click.echo(
                f"{workspace}: {said.replace('forgotten you', f'forgotten {member}').replace('yours', 'theirs')}"
            )


def _write_private(file: Path, text: str) -> None:
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as written:
        written.write(text)
    part.replace(file)
