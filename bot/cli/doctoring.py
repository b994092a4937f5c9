"""``icml doctor``: how the bot is, and what mends what is not well."""

import sys

import click

from bot.cli.library import as_json
from bot.cli.shown import as_json as print_json
from bot.clock import SystemClock
from bot.doctor.examine import examine, lively
from bot.doctor.findings import Finding
from bot.doctor.gathering import gathered
from bot.settings import Settings, examined

_MARKS = {"ok": ("✓", "green"), "warning": ("!", "yellow"), "wrong": ("✗", "red")}


@click.command("doctor")
@click.option(
    "--live", is_flag=True, help="Let Slack look at one of each kind of message too; nothing of it stays there."
)
@as_json
@click.pass_obj
def doctor_command(settings: Settings, live: bool, as_json: bool) -> None:
    """Look at everything the bot needs, and say what mends what is not well. It changes nothing.

    Exit code 1: something is wrong. A warning leaves it at 0.
    """
    settings, faults = examined(home=settings.home)
    clock = SystemClock()
    facts = gathered(settings, faults, clock, icml=command_of(settings))
    findings = examine(facts)
    if live:
        findings += lively(settings, facts, clock)
    if as_json:
        print_json([finding.as_json() for finding in findings])
    else:
        _show(findings)
    if any(finding.state == "wrong" for finding in findings):
        raise click.exceptions.Exit(1)


def command_of(settings: Settings) -> str:
    """How ``icml`` is to be called for the home of *settings*."""
    usual = examined()[0].home.absolute() == settings.home.absolute()
    return "icml" if usual else f"icml --home {settings.home}"


def _show(findings: list[Finding]) -> None:
    for finding in findings:
        mark, colour = _MARKS[finding.state]
        click.secho(f"{mark} {finding.check:<11}", fg=colour, nl=False, color=sys.stdout.isatty())
        click.echo(finding.line)
    counted = [f"{sum(one.state == state for one in findings)} {state}" for state in ("wrong", "warning")]
    click.echo("\nAll is well." if all(one.state == "ok" for one in findings) else f"\n{', '.join(counted)}.")
