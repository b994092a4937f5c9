"""Reads a Dockerfile, as far as ours goes."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"


@dataclass
class Stage:
    """What stands between one FROM and the next."""

    image: str
    name: str = ""
    steps: list[tuple[str, str]] = field(default_factory=list)  # instruction, its words

    def all(self, instruction):
        return [words for kind, words in self.steps if kind == instruction]

    @property
    def environment(self):
        pairs = " ".join(self.all("ENV"))
        return dict(re.findall(r"(\w+)=(\S+)", pairs))

    def words(self, instruction):
        """The last of a kind, as a list of words."""
        return json.loads(self.all(instruction)[-1])


def stages(text):
    found = []
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        kind, _, words = line.partition(" ")
        if kind == "FROM":
            image, _, name = words.partition(" AS ")
            found.append(Stage(image, name))
        else:
            found[-1].steps.append((kind, words.strip()))
    return found


def ours():
    return stages((DEPLOY / "Dockerfile").read_text("utf-8"))


def health_command(stage):
    return json.loads(stage.all("HEALTHCHECK")[-1].partition("CMD ")[2])
