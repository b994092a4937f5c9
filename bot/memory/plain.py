"""Words of the project as JSON and back, for columns that no query looks into."""

import json
from dataclasses import asdict
from datetime import date, time
from typing import Any

from handlers.model import Pause, Subscription
from index.model import Topic

Json = dict[str, Any]


def topic_json(topic: Topic) -> str:
    return json.dumps(asdict(topic), ensure_ascii=False)


def topic_of(text: str) -> Topic:
    """What was kept, whichever version kept it: what it lacks is as it is in a new one."""
    kept: Json = json.loads(text)
    tuples = {name: tuple(kept.get(name, ())) for name in ("words", "like", "without", "corpora")}
    return Topic(kept["name"], kept["label"], **tuples, has_code=bool(kept.get("has_code")))


def subscription_json(one: Subscription) -> str:
    """All but what has a column of its own."""
    return json.dumps(
        {
            "plan": one.plan,
            "at": one.at.isoformat(),
            "zone": one.zone,
            "picks": one.picks,
            "corpora": one.corpora,
            "has_code": one.has_code,
            "without": one.without,
            "in_thread": one.in_thread,
            "says_none": one.says_none,
            "keepers_only": one.keepers_only,
            "pauses": [[pause.first.isoformat(), pause.last and pause.last.isoformat()] for pause in one.pauses],
        },
        ensure_ascii=False,
    )


def subscription_of(text: str, **columns: Any) -> Subscription:
    kept: Json = json.loads(text)
    return Subscription(
        **columns,
        plan=tuple((int(day), str(name)) for day, name in kept["plan"]),
        at=time.fromisoformat(kept["at"]),
        zone=kept["zone"],
        picks=int(kept["picks"]),
        corpora=tuple(kept.get("corpora", ())),
        has_code=bool(kept.get("has_code")),
        without=tuple(kept.get("without", ())),
        in_thread=bool(kept.get("in_thread")),
        says_none=bool(kept.get("says_none", True)),
        keepers_only=bool(kept.get("keepers_only")),
        pauses=tuple(
            Pause(date.fromisoformat(first), date.fromisoformat(last) if last else None)
            for first, last in kept.get("pauses", ())
        ),
    )
