"""A handful of conversations that any Slack must allow."""

from collections.abc import Callable

from tests.witness.stage import Said, Stage, waits_for


def typed_search(stage: Stage) -> None:
    """A typed search is answered."""
    stage.types("/icml merging")
    answer = waits_for(stage, says("for merging"))
    assert "MetaMerging" in answer.text


def private_answer(stage: Stage) -> None:
    """The answer to a typed search is for the member alone."""
    stage.types("/icml grokking")
    assert waits_for(stage, says("for grokking")).private


def pages(stage: Stage) -> None:
    """Pages turn in place."""
    stage.types("/icml multi-task")
    first = waits_for(stage, lambda one: one.text.startswith("1–5 of") and "multi-task" in one.text)
    stage.clicks("Next", on=first)
    assert waits_for(stage, says("6–10 of")).ts == first.ts


def help_(stage: Stage) -> None:
    """Help is given."""
    stage.types("/icml help")
    waits_for(stage, says("/icml"))


def mention(stage: Stage) -> None:
    """A mention is answered in its thread, once."""
    asked = stage.mentions("pruning")
    waits_for(stage, lambda one: "for pruning" in one.text and one.thread == asked)
    assert len([one for one in stage.said() if "for pruning" in one.text]) == 1


def direct_message(stage: Stage) -> None:
    """A direct message is answered."""
    stage.writes_directly("federated learning")
    waits_for(stage, says("for federated learning"), directly=True)


def says(words: str) -> Callable[[Said], bool]:
    return lambda one: words in one.text


STORIES: tuple[Callable[[Stage], None], ...] = (typed_search, private_answer, pages, help_, mention, direct_message)
