"""Commands that run the bot, or make what it needs to run: serve, manifest."""

import json
from pathlib import Path

import click

from bot.manifest import manifest
from bot.serve.run import serve
from bot.settings import Settings, read


@click.command("serve")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=None, help="The local workspace's port; 0 for a free one."
)
@click.option("--browser/--no-browser", default=None, help="Open the local workspace's window.")
@click.pass_obj
def serve_command(settings: Settings, port: int | None, browser: bool | None) -> None:
    """Run the bot: in Slack when SLACK_BOT_TOKEN and SLACK_APP_TOKEN are set, else in the local workspace."""
    serve(read(home=settings.home, port=port, browser=browser), click.echo)


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
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; else it is printed."
)
@click.pass_obj
def manifest_command(settings: Settings, name: str, edits: bool, previews: bool, output: Path | None) -> None:
    """Make the manifest from which a group creates its own Slack app."""
    made = json.dumps(manifest(settings.command, name, edits=edits, previews=previews), ensure_ascii=False, indent=2)
    if output is None:
        click.echo(made)
    else:
        output.write_text(made + "\n", "utf-8")
        click.echo(f"Written to {output}. Create the app at https://api.slack.com/apps, from a manifest.")
