"""Members who ask for a minute, all at once."""

import random
import threading
import time
from collections.abc import Callable

from bot.workspace.server import LocalWorkspace

TOPICS = [
    *("merging", "grokking", "diffusion", "language models", "graph", "optimal transport", "“model merging”"),
    *("attention heads", "pruning", "privacy", "protein", "robotics", "unlearning", "zzzz", "?!", "help"),
]


def ask(workspace: LocalWorkspace, *, members: int, acts: int, seconds: float, seed: int) -> None:
    """Let *members* do *acts* in about so many seconds: commands and mentions, in turn, in a drawn order."""
    draws = random.Random(seed)
    crowd = [workspace.member("You"), *(workspace.member(f"Member {n}") for n in range(2, members + 1))]
    began = time.monotonic()
    todo: list[tuple[float, Callable[[], object]]] = []
    for number in range(acts):
        who, topic = draws.choice(crowd), draws.choice(TOPICS)
        if number % 2:
            todo.append((number / acts * seconds, lambda who=who, topic=topic: who.mentions(topic, in_="general")))
        else:
            todo.append(
                (number / acts * seconds, lambda who=who, topic=topic: who.types(f"/icml {topic}", in_="random"))
            )
    lanes = [threading.Thread(target=_walk, args=(todo[lane::4], began)) for lane in range(4)]
    for lane in lanes:
        lane.start()
    for lane in lanes:
        lane.join()


def _walk(todo: list[tuple[float, Callable[[], object]]], began: float) -> None:
    for at, act in todo:
        time.sleep(max(0.0, began + at - time.monotonic()))
        act()
