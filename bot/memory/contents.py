"""What is to be posted, as it is kept between claim and post: picks by handle and key, with reasons and snippets."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import date
from typing import Any

from bot.memory.plain import topic_of
from handlers.model import Digest, Week
from index.model import Hit, Paper, Pick, Reason, Snippet

Json = dict[str, Any]


def digest_json(digest: Digest, *, newest: int = 0, library: str = "", late: bool = False) -> str:
    """*digest*, and what is to be known of it beside.

    Args:
        newest: the number of the newest paper there was when it was made.
        library: the id of the library whose numbers these are.
        late: whether it makes up for a slot that was missed.
    """
    return json.dumps(
        {
            "subscription": digest.subscription,
            "topic": asdict(digest.topic),
            "day": digest.day.isoformat(),
            "papers": [
                {
                    "handle": pick.paper.handle,
                    "key": pick.paper.key,
                    "score": pick.score,
                    "reasons": [asdict(reason) for reason in pick.reasons],
                    "snippet": pick.snippet.runs,
                }
                for pick in digest.picks
            ],
            "total": digest.total,
            "seen": digest.seen,
            "in_thread": digest.in_thread,
            "note": digest.note,
            "asked_by": digest.asked_by,
            "newest": newest,
            "library": library,
            "late": late,
        },
        ensure_ascii=False,
    )


def digest_of(delivery: str, text: str, paper: Callable[[str], Paper | None]) -> Digest:
    """The digest as it was claimed. A paper that the library lost since is left out.

    Args:
        paper: finds a paper by its key.
    """
    kept: Json = json.loads(text)
    picks = tuple(
        Pick(found, float(one["score"]), tuple(map(_reason, one["reasons"])), _snippet(one["snippet"]))
        for one in kept["papers"]
        if (found := paper(one["key"])) is not None
    )
    return Digest(
        delivery,
        kept["subscription"],
        topic_of(json.dumps(kept["topic"])),
        date.fromisoformat(kept["day"]),
        picks,
        int(kept["total"]),
        int(kept["seen"]),
        in_thread=bool(kept["in_thread"]),
        note=kept["note"],
        asked_by=kept["asked_by"],
    )


def newest_then(text: str, library: str) -> int | None:
    """The number of the newest paper there was when a digest was made, if it was of this *library*."""
    kept = json.loads(text)
    return (kept.get("newest") or None) if kept.get("library") == library else None


def is_late(text: str) -> bool:
    """Whether it makes up for a slot that was missed."""
    return bool(json.loads(text).get("late"))


def hits_json(hits: Iterable[Hit]) -> str:
    papers = [{"handle": hit.paper.handle, "key": hit.paper.key, "snippet": hit.snippet.runs} for hit in hits]
    return json.dumps({"papers": papers}, ensure_ascii=False)


def hits_of(text: str, paper: Callable[[str], Paper | None]) -> tuple[Hit, ...]:
    return tuple(
        Hit(found, 0.0, _snippet(one["snippet"]))
        for one in json.loads(text)["papers"]
        if (found := paper(one["key"])) is not None
    )


def week_json(week: Week) -> str:
    return json.dumps(asdict(week) | {"first": week.first.isoformat()})


def week_in(text: str) -> Week:
    """What :func:`week_json` made."""
    kept: Json = json.loads(text)
    return Week(**kept | {"first": date.fromisoformat(kept["first"])})


def what_stays(text: str) -> str:
    """What is kept of contents when they were posted or given up: which papers they were, and nobody's name."""
    kept: Json = json.loads(text)
    papers = [{"handle": one["handle"], "key": one["key"]} for one in kept.get("papers", ())]
    stays = {name: kept[name] for name in ("newest", "library", "late") if name in kept}
    return json.dumps({"papers": papers} | stays, ensure_ascii=False)


def papers_in(text: str) -> tuple[tuple[str, str], ...]:
    """(handle, key) of each paper, in order."""
    return tuple((one["handle"], one["key"]) for one in json.loads(text).get("papers", ()))


def _reason(kept: Json) -> Reason:
    return Reason(kept["kind"], tuple(kept["words"]), kept["handle"], int(kept["count"]))


def _snippet(runs: list[list[Any]]) -> Snippet:
    return Snippet(tuple((str(text), bool(matched)) for text, matched in runs))
