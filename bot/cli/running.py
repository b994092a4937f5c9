"""Commands that run the bot, or make what it needs to run: serve, manifest."""

import json
from pathlib import Path

import click

from bot.manifest import manifest
from bot.serve.run import serve
from bot.settings import Settings, read


@click.command("serve")
@click.option("--http", is_flag=True, help="Take Slack's requests over HTTP instead of Socket Mode.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=None,
    help="The local workspace's port, 0 for a free one; with --http where Slack's requests come, 0 for 3000.",
)
@click.option(
    "--role",
    type=click.Choice(["web", "scheduler", "all"]),
    default=None,
    help="What this process does where several share one memory: answer, do what is due, or both.",
)
@click.option("--browser/--no-browser", default=None, help="Open the local workspace's window.")
@click.pass_obj
def serve_command(settings: Settings, http: bool, port: int | None, role: str | None, browser: bool | None) -> None:
    """Run the bot: in Slack when SLACK_BOT_TOKEN and SLACK_APP_TOKEN are set, else in the local workspace."""
    serve(read(home=settings.home, port=port, role=role, browser=browser), click.echo, http=http)


@click.command("manifest")
@click.option("--name", default="icml", show_default=True, help="What the bot is called.")
@click.option(
    "--edits",
    is_flag=True,
    help="Let answers in channels follow edits of their questions, and let the bot follow threads; Slack then tells "
    "all messages.",
)
@click.option(
    "--previews",
    is_flag=True,
    help="Let members have cards put under links to papers, channel by channel; two more scopes, which may be refused.",
)
@click.option(
    "--http", default="", metavar="ADDRESS", help="For `icml serve --http`: the bot's public https:// address."
)
@click.option("--rotation", is_flag=True, help="With --http: tokens run out after twelve hours, and are renewed.")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; else it is printed."
)
@click.pass_obj
def manifest_command(
    settings: Settings, name: str, edits: bool, previews: bool, http: str, rotation: bool, output: Path | None
) -> None:
    """Make the manifest from which a group creates its own Slack app."""
    if http and not http.startswith("https://"):
        raise click.BadParameter("Slack calls only addresses that begin with https://.", param_hint="--http")
    app = manifest(settings.command, name, edits=edits, previews=previews, http=http, rotation=rotation)
    made = json.dumps(app, ensure_ascii=False, indent=2)
    if output is None:
        click.echo(made)
    else:
        output.write_text(made + "\n", "utf-8")
        click.echo(f"Written to {output}. Create the app at https://api.slack.com/apps, from a manifest.")
