"""What a digest is, when it comes and what came of it, in plain words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from handlers.model import Delivery, Subscription
from handlers.views.dates import long_day, moment, short_day, weekdays
from handlers.views.text import clip, counted, listed

LONGEST_LABEL = 80
LONGEST_REASON = 300
UNCOUNTED = (0, -1)  # seen and total of a shelf that can't be counted now


@dataclass(frozen=True, slots=True)
class Standing:
    """A subscription as it is now."""

    subscription: Subscription
    labels: Mapping[str, str]  # of topics, by name
    today: date  # in its zone
    next_at: datetime | None  # in its zone
    seen: int
    total: int
    newest: Delivery | None = None  # of its ledger, with its times in its zone


def label_of(name: str, labels: Mapping[str, str]) -> str:
    """What a topic is called; one that has gone keeps its name."""
    return clip(labels.get(name) or name, LONGEST_LABEL)


def title(subscription: Subscription, labels: Mapping[str, str]) -> str:
    """What the digest is about."""
    names = list(dict.fromkeys(name for _, name in subscription.plan))
    return clip(listed(label_of(name, labels) for name in names), 300) if names else "Nothing"


def when(subscription: Subscription, labels: Mapping[str, str]) -> str:
    """On which days, at what time; with the topics where there are several."""
    by_topic: dict[str, list[int]] = {}
    for day, name in subscription.plan:
        by_topic.setdefault(name, []).append(day)
    if len(by_topic) > 1:
        days = ", ".join(f"{label_of(name, labels)} on {weekdays(found)}" for name, found in by_topic.items())
    else:
        days = "".join(weekdays(found) for found in by_topic.values())
    return f"{days}, at {subscription.at:%H:%M} ({subscription.zone})"


def next_words(standing: Standing) -> str:
    """When it comes next, or why it does not."""
    pause = next((one for one in standing.subscription.pauses if standing.today in one), None)
    comes = f"Next: {moment(standing.next_at)}." if standing.next_at else "It does not come again as it is now."
    if pause is None:
        return comes
    if pause.last is None:
        return "Paused until somebody resumes it."
    if pause.first == pause.last:
        return f"Skipped today. {comes}"
    return f"Paused until {long_day(pause.last)}. {comes}"


def shelf_words(standing: Standing) -> str:
    """How far the channel is with the shelf that is next."""
    if standing.total < 0:
        return "Shelf: it can't be counted now; a corpus may have gone."
    if not standing.total:
        return "Shelf: no paper is of this topic."
    done = ": done" if standing.seen >= standing.total else ""
    return f"Shelf: seen {standing.seen:,} of {standing.total:,}{done}."


def terms(subscription: Subscription) -> str:
    """What else was chosen."""
    chosen = [f"up to {counted(subscription.picks, 'paper')}"]
    chosen += ["only with code"] if subscription.has_code else []
    chosen += [f"only from {listed(clip(name, 40) for name in subscription.corpora)}"] if subscription.corpora else []
    chosen += [f"without {clip(listed(subscription.without), 120)}"] if subscription.without else []
    chosen += ["cards in the thread"] if subscription.in_thread else []
    chosen += [] if subscription.says_none else ["silent on days without a paper"]
    who = "keepers and who began it may change it" if subscription.keepers_only else "all members here may change it"
    return f"{', '.join(chosen)}; {who}."


def line_words(line: Delivery, labels: Mapping[str, str]) -> str:
    """A line of the ledger: what was meant, what came of it, and why."""
    by_hand = "asked for by hand" if line.number else f"due {line.due_at:%H:%M}"
    return f"{short_day(line.day)} · {label_of(line.topic, labels)} · {by_hand} · {outcome(line)}"


def outcome(line: Delivery) -> str:
    """What came of a slot."""
    reason = clip(line.reason, LONGEST_REASON)
    if line.state == "posted":
        at = f"there at {line.posted_at:%H:%M}" if line.posted_at else "there"
        on = f" on {short_day(line.posted_at.date())}" if line.posted_at and line.posted_at.date() != line.day else ""
        papers = f", {counted(len(line.papers), 'paper')}: {', '.join(handle for handle, _ in line.papers)}"
        return f"{at}{on}{papers if line.papers else ', no paper'}{f' ({reason})' if reason else ''}"
    if line.state == "given_up":
        return f"could not be posted: {reason or 'Slack refused it'}"
    if line.state == "passed":
        return f"none: {reason or 'nothing was due'}"
    return "under way"


def why_none(line: Delivery | None, standing: Standing) -> str:
    """The one sentence that answers "why was there none?", from the newest line of the ledger."""
    if line is None:
        return f"No slot has come since this digest began. {next_words(standing)}"
    day, reason = long_day(line.day), clip(line.reason, LONGEST_REASON).rstrip(".")
    if line.state == "posted" and line.papers:
        return f"There was one: that of {day} has {counted(len(line.papers), 'paper')}. {next_words(standing)}"
    if line.state == "claimed":
        return f"That of {day} is under way."
    if line.state == "given_up":
        return f"That of {day} could not be posted: {reason or 'Slack refused it'}. {next_words(standing)}"
    return f"There was none on {day}: {reason or 'no reason is noted'}. {next_words(standing)}"
