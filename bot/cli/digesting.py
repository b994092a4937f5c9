"""``icml topics`` and ``icml digest``: what the library's papers are about, and what a topic would bring."""

from collections.abc import Iterator
from typing import Any

import click

from bot.cli.library import as_json, opened
from bot.cli.shown import as_json as print_json
from bot.cli.shown import paper_json
from bot.settings import Settings
from index.errors import EmptyCorpus
from index.library import Library
from index.model import Pick, Picked, Reason, Topic

MOST_TOPICS = 50


@click.command("topics")
@click.option("--most", type=click.IntRange(1, MOST_TOPICS), default=12, show_default=True, help="How many topics.")
@as_json
@click.pass_obj
def topics_command(settings: Settings, most: int, as_json: bool) -> None:
    """Show a starting set of topics, found in the papers themselves, each with the size of its shelf."""
    with opened(settings) as library:
        if not library.corpora():
            raise EmptyCorpus
        found = [(topic, library.pick(topic, most=3)) for topic in library.themes(most)]
    if as_json:
        print_json([_topic_json(topic) | {"papers": picked.total} for topic, picked in found])
        return
    for topic, picked in found:
        click.secho(f"{topic.label}  ", bold=True, nl=False)
        click.echo(f"{picked.total:,} papers, such as {', '.join(pick.paper.handle for pick in picked.picks)}")
    if not found:
        click.echo("No theme stands out yet: there are too few papers.")


@click.group("digest")
def digest_command() -> None:
    """See what digests brought, and what they would bring."""


@digest_command.command("preview")
@click.argument("topic")
@click.option(
    "--word", "words", multiple=True, help="What defines the topic: words, a phrase, a filter; again for more."
)
@click.option("--like", multiple=True, metavar="HANDLE", help="A paper that the topic is like; may be given again.")
@click.option("--without", multiple=True, help="A word that no pick may have; may be given again.")
@click.option("--in", "corpora", multiple=True, metavar="CORPUS", help="Look only in this corpus; may be given again.")
@click.option("--code", "has_code", is_flag=True, help="Only papers that give code.")
@click.option("--days", type=click.IntRange(1, 366), default=10, show_default=True, help="How many digests.")
@click.option("--picks", type=click.IntRange(1, 10), default=5, show_default=True, help="How many papers a day.")
@as_json
@click.pass_obj
def preview_command(
    settings: Settings,
    topic: str,
    words: tuple[str, ...],
    like: tuple[str, ...],
    without: tuple[str, ...],
    corpora: tuple[str, ...],
    has_code: bool,
    days: int,
    picks: int,
    as_json: bool,
) -> None:
    """Show the coming digests of TOPIC: one of “icml topics”, or any words."""
    with opened(settings) as library:
        if not library.corpora():
            raise EmptyCorpus
        keys = tuple(library.paper(handle).key for handle in like)
        chosen = _topic(library, topic, words or (() if like else (topic,)))
        chosen = Topic(chosen.name, chosen.label, chosen.words, keys, without, corpora, has_code)
        season = list(_season(library, chosen, days, picks))
    if as_json:
        print_json({"topic": _topic_json(chosen), "days": [_day_json(picked) for picked in season]})
    else:
        _season_lines(chosen, season)


def _topic(library: Library, typed: str, words: tuple[str, ...]) -> Topic:
    """The theme that is called so, else a topic of *words*."""
    for theme in library.themes(MOST_TOPICS):
        if typed.strip().casefold() in (theme.name, theme.label.casefold()):
            return theme
    return Topic(typed, typed, words)


def _season(library: Library, topic: Topic, days: int, most: int) -> Iterator[Picked]:
    """Day after day, until the shelf is done; the last one is empty then."""
    had: list[str] = []
    for _ in range(days):
        picked = library.pick(topic, most=most, had=had)
        yield picked
        if not picked.picks:
            return
        had += [pick.paper.key for pick in picked.picks]


def _season_lines(topic: Topic, season: list[Picked]) -> None:
    click.secho(f"{topic.label}: {season[0].total:,} papers on the shelf", bold=True)
    for day, picked in enumerate(season, 1):
        if not picked.picks:
            done = "The shelf is done" if picked.total else "No paper is of this topic"
            click.echo(f"\nDay {day}: no picks. {done}: widen it, or take another topic.")
            break
        click.echo(f"\nDay {day}: seen {picked.seen:,} of {picked.total:,}")
        for pick in picked.picks:
            click.echo(f"  {pick.paper.handle:<6}", nl=False)
            click.secho(pick.paper.headline, bold=True)
            click.echo(f"        {'; '.join(_said(reason) for reason in pick.reasons)}")
    nearest = season[0].left_out
    if nearest:
        click.echo("\nNearest of those left out:")
    for out in nearest:
        click.echo(f"  {out.paper.handle:<6}{out.paper.headline}\n        {out.reason}")


def _said(reason: Reason) -> str:
    named = ", ".join(reason.words)
    match reason.kind:
        case "example":
            return f"like {reason.handle}"
        case "oral" | "new":
            return reason.kind
        case "area":
            return f"its area: {named}" if named else "it passes the topic's filter"
    return f"it has {named}"


def _topic_json(topic: Topic) -> dict[str, Any]:
    return {
        "name": topic.name,
        "label": topic.label,
        "words": list(topic.words),
        "like": list(topic.like),
        "without": list(topic.without),
        "corpora": list(topic.corpora),
        "has_code": topic.has_code,
    }


def _day_json(picked: Picked) -> dict[str, Any]:
    return {
        "seen": picked.seen,
        "total": picked.total,
        "picks": [_pick_json(pick) for pick in picked.picks],
        "left_out": [{"paper": out.paper.handle, "reason": out.reason} for out in picked.left_out],
    }


def _pick_json(pick: Pick) -> dict[str, Any]:
    return {
        "score": round(pick.score, 6),
        "reasons": [
            {"kind": one.kind, "words": list(one.words), "handle": one.handle, "count": one.count}
            for one in pick.reasons
        ],
        "snippet": "".join(run for run, _ in pick.snippet.runs),
        "paper": paper_json(pick.paper),
    }
