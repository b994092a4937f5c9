"""Whether answers stay on the ground: thousands of questions made from the abstracts themselves.

    python -m tests.benchmarks.grounding --home FOLDER [--questions 5000] [--seed 1] [--failures FILE]

Takes the papers of ``papers.db`` in the home folder and asks, of papers drawn at random,

- what their abstracts answer: what the method does, how fast or how much, on which data, where the code is,
  what a term means, which paper it is, follow-ups by pronoun and by ordinal;
- what no abstract answers: methods with names that stand nowhere, data sets and hardware that the named abstract
  does not mention, training times and batch sizes that it does not give, topics that no paper has, and
  questions of everyday life.

and checks every answer: each passage is a stretch of the stored abstract, byte for byte; each marker means one
listed paper and each listed paper has its marker in the text. Ends with 1 when a figure misses its aim.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from index.answers.telling import answer_text
from index.errors import UnknownPaper
from index.library import Library
from index.model import Answer, Paper, Turn
from index.search.analysis import words

MOST_FALSE_ANSWERS = 0.05
MOST_REFUSALS = 0.10
MOST_MILLISECONDS = 150

_SYLLABLES = [
    "zor",
    "quib",
    "vex",
    "lum",
    "tra",
    "dax",
    "fen",
    "goru",
    "mipl",
    "wex",
    "hob",
    "yun",
    "kre",
    "plo",
    "sna",
]
_DATA_SETS = [
    "Caltech101",
    "Pokec",
    "Zachary-34",
    "SensIT-7",
    "KITTI-360",
    "ChestX-ray14",
    "Criteo-1TB",
    "FigureQA",
    "WikiTQ-9",
    "Zomato-5",
]
_HARDWARE = ["TPUv9", "RTX-5095", "Cerebras-4", "Graphcore-M2", "FPGA-Z7"]
_DETAILS = (
    "How long does it take to train {name}?",
    "How many GPU hours does {name} need?",
    "What batch size was used to train {name}?",
    "Which weight decay does {name} use?",
    "What is the dropout rate of {name}?",
    "Who reviewed {name}?",
    "How many citations does {name} have?",
)
_EVERYDAY = (
    "What is the weather in {place} today?",
    "Who is the mayor of {place}?",
    "How do I get from {place} to the airport?",
    "What is the best restaurant in {place}?",
    "When is the next train to {place}?",
    "How tall is the tower of {place}?",
    "What should I cook for dinner in {place}?",
    "Who won the football match in {place}?",
    "What is the capital of {place}?",
    "How much is a coffee in {place}?",
    "Tell me the history of {place}.",
    "Is it snowing in {place}?",
    "Which papers are about the cuisine of {place}?",
    "Are there papers on medieval {place}?",
)
_PLACES = [
    "Seoul",
    "Lisbon",
    "Tromsø",
    "Quito",
    "Samarkand",
    "Ljubljana",
    "Reykjavik",
    "Nairobi",
    "Hobart",
    "Zagreb",
    "Bergamo",
    "Kyoto",
    "Malmö",
    "Tallinn",
]
_NOWHERE = [
    "beekeeping",
    "falconry",
    "sourdough",
    "origami",
    "calligraphy",
    "viticulture",
    "knitting",
    "lighthouses",
    "heraldry",
    "gondolas",
]


@dataclass(frozen=True)
class Case:
    """One question with what is expected of it."""

    kind: str
    turns: tuple[Turn, ...]
    paper: str = ""  # the handle that must be cited; "" for any
    answerable: bool = True

    @property
    def asked(self) -> str:
        return " / ".join(turn.text for turn in self.turns)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--questions", type=int, default=5_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--failures", type=Path)
    chosen = options.parse_args()
    library = Library(chosen.home / "papers.db")
    papers = everything(library)
    print(f"{len(papers):,} papers")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    milliseconds: list[float] = []
    failed: list[str] = []
    for case in generated(papers, chosen.questions, random.Random(chosen.seed)):
        start = time.perf_counter()
        answer = library.ask(case.turns)
        milliseconds.append(1000 * (time.perf_counter() - start))
        outcome = judged(case, answer, library)
        counts[case.kind].update(outcome)
        if outcome & {"refused", "other paper", "false answer", "not verbatim", "dangling"}:
            failed.append(
                json.dumps(
                    [case.kind, case.asked, sorted(outcome), case.paper, answer_text(answer)[:500]], ensure_ascii=False
                )
            )
    if chosen.failures:
        chosen.failures.write_text("\n".join(failed), "utf-8")
    return report(counts, sorted(milliseconds))


def everything(library: Library) -> list[Paper]:
    found = []
    last = sum(corpus.papers for corpus in library.corpora())
    for number in range(1, 2 * last):
        try:
            paper = library.paper(f"p{number}")
        except UnknownPaper:
            if len(found) >= last:
                break
            continue
        if paper.number == number:
            found.append(paper)
    return found


# ---------------------------------------------------------------- what an answer must keep to


def judged(case: Case, answer: Answer, library: Library) -> set[str]:
    """What is right and wrong with *answer*."""
    outcome = {"asked", "answerable" if case.answerable else "unanswerable"}
    for passage in (*answer.passages, *answer.more):
        stored = library.paper(passage.paper.handle).abstract.encode()
        if (
            passage.text.encode() not in stored
            or stored.decode()[passage.start : passage.end] != passage.text
            or not passage.text
        ):
            outcome.add("not verbatim")
    if not well_cited(answer):
        outcome.add("dangling")
    if answer.kind == "answer" and not case.answerable:
        outcome.add("false answer")
    if answer.kind != "answer" and case.answerable:
        outcome.add("refused")
    if (
        answer.kind == "answer"
        and case.answerable
        and case.paper
        and case.paper not in {p.handle for p in answer.papers}
    ):
        outcome.add("other paper")
    return outcome


def well_cited(answer: Answer) -> bool:
    """Whether each marker means one listed paper, and each listed paper has its marker."""
    handles = [paper.handle for paper in answer.papers]
    if len(set(handles)) != len(handles):
        return False
    if answer.kind != "answer":
        return not handles
    if not handles or any(passage.paper.handle not in handles for passage in answer.passages):
        return False
    lines = answer_text(answer).split("\n")
    listed = [line for line in lines if re.match(r"\[\d+\] .+\(p\d+\)$", line)][-len(handles) :]
    return [line.split("]")[0] for line in listed] == [f"[{at}" for at in range(1, len(handles) + 1)] and all(
        f"({handle})" in line for handle, line in zip(handles, listed, strict=True)
    )


# ---------------------------------------------------------------- questions


def generated(papers: list[Paper], most: int, dice: random.Random) -> Iterator[Case]:
    """*most* cases, two of three answerable, drawn evenly over the kinds."""
    vocabulary = {
        part
        for paper in papers
        for word in words(f"{paper.title} {paper.abstract}")
        for part in (word.surface, word.surface.replace("-", ""))
    }
    named = [paper for paper in papers if len(paper.name) > 2 and sum(other.name == paper.name for other in ()) == 0]
    only = Counter(paper.name.casefold() for paper in papers)
    named = [paper for paper in named if only[paper.name.casefold()] == 1]
    can = [_about, _own_number, _number, _data, _code, _definition, _which, _pronoun, _ordinal, _method, _title]
    cannot = [_invented, _foreign_number, _foreign_data, _foreign_hardware, _detail, _everyday, _nowhere, _no_code]
    made = 0
    while made < most:
        answerable = made % 3 != 2
        make = dice.choice(can if answerable else cannot)
        case = make(dice.choice(named), dice, papers, vocabulary)
        if case is not None:
            made += 1
            yield case


def _case(kind: str, *turns: str | Turn, paper: str = "", answerable: bool = True) -> Case:
    return Case(kind, tuple(turn if isinstance(turn, Turn) else Turn(turn) for turn in turns), paper, answerable)


def _about(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case:
    asked = dice.choice(
        ("What does {} do?", "What is {}?", "Tell me about {}.", "what is {} about?", "summarize {}")
    ).format(paper.name)
    return _case("about", asked, paper=paper.handle)


def _number(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    found = re.findall(
        r"\d[\d.,]*\s?[%×] ((?:[a-z-]{4,} ){0,2}(?:improvement|reduction|gain|increase|speedup|accuracy|"
        r"faster|fewer [a-z]+|higher [a-z]+|lower [a-z]+))\b",
        paper.abstract,
    )
    if not found:
        return None
    what = dice.choice(found)
    asked = (
        f"What {what} does {paper.name} reach?"
        if not re.match(r"faster|fewer|higher|lower", what)
        else f"How much {what} is {paper.name}?"
    )
    return _case("number", asked, paper=paper.handle)


def _own_number(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    found = re.findall(r"\b(\d[\d,]*) ((?:[a-z-]+ ){0,2}[a-z]{4,}s)\b", paper.abstract)
    if not found:
        return None
    what = dice.choice(found)[1].split()[-1]
    asked = dice.choice(("How many {} are there in {}?", "How many {} does {} have?", "How many {} does {} use?"))
    return _case("own number", asked.format(what, paper.name), paper=paper.handle)


def _data(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    if not re.search(
        r"(?:[Ee]xperiments|[Ee]valuat\w+|[Rr]esults) (?:on|across) [^.]*(?:benchmark|dataset|[A-Z]{3,})",
        paper.abstract,
    ):
        return None
    asked = dice.choice(
        ("Which datasets was {} evaluated on?", "What benchmarks was {} tested on?", "On which data was {} tried?")
    )
    return _case("data", asked.format(paper.name), paper=paper.handle)


def _code(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    asked = dice.choice(
        ("Does {} have code?", "Where is the code of {}?", "code for {}?", "Is the code for {} available?")
    )
    return _case("code", asked.format(paper.name), paper=paper.handle) if paper.code else None


def _definition(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    found = re.match(
        r"([A-Z][a-z]+(?:[ -][A-Za-z][a-z]+){1,3}) \(([A-Z]{3,6})s?\) (?:is|are|aims?|refers?|involves|seeks)\b",
        paper.abstract,
    )
    return _case("definition", f"What is {found[1].lower()}?") if found else None


def _which(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    title = paper.title.split(":", 1)[-1].strip()
    found = [word.surface for word in words(title) if word.plain and len(word.surface) > 3]
    if len(found) < 3:
        return None
    asked = dice.choice(("Which paper is about {}?", "Is there a paper on {}?", "Which papers deal with {}?"))
    return _case("which", asked.format(" ".join(found[:4])))


def _pronoun(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    thing = _own_thing(paper, dice)
    if thing is None:
        return None
    bot = Turn(f"{paper.headline} [1]", by_bot=True, papers=(paper.handle,))
    asked = dice.choice(("what does it say about {}?", "how does it use {}?", "and {}?", "does it help with {}?"))
    return _case("pronoun", f"What does {paper.name} do?", bot, asked.format(thing), paper=paper.handle)


def _ordinal(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case:
    others = dice.sample(papers, 3)
    place = dice.randrange(3)
    shown = [other.handle for other in others if other.handle != paper.handle][:3]
    shown[place:place] = [paper.handle]
    bot = Turn("Four papers.", by_bot=True, papers=tuple(shown))
    word = ("first", "second", "third")[place]
    asked = dice.choice(("the {} one", "tell me more about the {} one", "what does the {} paper do?")).format(word)
    return _case("ordinal", "Which papers are there?", bot, asked, paper=paper.handle)


def _method(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    thing = _own_thing(paper, dice)
    asked = dice.choice(
        ("How does {} use {}?", "What does {} say about {}?", "Why does {} need {}?", "What role does {1} play in {0}?")
    )
    if thing is None:
        return None
    return _case("method", asked.format(paper.name, thing), paper=paper.handle)


def _title(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    return _case("title", paper.title, paper=paper.handle) if len(paper.title.split()) > 5 else None


def _own_thing(paper: Paper, dice: random.Random) -> str | None:
    """Two or three words that stand side by side in the abstract, such as it would be asked for."""
    found = re.findall(
        r"\b(?:the|a|an|novel|via|through|using|with) ([a-z]{4,}(?:-[a-z]+)?(?: [a-z]{5,}){1,2})(?=[,.;]|"
        r" that| to| for| and)",
        paper.abstract,
    )
    return dice.choice(found) if found else None


def _invented(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    name = "".join(dice.sample(_SYLLABLES, dice.choice((2, 3)))).title() + dice.choice(
        ("", "Net", "Former", "-2", "LM", "++")
    )
    if "".join(word.surface.replace("-", "") for word in words(name)) in vocabulary:
        return None
    asked = dice.choice(
        (
            "What does {} do?",
            "Which datasets was {} evaluated on?",
            "How much faster is {}?",
            "Does {} have code?",
            "Why does {} need labels?",
            "How does {} train its experts?",
            "Who wrote the {} paper?",
            "What is the difference between {} and {}?",
        )
    )
    return _case("invented", asked.format(name, name[::-1].title()), answerable=False)


def _foreign_data(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    data = dice.choice(_DATA_SETS)
    if data.casefold()[:6] in paper.abstract.casefold():
        return None
    asked = dice.choice(
        (
            "What accuracy does {} reach on {}?",
            "How many clusters does {} find on {}?",
            "How well does {} work on {}?",
            "Was {} tested on {}?",
        )
    )
    return _case("foreign data", asked.format(paper.name, data), answerable=False)


def _foreign_number(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    number = f"{dice.randrange(11, 9_999)}.{dice.randrange(11, 99)}"
    if number in vocabulary:
        return None
    asked = dice.choice(
        (
            "Does {} improve accuracy by {}%?",
            "Is {} {} times faster than its baselines?",
            "Which paper reports a speedup of {1}×?",
            "Why does {} need {} labels?",
        )
    )
    return _case("foreign number", asked.format(paper.name, number), answerable=False)


def _foreign_hardware(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case:
    asked = dice.choice(("Does {} run on {}?", "How fast is {} on {}?", "Was {} trained on {}?"))
    return _case("foreign hardware", asked.format(paper.name, dice.choice(_HARDWARE)), answerable=False)


def _detail(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    asked = dice.choice(_DETAILS)
    telling = {
        "long": r"\b(?:hour|day|minute|second|week|ms)s?\b|\d ?s\b",
        "GPU": r"GPU|hour",
        "batch": r"batch",
        "decay": r"decay",
        "dropout": r"dropout",
        "reviewed": r"review",
        "citations": r"citation|cite",
    }
    cue = next((pattern for word, pattern in telling.items() if word in asked), "")
    if cue and re.search(cue, paper.abstract, re.IGNORECASE):
        return None
    return _case("detail", asked.format(name=paper.name), answerable=False)


def _everyday(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    place = dice.choice(_PLACES)
    if place.casefold() in vocabulary:
        return None
    return _case("everyday", dice.choice(_EVERYDAY).format(place=place), answerable=False)


def _nowhere(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    topic = dice.choice(_NOWHERE)
    if topic in vocabulary or topic.rstrip("s") in vocabulary:
        return None
    asked = dice.choice(
        (
            "Which papers are about {}?",
            "Is there a paper on {}?",
            "How many papers deal with {}?",
            "any papers on {} with neural networks?",
            "How can {} be improved with deep learning?",
            "What is {}?",
        )
    )
    return _case("nowhere", asked.format(topic), answerable=False)


def _no_code(paper: Paper, dice: random.Random, papers: list[Paper], vocabulary: set[str]) -> Case | None:
    return (
        None
        if paper.code
        else _case(
            "no code",
            dice.choice(("Does {} have code?", "Where is the code of {}?")).format(paper.name),
            answerable=False,
        )
    )


# ---------------------------------------------------------------- figures


def report(counts: dict[str, Counter[str]], milliseconds: list[float]) -> int:
    """Print the figures; 1 when one misses its aim."""
    total: Counter[str] = Counter()
    for kind, count in sorted(counts.items()):
        total.update(count)
        told = ", ".join(
            f"{name} {count[name]}"
            for name in ("refused", "other paper", "false answer", "not verbatim", "dangling")
            if count[name]
        )
        print(f"  {kind:<18} {count['asked']:>5}  {told}")
    at = lambda share: milliseconds[min(len(milliseconds) - 1, int(share * len(milliseconds)))]
    verbatim = 1 - total["not verbatim"] / total["asked"]
    cited = 1 - total["dangling"] / total["asked"]
    false = total["false answer"] / max(1, total["unanswerable"])
    refused = total["refused"] / max(1, total["answerable"])
    print(f"questions            {total['asked']:,}")
    print(f"verbatim             {verbatim:.4f}")
    print(f"citation integrity   {cited:.4f}")
    print(f"false answers        {false:.4f}")
    print(f"refusals             {refused:.4f}")
    print(f"other paper          {total['other paper'] / max(1, total['answerable']):.4f}")
    print(f"milliseconds         p50 {at(0.5):.1f}  p99 {at(0.99):.1f}  most {milliseconds[-1]:.1f}")
    kept = verbatim == 1 and cited == 1 and false <= MOST_FALSE_ANSWERS and refused <= MOST_REFUSALS
    return 0 if kept and at(0.99) <= MOST_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
