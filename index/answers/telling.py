"""An answer as one plain text, for notifications, the command line and screen readers."""

from collections.abc import Sequence

from index.model import Answer, Paper, Passage

MOST_WORDS = 110  # of an answer's own text; what is longer stands behind "more"


def answer_text(answer: Answer) -> str:
    """*answer* in plain text: each passage with its marker, then the papers that the markers mean."""
    if answer.kind == "chat":
        return answer.lead
    if answer.kind == "abstain":
        return _abstention(answer)
    lines = [answer.lead] if answer.lead else []
    lines += _quoted(answer)
    lines += [f"[{place}] {paper.headline} ({paper.handle})" for place, paper in enumerate(answer.papers, 1)]
    return "\n".join(lines)


def nearest_words(answer: Answer) -> str:
    """What stands before the nearest papers of an abstention."""
    return "最接近的：" if answer.chinese else "Nearest:"


def called(paper: Paper) -> str:
    """What *paper* is called in a sentence: its name, else its headline."""
    return paper.name or paper.headline


def short_of(passages: Sequence[Passage], words: int) -> int:
    """How many of *passages*, from the first on, stay within *words*; at least one."""
    taken = 0
    for place, passage in enumerate(passages):
        taken += len(passage.text.split()) + 3
        if place and taken > words:
            return place
    return len(passages)


def _quoted(answer: Answer) -> list[str]:
    lines: list[str] = []
    before = ""
    for passage in answer.passages:
        quote = f"“{passage.text}”" if answer.chinese else passage.text
        said = f"{quote} [{answer.marker(passage.paper)}]"
        if passage.paper.handle == before:
            lines[-1] += f" {said}"
        else:
            lines.append(f"{passage.paper.name}: {said}" if passage.paper.name else said)
        before = passage.paper.handle
    return lines


def _abstention(answer: Answer) -> str:
    lines = [answer.reason]
    if answer.nearest:
        lines.append(nearest_words(answer))
        lacks = answer.lacks or ("",) * len(answer.nearest)
        lines += [
            f"• {paper.headline} ({paper.handle})" + (f": {lack}" if lack else "")
            for paper, lack in zip(answer.nearest, lacks, strict=True)
        ]
    return "\n".join(lines)
