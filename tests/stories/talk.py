"""Scripted talk in one thread: who says what, and what the bot must answer, or that it must keep silent."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from bot.serve.socket import Bot
from bot.workspace.seen import SeenMessage
from bot.workspace.server import LocalWorkspace


@dataclass
class Talk:
    """A thread under way. The first message that is said is its root."""

    workspace: LocalWorkspace
    bot: Bot
    clock: Any
    place: str = "general"
    root: SeenMessage | None = None
    asked: list[SeenMessage] = field(default_factory=list)  # messages of members, in order
    answers: int = 0  # that the bot owes so far

    def member(self, name: str) -> Any:
        return self.workspace.member(name)

    def by_bot(self) -> list[SeenMessage]:
        """What the bot has said in this place, to all or to You alone."""
        bot = self.workspace.inside.state.bot.display_name
        shown = self.member("You").sees(self.place).messages
        return [one for one in shown if one.author == bot and one.text]

    def say(self, name: str, text: str) -> None:
        said = self.member(name).types(text, in_=self.place, thread=self.root)
        self.root = self.root or said
        self.asked.append(said)

    def hears(self, *wanted: str, lacks: str = "") -> None:
        """One answer comes, in this thread, with all that is wanted in it."""
        self.answers += 1
        last = self.waits(lambda said: len(said) >= self.answers)[-1]
        assert last.thread == self.root.ts, "the answer stands elsewhere"
        for one in wanted:
            assert one in last.shown, f"no {one!r} in:\n{last.shown}"
        assert not lacks or lacks not in last.shown

    def waits(self, come: Callable[[list[SeenMessage]], bool]) -> list[SeenMessage]:
        state = self.workspace.inside.state
        with state.changed:
            assert state.changed.wait_for(lambda: come(self.by_bot()), 10), self.workspace.driver.transcript()
        return self.by_bot()


Step = Callable[[Talk], None]


def ask(text: str, *wanted: str, by: str = "You", lacks: str = "") -> Step:
    """A member says something to the bot, which answers."""

    def step(talk: Talk) -> None:
        talk.say(by, text if talk.place == "bot" or "@icml" in text else f"@icml {text}")
        talk.hears(*wanted, lacks=lacks)

    return step


def broadcast(text: str, *wanted: str) -> Step:
    """A member asks in the thread, and shows it in the channel too."""

    def step(talk: Talk) -> None:
        bot = talk.workspace.inside.state.bot.id
        talk.asked.append(talk.member("You").broadcasts(f"<@{bot}> {text}", in_=talk.place, thread=talk.root))
        talk.hears(*wanted)

    return step


def talk(text: str, *, by: str = "Member 2") -> Step:
    """Somebody says something that is not for the bot."""
    return lambda talk: talk.say(by, text)


def filler(messages: int) -> Step:
    """Members talk on."""

    def step(talk: Talk) -> None:
        for number in range(messages):
            talk.say(f"Member {2 + number % 3}", f"I think we should meet, say at {number % 24}")

    return step


def restart(talk: Talk) -> None:
    talk.bot.restart()
    talk.workspace.wait_connected()


def after(days: int) -> Step:
    return lambda talk: talk.clock.move(timedelta(days=days)) and None


def told_again(talk: Talk) -> None:
    """Slack tells the newest question again, twice."""
    told = [one for one in talk.workspace.envelopes if talk.asked[-1].ts == (one.payload.get("event") or {}).get("ts")]
    talk.workspace.redelivers(told[-1], times=2)


def edit(text: str, *wanted: str, lacks: str = "", of: int = -1) -> Step:
    """A member edits a question; the answer changes in its place."""

    def step(talk: Talk) -> None:
        before = talk.by_bot()
        talk.member("You").edits(talk.asked[of], text)
        said = talk.waits(lambda said: any(one.text not in [old.text for old in before] for one in said))
        assert len(said) == talk.answers
        changed = next(one for one in said if one.text not in [old.text for old in before])
        assert changed.ts in [old.ts for old in before]
        for one in wanted:
            assert one in changed.shown, changed.shown
        assert not lacks or lacks not in changed.shown

    return step


def edit_into_question(text: str, *wanted: str) -> Step:
    """A member mentions the bot in an edit of what was not for it."""

    def step(talk: Talk) -> None:
        talk.member("You").edits(talk.asked[-1], text)
        talk.hears(*wanted)

    return step


def edit_in_vain(text: str) -> Step:
    return lambda talk: talk.member("You").edits(talk.asked[-1], text)


def delete(talk: Talk) -> None:
    """A member deletes the newest question; the answer goes too."""
    talk.member("You").deletes(talk.asked[-1])
    talk.answers -= 1
    talk.waits(lambda said: len(said) == talk.answers)


def click(label: str, *wanted: str, by: str = "You") -> Step:
    """A member clicks a button of the newest answer, and an answer comes."""

    def step(talk: Talk) -> None:
        talk.member(by).clicks(label, on=talk.by_bot()[-1])
        talk.hears(*wanted)

    return step


def other_bot(text: str) -> Step:
    """Another app posts in the thread."""

    def step(talk: Talk) -> None:
        said = talk.workspace.other_app("Digest").posts(text, in_=talk.place, thread=talk.root)
        talk.root = talk.root or said

    return step


def echo(talk: Talk) -> None:
    """Another app says what the bot said last, and mentions it."""
    other_bot(f"@icml {talk.by_bot()[-1].text}?")(talk)


def play(talk: Talk, steps: tuple[Step, ...]) -> None:
    """Play *steps*; in the end the bot has said what it owes, and nothing else."""
    for step in steps:
        step(talk)
    talk.workspace.settled(patience=0)
    assert len(talk.by_bot()) == talk.answers, talk.workspace.driver.transcript()
