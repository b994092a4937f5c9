"""``icml init``: from a fresh clone to a settings file with tokens that Slack knows."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from bot.clock import SystemClock
from bot.errors import WrongSetting
from bot.setting_up.checking import judged, unknown_members
from bot.setting_up.wishes import CLICKS, KEEPERS, Wishes, as_command, as_keepers, as_name, how_to_create, wishes_in
from bot.settings import Settings, examined
from bot.settings_file import write
from bot.tokens import START, VARIABLE, Kind

Made = TypeVar("Made")

KINDS: tuple[Kind, ...] = ("app", "bot")  # in the order in which Slack's pages lead to them
EDITS = (
    (
        "Answers in direct messages follow edits of their questions. To do so in channels, and to follow threads, the "
        "bot has to be told all messages where it is; what is not for it is dropped at once."
    ),
    "Shall it be told them?",
)
PREVIEWS = (
    "Cards can be put under links to papers, in channels whose members want that. It takes two more scopes.",
    "Shall it ask for them?",
)
MANIFEST = "manifest.json"  # in the home


@click.command("init")
@click.option("--name", default=None, help="What the bot is called.")
@click.option("--command", default=None, help="Its command, such as /icml.")
@click.option(
    "--edits/--no-edits",
    default=None,
    help="Let answers in channels follow edits of their questions, and let it follow threads; Slack then tells all "
    "messages.",
)
@click.option(
    "--previews/--no-previews",
    default=None,
    help="Let members have cards put under links to papers, channel by channel; two more scopes, which may be refused.",
)
@click.option("--keepers", default=None, help="Who looks after it: member ids (U…) with commas between.")
@click.option(
    "--yes", is_flag=True, help="Ask nothing: take flags, the environment and what is set already; tokens from there."
)
@click.option("--base-url", default=None, hidden=True, help="Of another Web API than Slack's.")
@click.pass_context
def init_command(
    context: click.Context,
    name: str | None,
    command: str | None,
    edits: bool | None,
    previews: bool | None,
    keepers: str | None,
    yes: bool,
    base_url: str | None,
) -> None:
    """Set the bot up for a workspace: its app, its tokens, its settings file. It may be run again at any time.

    Tokens are pasted, checked with Slack at once and never shown. They are not taken from the command line, where
    every account of the machine could read them.
    """
    settings: Settings = context.obj
    ask = not yes
    if ask:
        click.echo("Enter takes what stands in brackets. Ctrl-C stops; what was set before stays as it was.\n")
    settings = _at_home(settings, ask=ask and context.find_root().params.get("home") is None)
    if base_url is not None:
        settings = _through(base_url, settings)
    known = _known(settings)
    wishes = Wishes(
        _asked("What the bot is called", as_name, name, known.name, ask=ask),
        _asked("Its command", as_command, command, known.command, ask=ask),
        _chosen(EDITS, edits, known.edits, ask=ask),
        _chosen(PREVIEWS, previews, known.previews, ask=ask),
    )
    for line in how_to_create(wishes, str(_write_manifest(settings, wishes))):
        click.echo(line)
    values = {"ICML_COMMAND": wishes.command}
    values |= {VARIABLE[kind]: token for kind in KINDS if (token := _token(settings, kind, ask=ask))}
    bot_token = values.get("SLACK_BOT_TOKEN", "")
    values["ICML_KEEPERS"] = ",".join(_keepers(settings, bot_token, keepers, ask=ask))
    if settings.slack_api:
        values["ICML_SLACK_API"] = settings.slack_api
    _keep(settings, values)
    _farewell(settings, wishes, values)


def _at_home(settings: Settings, *, ask: bool) -> Settings:
    """The settings of the home that was chosen, which is there now, for its owner alone."""
    chosen = settings.home
    if ask:
        chosen = Path(click.prompt("Where the bot keeps its files", default=str(settings.home), type=str)).expanduser()
    home = chosen.absolute()
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        home.chmod(0o700)
    except OSError as fault:
        raise WrongSetting(f"{home} can’t be the bot’s folder ({fault.strerror}). Choose another by --home.") from None
    return examined(home=home)[0]


def _chosen(about: tuple[str, str], given: bool | None, default: bool, *, ask: bool) -> bool:
    """What is *given* by a flag, else what is answered after a word *about* it, else the *default*."""
    if given is not None:
        return given
    if not ask:
        return default
    words, question = about
    click.echo(words)
    return click.confirm(question, default=default)


def _asked(words: str, read: Callable[[str], Made], given: str | None, default: str, *, ask: bool) -> Made:
    """What was *given* by a flag, else what is typed, until it can be used."""
    if given is not None or not ask:
        return _usable(read, default if given is None else given)
    while True:
        typed = click.prompt(words, default=default, show_default=bool(default), type=str)
        try:
            return read(typed)
        except ValueError as wrong:
            click.echo(f"✗ {wrong}")


def _usable(read: Callable[[str], Made], given: str) -> Made:
    try:
        return read(given)
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from None


def _token(settings: Settings, kind: Kind, *, ask: bool) -> str:
    """A token that Slack knows, or that a person wants to keep unchecked; empty for later."""
    set_already = settings.slack_bot_token if kind == "bot" else settings.slack_app_token
    known = set_already.get_secret_value() if set_already else ""
    if not ask:
        return _checked(settings, kind, known) if known else ""
    click.echo(f"\n{CLICKS[kind]}")
    at_enter = "Enter keeps the one that is set" if known else "Enter leaves it for later"
    while True:
        words = f"Paste it here ({START[kind]}…; it is not shown; {at_enter})"
        token = str(click.prompt(words, default="", show_default=False, hide_input=True)).strip() or known
        if not token:
            return ""
        verdict = judged(token, kind, SystemClock(), settings.slack_api)
        click.echo(f"{'✓' if verdict.good else '✗'} {verdict.says}")
        if verdict.good or (verdict.unsure and click.confirm("Keep it without a check?", default=False)):
            return token


def _checked(settings: Settings, kind: Kind, token: str) -> str:
    """*token*, which a flagged run found in the settings.

    Raises:
        WrongSetting: Slack does not take it, or can't be asked.
    """
    verdict = judged(token, kind, SystemClock(), settings.slack_api)
    if not verdict.good:
        raise WrongSetting(f"{settings.named(VARIABLE[kind])}: {verdict.says}")
    click.echo(f"✓ {VARIABLE[kind]}: {verdict.says}")
    return token


def _keepers(settings: Settings, bot_token: str, given: str | None, *, ask: bool) -> tuple[str, ...]:
    known = ",".join(sorted(settings.keeper_ids))
    if ask and given is None:
        click.echo(f"\n{KEEPERS}")
    while True:
        ids = _asked("Their member ids, with commas between (empty for nobody)", as_keepers, given, known, ask=ask)
        strangers = unknown_members(ids, bot_token, SystemClock(), settings.slack_api) if bot_token and ids else ()
        if not strangers:
            return ids
        words = f"The workspace has no member {', '.join(strangers)}."
        if not ask or given is not None:
            raise click.UsageError(words)
        click.echo(f"✗ {words}")


def _keep(settings: Settings, values: dict[str, str]) -> None:
    try:
        write(settings.file, values)
    except (OSError, UnicodeDecodeError) as broken:
        raise WrongSetting(f"{settings.file} can’t be written ({type(broken).__name__}), and is as it was.") from None
    click.echo(f"\nWritten: {settings.file}, for you alone (mode 600).")
    now, faults = examined(home=settings.home)
    for name in values:
        origin = now.origin(name)
        if origin and str(settings.file) not in origin:
            click.echo(f"Mind: {name} stands in {origin.partition(' of ')[2] or origin} too, which comes first.")
    for fault in faults:
        click.echo(f"Mind: {fault}")


def _farewell(settings: Settings, wishes: Wishes, values: dict[str, str]) -> None:
    here = "" if examined()[0].home.absolute() == settings.home else f" --home {settings.home}"
    missing = [VARIABLE[kind] for kind in KINDS if VARIABLE[kind] not in values]
    if missing:
        click.echo(f"{' and '.join(missing)} still to come: run icml{here} init again when you have them.")
        click.echo(f"Meanwhile icml{here} serve opens the local workspace.")
        return
    click.echo(f"Start it with: icml{here} serve")
    click.echo(f"Then in Slack: /invite @{wishes.name} in a channel, and {wishes.command} merging anywhere.")
    click.echo(f"How it is: icml{here} doctor")


def _write_manifest(settings: Settings, wishes: Wishes) -> Path:
    file = settings.home / MANIFEST
    file.touch(mode=0o600)
    file.write_text(json.dumps(wishes.manifest, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return file


def _known(settings: Settings) -> Wishes:
    """What was wished for when this was run before."""
    try:
        made = json.loads((settings.home / MANIFEST).read_text("utf-8"))
        return wishes_in(made, settings.command)
    except (OSError, ValueError, KeyError, TypeError):
        return Wishes(command=settings.command)


def _through(base_url: str, settings: Settings) -> Settings:
    """*settings* with another Web API than Slack's.

    Raises:
        WrongSetting: tokens would not be safe on the way there.
    """
    made, faults = examined(home=settings.home, slack_api=base_url)
    for fault in faults:
        if fault.startswith("ICML_SLACK_API"):
            raise WrongSetting(fault)
    return made
