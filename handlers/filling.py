"""What a member has filled in for a digest, read and checked before anything is kept. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import time
from typing import Any

from handlers.model import Pause, Subscription
from handlers.schedules import NotADay, days_off, time_of, zones
from handlers.views.digest_setup import (
    AT,
    CODE,
    CORPORA,
    HOW,
    KEEPERS,
    MOST_PICKS,
    NO_TOPIC,
    OFF,
    ON,
    PICKS,
    PLAN,
    SILENT,
    THREAD,
    TOPIC,
    WHO,
    WITHOUT,
    ZONE,
    filled,
)

Json = dict[str, Any]

NINE = time(9)
WORKDAYS = range(5)
MOST_WITHOUT = 20
LONGEST_WORD = 60


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that was filled in."""

    draft: Subscription
    errors: Mapping[str, str] = field(default_factory=dict)  # by field, in words


def read(values: Mapping[str, Mapping[str, Json]], before: Subscription) -> Filled:
    """*before* with all that stands in a form; what can't be is told, and stays as it was."""
    given, errors = filled(values), dict[str, str]()
    plan = _plan(given, errors)
    at = time_of(str(given.get(AT, "")))
    if at is None:
        errors[AT] = "Write a time of day, such as 09:00."
    zone = str(given.get(ZONE, ""))
    if zone not in zones():
        errors[ZONE] = f"Choose a time zone: type a city, such as Berlin.{f' I know no {zone[:60]}.' if zone else ''}"
    number = str(given.get(PICKS, ""))
    if not re.fullmatch(r"\d{1,2}", number) or not 1 <= int(number) <= MOST_PICKS:
        errors[PICKS] = f"Choose a number from 1 to {MOST_PICKS}."
    how = given.get(HOW, [])
    draft = replace(
        before,
        plan=plan or before.plan,
        at=at or before.at,
        zone=before.zone if ZONE in errors else zone,
        picks=before.picks if PICKS in errors else int(number),
        corpora=tuple(given[CORPORA]) if CORPORA in given else before.corpora,
        has_code=CODE in how,
        in_thread=THREAD in how,
        says_none=SILENT not in how,
        without=_without(str(given.get(WITHOUT, "")), errors),
        keepers_only=given.get(WHO) == KEEPERS,
        pauses=_pauses(str(given.get(OFF, "")), before, errors),
    )
    return Filled(draft, errors)


def words_of(typed: str) -> tuple[str, ...]:
    """The words and phrases of a text with commas or lines between them, each once."""
    parts = (" ".join(part.split()) for part in re.split(r"[,\n]", typed))
    return tuple(dict.fromkeys(part for part in parts if part))


def _plan(given: Mapping[str, str | list[str]], errors: dict[str, str]) -> tuple[tuple[int, str], ...]:
    if f"{PLAN}.0" in given:
        chosen = ((day, str(given.get(f"{PLAN}.{day}", ""))) for day in range(7))
        plan = tuple((day, name) for day, name in chosen if name not in ("", NO_TOPIC))
        if not plan:
            errors[f"{PLAN}.0"] = "Choose a topic for one day at least."
        return plan
    topic, days = str(given.get(TOPIC, "")), given.get(ON, [])
    if not topic:
        errors[TOPIC] = "Choose a topic."
    if not days:
        errors[ON] = "Choose one day at least."
    return tuple((int(day), topic) for day in sorted(days) if topic and day in set("0123456"))


def _without(typed: str, errors: dict[str, str]) -> tuple[str, ...]:
    words = words_of(typed)
    if len(words) > MOST_WITHOUT or any(len(word) > LONGEST_WORD for word in words):
        errors[WITHOUT] = f"At most {MOST_WITHOUT} words or phrases, none longer than {LONGEST_WORD} characters."
    return words


def _pauses(typed: str, before: Subscription, errors: dict[str, str]) -> tuple[Pause, ...]:
    """The days off; a pause that waits to be resumed is no matter of this form and stays."""
    try:
        return (*days_off(typed), *(pause for pause in before.pauses if pause.last is None))
    except NotADay as wrong:
        errors[OFF] = str(wrong)
        return before.pauses
