"""``icml ask``: a question to the library, alone or at the end of a thread."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from bot.cli.library import as_json, opened
from bot.cli.shown import as_json as print_json
from bot.cli.shown import paper_json
from bot.settings import Settings
from index.answers.telling import answer_text
from index.model import Answer, Passage, Turn


@click.command("ask")
@click.argument("words", nargs=-1)
@click.option(
    "--thread",
    type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True),
    help="A JSON list of turns, oldest first; “-” reads it from standard input.",
)
@click.option("--in", "corpora", multiple=True, metavar="CORPUS", help="Look only in this corpus; may be given again.")
@as_json
@click.pass_obj
def ask_command(
    settings: Settings, words: tuple[str, ...], thread: Path | None, corpora: tuple[str, ...], as_json: bool
) -> None:
    """Answer a question from the abstracts, word for word, or say that they don't tell.

    A turn is a text, or {"text": "…", "by_bot": true, "papers": ["p3", "p1"]}. The question is the last turn, or
    follows the thread when WORDS are given too.
    """
    turns = _turns(thread) if thread else []
    if words:
        turns.append(Turn(" ".join(words)))
    if not turns:
        raise click.UsageError("Ask a question, such as: icml ask “which papers are about model merging?”")
    with opened(settings) as library:
        answer = library.ask(turns, corpora=corpora or None)
    if as_json:
        print_json(answer_json(answer))
    else:
        click.echo(answer_text(answer))


def answer_json(answer: Answer) -> dict[str, Any]:
    """*answer* for programs: each passage with its marker and its place in the abstract."""
    return {
        "kind": answer.kind,
        "text": answer_text(answer),
        "lead": answer.lead,
        "passages": [_passage_json(one, answer) for one in answer.passages],
        "more": [_passage_json(one, answer) for one in answer.more],
        "papers": [paper_json(paper) for paper in answer.papers],
        "reason": answer.reason,
        "nearest": [
            {"paper": paper.handle, "headline": paper.headline, "lacks": lack}
            for paper, lack in zip(answer.nearest, answer.lacks or ("",) * len(answer.nearest), strict=True)
        ],
        "total": answer.total,
        "browse": answer.browse,
        "suggestions": list(answer.suggestions),
        "confidence": round(answer.confidence, 4),
    }


def _passage_json(passage: Passage, answer: Answer) -> dict[str, Any]:
    cited = [paper.handle for paper in answer.papers]
    return {
        "paper": passage.paper.handle,
        "marker": cited.index(passage.paper.handle) + 1 if passage.paper.handle in cited else None,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
    }


def _turns(file: Path) -> list[Turn]:
    """The turns that stand in *file*.

    Raises:
        UsageError: it is no list of turns; says what is wrong.
    """
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        given: Any = json.loads(raw.decode("utf-8-sig", errors="replace"))
    except ValueError as wrong:
        raise click.UsageError(f"{file} is no JSON: {wrong}") from None
    if not isinstance(given, list):
        raise click.UsageError(f"{file} should hold a list of turns.")
    return [_turn(one, place) for place, one in enumerate(given, 1)]


def _turn(given: Any, place: int) -> Turn:
    if isinstance(given, str):
        return Turn(given)
    if not isinstance(given, dict) or not isinstance(given.get("text"), str):
        raise click.UsageError(f"Turn {place} should be a text, or have one: {{“text”: “…”}}.")
    papers = given.get("papers", [])
    if not _is_texts(papers):
        raise click.UsageError(f"The papers of turn {place} should be a list of handles, such as [“p3”].")
    return Turn(given["text"], bool(given.get("by_bot")), tuple(papers))


def _is_texts(given: Any) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, str) and all(isinstance(one, str) for one in given)
