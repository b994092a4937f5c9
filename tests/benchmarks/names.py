"""How often a name is found from the abstract alone, how often it is wrong, and how code addresses fare.

    python -m tests.benchmarks.names --corpus FILE

FILE has one JSON object a line with ``title``, ``abstract`` and ``code``, gzipped or not. The truth is in
the titles of the form “Name: …” with a Name of one word.
"""

import argparse
import re
import time
import unicodedata
from pathlib import Path

from index.clean import clean, clean_title
from index.naming import code_of, headline_of, name_of
from tests.benchmarks.cleaning import rows

TITLED = re.compile(r"([^\s:]+): ")
NO_NAMES = frozenset(("Position",))  # a kind of paper


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--corpus", type=Path, required=True)
    options.add_argument("--worst", type=int, default=10)
    chosen = options.parse_args()
    papers = [(clean_title(row["title"]), clean(row["abstract"])) for row in rows(chosen.corpus)]
    print_names(papers, worst=chosen.worst)
    print_codes([(row["abstract"], row.get("code") or "") for row in rows(chosen.corpus)])


def print_names(papers: list[tuple[str, str]], *, worst: int = 10) -> None:
    began = time.process_time()
    names = [name_of(abstract) for _, abstract in papers]
    named = time.process_time()
    headlines = [headline_of(abstract, "", name) for (_, abstract), name in zip(papers, names, strict=True)]
    told = time.process_time()
    print(f"{len(papers):,} names in {named - began:.2f} s, headlines without titles in {told - named:.2f} s")
    print(f"  longest headline {max(map(len, headlines))} characters, empty {sum(not line for line in headlines)}")

    wanted = [
        (found[1], name, abstract)
        for (title, abstract), name in zip(papers, names, strict=True)
        if (found := TITLED.match(title)) and found[1] not in NO_NAMES
    ]
    right = sum(folded(name) == folded(truth) for truth, name, _ in wanted)
    exact = sum(name == truth for truth, name, _ in wanted)
    claimed = sum(bool(name) for _, name, _ in wanted)
    standing = sum(folded(truth) in folded(abstract) for truth, _, abstract in wanted)
    print(f"{len(wanted):,} titles “Name: …”; {standing:,} of the names stand in their abstract")
    print(f"  found {right / len(wanted):.3f} (to the letter {exact / len(wanted):.3f})")
    print(f"  found of those that stand {right / standing:.3f}")
    print(f"  of {claimed:,} names claimed for them {1 - right / claimed:.3f} are others")
    others = [name for (title, _), name in zip(papers, names, strict=True) if not TITLED.match(title)]
    print(f"{len(others):,} other titles: a name is claimed for {sum(map(bool, others)):,}")
    wrong = [(truth, name) for truth, name, _ in wanted if name and folded(name) != folded(truth)]
    print(f"The first {worst} others:")
    for truth, name in wrong[:worst]:
        print(f"  {truth} was wanted, {name} claimed")


def print_codes(papers: list[tuple[str, str]]) -> None:
    """The list's own code field is the truth where its address stands in the abstract."""
    known = [(code_of(raw), code.rstrip("/")) for raw, code in papers if code and code.rstrip("/") in raw]
    right = sum(found.rstrip("/") == code for found, code in known)
    print(f"{len(known):,} abstracts hold the code address of their list; found in {right:,}")


def folded(text: str) -> str:
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text)).casefold()


if __name__ == "__main__":
    main()
