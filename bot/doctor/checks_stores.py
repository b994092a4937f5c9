"""Judging papers.db and the memory."""

from collections.abc import Iterator

from bot.doctor.facts import Facts
from bot.doctor.findings import Finding, ok, warning, wrong
from handlers.views.text import counted


def library(facts: Facts) -> Iterator[Finding]:
    """Whether papers.db can be read and is of a version that is known."""
    found, icml = facts.library, facts.icml
    backup = f"{icml} restore FILE (the newest is in {facts.backup.folder})"
    match found.state:
        case "absent":
            yield ok(
                "library", "There is no papers.db yet: the first start brings the sample, “icml import FILE” yours."
            )
        case "empty":
            yield wrong("library", f"{found.path} is an empty file.", backup)
        case "damaged":
            yield wrong("library", f"{found.path} is damaged ({found.detail}); it was left as it is.", backup)
        case "foreign":
            yield wrong(
                "library", f"{found.path} is another program’s file.", f"mv {found.path} elsewhere, then {backup}"
            )
        case "newer":
            yield wrong(
                "library", f"{found.path} was made by a later version ({found.detail}).", "install that version again"
            )
        case "closed":
            yield wrong("library", f"{found.path} can’t be opened ({found.detail}).", f"look at: ls -l {found.path}")
        case _ if found.steps_to_come:
            yield ok("library", f"{found.path} is of an earlier version, and is brought up to date at the next start.")
        case _:
            yield ok("library", f"{counted(found.papers, 'paper')} in {_corpora(found.corpora)}; the file is whole.")


def index(facts: Facts) -> Iterator[Finding]:
    """Whether the index is what the papers' rows would give."""
    found = facts.library
    if found.state != "whole" or found.steps_to_come:
        return
    mend = f"{facts.icml} corpora rebuild"
    if found.differences:
        yield wrong("index", f"The counts do not agree: {'; '.join(found.differences)}.", mend)
    elif found.other_analysis:
        yield warning("index", "It was made by another version of the analysis, so some words are not found.", mend)
    elif found.papers:
        yield ok("index", "Its counts agree, and it was made by this analysis.")


def meaning(facts: Facts) -> Iterator[Finding]:
    """Whether ranking by meaning has what it needs, where it is turned on."""
    if not facts.semantic:
        return
    without = facts.library.without_vectors
    if not facts.semantic_packages:
        yield wrong(
            "meaning", "Ranking by meaning is on, but its packages are missing.", "pip install 'icml-bot[semantic]'"
        )
    elif facts.library.state == "whole" and without:
        yield warning(
            "meaning", f"{without:,} papers have no vectors, and rank by words alone.", f"{facts.icml} vectors"
        )
    else:
        yield ok("meaning", "Each paper has its vector.")


def memory(facts: Facts) -> Iterator[Finding]:
    """Whether the memory can be read and is of a version that is known."""
    found, icml = facts.memory, facts.icml
    backup = f"{icml} restore FILE (the newest is in {facts.backup.folder})"
    match found.state:
        case "absent":
            yield ok("memory", f"There is none yet ({found.place}): the first start makes it.")
        case "empty":
            yield wrong("memory", f"{found.place} is an empty file: nothing is remembered.", backup)
        case "damaged":
            yield wrong("memory", f"{found.place} is damaged; it was left as it is.", backup)
        case "foreign":
            yield wrong(
                "memory", f"What is at {found.place} is not this bot’s memory.", "give ICML_MEMORY a place of its own"
            )
        case "newer":
            yield wrong(
                "memory", f"{found.place} was written by a later version ({found.words}).", "install that version again"
            )
        case "unusable":
            says, _, mend = found.words.partition(". ")
            yield wrong("memory", f"ICML_MEMORY: {says}.", mend or "correct ICML_MEMORY")
        case "unreachable":
            says, _, mend = found.words.partition(". ")
            yield wrong("memory", f"{says.rstrip('.')}.", mend or "start the database, and try again")
        case "older":
            yield ok("memory", f"{found.place} is of an earlier version, and is brought up to date at the next start.")
        case _:
            yield ok("memory", f"{found.place} is whole, and of this version.")


def claims(facts: Facts) -> Iterator[Finding]:
    """Whether something was begun and never answered."""
    found = facts.memory
    if found.state != "whole":
        return
    if found.stuck and found.oldest_stuck:
        says = (
            f"{found.stuck} things were begun and not answered, the oldest at {found.oldest_stuck:%Y-%m-%d %H:%M} UTC."
        )
        yield warning("claims", says, f"stop the bot and start it again: {facts.icml} serve")
    else:
        yield ok("claims", "Nothing that was begun is without an answer.")


def deliveries(facts: Facts) -> Iterator[Finding]:
    """Whether a digest hangs, or was given up."""
    found = facts.memory
    if found.state != "whole":
        return
    if found.hanging and found.oldest_hanging:
        since = f"{found.oldest_hanging:%Y-%m-%d %H:%M} UTC"
        says = f"{_were(found.hanging, 'digest')} begun and not posted, the oldest due at {since}."
        yield wrong("deliveries", says, f"stop the bot and start it again: {facts.icml} serve")
    elif found.given_up:
        says = f"{counted(found.given_up, 'digest')} of the last seven days could not be posted: {found.reason}."
        yield warning("deliveries", says, "where the bot is missing: /invite it; then “post one now”")
    else:
        yield ok("deliveries", "No digest hangs.")


def _were(number: int, noun: str) -> str:
    return f"{counted(number, noun)} {'was' if number == 1 else 'were'}"


def _corpora(number: int) -> str:
    return f"{number:,} {'corpus' if number == 1 else 'corpora'}"
