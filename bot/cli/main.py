"""``icml``: the group of commands, what they share, and how they fail."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from bot import logs
from bot.backup.home import end_restore
from bot.cli.asking import ask_command
from bot.cli.backing_up import backup_command, restore_command
from bot.cli.carrying import library_group
from bot.cli.delivering import log_command, simulate_command
from bot.cli.digesting import digest_command, topics_command
from bot.cli.doctoring import doctor_command
from bot.cli.exporting import export_command
from bot.cli.fetching import fetch_command
from bot.cli.library import (
    corpora_command,
    import_command,
    paper_command,
    related_command,
    search_command,
    vectors_command,
)
from bot.cli.of_members import export_member_command, forget_member_command
from bot.cli.running import manifest_command, serve_command
from bot.cli.setting_up import init_command
from bot.cli.stats import stats_command
from bot.settings import examined, read
from index.errors import PaperBotError

MENDING = ("init", "doctor")  # commands that are there for settings that can't be used
UNUSABLE = 2  # exit code: nothing could be done


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--home", type=click.Path(path_type=Path, file_okay=False), help="The folder of the library [env: ICML_HOME]."
)
@click.version_option(package_name="icml-bot", prog_name="icml")
@click.pass_context
def icml(context: click.Context, home: Path | None) -> None:
    """Find papers among a conference's abstracts, and be a research group's Slack bot for them."""
    settings = examined(home=home)[0] if context.invoked_subcommand in MENDING else read(home=home)
    logs.set_up(settings.log)
    end_restore(settings.home)  # one that was killed in its midst; nothing else may look before
    context.obj = settings


for command in (
    init_command,
    import_command,
    fetch_command,
    search_command,
    ask_command,
    paper_command,
    related_command,
    topics_command,
    digest_command,
    export_command,
    corpora_command,
    vectors_command,
    library_group,
    backup_command,
    restore_command,
    export_member_command,
    forget_member_command,
    serve_command,
    doctor_command,
    stats_command,
    manifest_command,
):
    icml.add_command(command)

for command in (log_command, simulate_command):
    digest_command.add_command(command)


def main() -> NoReturn:
    """Run ``icml``; an error that a person can mend is one sentence and exit code 2."""
    try:
        code = icml.main(standalone_mode=False)  # what a command gave to Exit, else None
    except click.Abort:
        sys.exit(130)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(UNUSABLE)
    except PaperBotError as refusal:
        click.echo(f"icml: {refusal}", err=True)
        sys.exit(UNUSABLE)
    except BrokenPipeError:  # the reader of our output has gone, as in "icml search … | head"
        sys.stderr.close()
        sys.exit(0)
    sys.exit(code or 0)
