"""Which address in an abstract leads to the paper's own code or project."""

import re

from index.cleaning.addresses import is_web, located_in
from index.cleaning.characters import plain_characters
from index.cleaning.html import without_entities

_CODE_HOST = re.compile(
    r"https?://(?:www\.)?(?:github\.com/[^/]+/[^/]+|gitlab\.[\w.]+/|bitbucket\.org/|codeberg\.org/|"
    r"gitee\.com/|git\.[\w.-]+/|"
    r"anonymous\.4open\.science/|huggingface\.co/(?!datasets)|pypi\.org/project/|zenodo\.org/|osf\.io/|figshare\.com/)",
    re.IGNORECASE,
)
_PAGE_HOST = re.compile(
    r"https?://(?:[\w-]+\.(?:github|gitlab)\.io|sites\.google\.com|github\.com|[\w.-]+\.(?:netlify|"
    r"vercel)\.app|tinyurl\.com|bit\.ly)",
    re.IGNORECASE,
)
_PAPER_HOST = re.compile(
    r"https?://(?:[\w-]+\.)*(?:arxiv\.org|doi\.org|openreview\.net|wikipedia\.org|youtube\.com|"
    r"youtu\.be|twitter\.com|x\.com|"
    r"aclanthology\.org|semanticscholar\.org|creativecommons\.org|kaggle\.com|proceedings\.mlr\.press|"
    r"neurips\.cc|icml\.cc)(?:/|$)",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?:codes?|implementations?|codebase|source|software|repository|repo|scripts?|toolbox|toolkit|package|library|"
    r"checkpoints?|weights|artifacts?|git ?hub)\b",
    re.IGNORECASE,
)
_PROJECT = re.compile(
    r"\b(?:project|web ?page|web ?site|home ?page|demos?|page|site|videos?|samples|leaderboard|"
    r"demonstrations?|experiments|refer)\b",
    re.IGNORECASE,
)
_MADE_PUBLIC = re.compile(
    r"\b(?:available|availability|released?|releasing|open[- ]?sourced?|found|accessible|accessed|"
    r"published|provided?|shared?|"
    r"hosted|visit|see|here|public(?:ly)?|anonymi[sz]ed|at|link)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:our|ours|we|this (?:paper|work))\b", re.IGNORECASE)
_DATA = re.compile(r"\b(?:data ?sets?|data|benchmarks?|corpus|corpora)\b", re.IGNORECASE)
_BORROWED = re.compile(
    r"\b(?:using|uses|we use|used (?:in|by|for)|based on|built (?:on|upon)|from|following|"
    r"evaluated? on|trained on|compared? (?:to|with)|derived|"
    r"introduced by|provided by|such as|e\.g\.|the (?:official|original|popular|public|existing|well-known)|baselines?|"
    r"competition|challenge|by \w+ et al\.?)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?][\"”)\]]*\s+(?=[A-Z\[\\])|\n\s*\n")
_MARKUP = re.compile(r"\\(?:footnote|url|href|texttt|nolinkurl|textit|textbf|emph)\b|[{}*_`]")
_WORTH = 2.5


def code_of(raw: str) -> str:
    """Return the paper's own code or project address from its raw abstract, "" if there is none.

    An address that is merely cited (a data set, a baseline, another paper) is not
    taken: the words before it must say that something is made public there.
    """
    text = without_entities(plain_characters(raw))
    best, reached = "", _WORTH
    for address, start, end in located_in(text):
        if not is_web(address) or _PAPER_HOST.match(address):
            continue
        points = _points(text, address, start, end)
        if points > reached:
            best, reached = address, points
    return best


def _points(text: str, address: str, start: int, end: int) -> float:
    before = _MARKUP.sub(" ", _SENTENCE_END.split(text[max(0, start - 200) : start])[-1])
    near, after = " ".join(before.split())[-70:], _SENTENCE_END.split(text[end : end + 60])[0]
    points = 1.5 if _CODE_HOST.match(address) else 1.0 if _PAGE_HOST.match(address) else 0.3
    public = bool(_MADE_PUBLIC.search(near))
    if _CODE.search(near):
        points += 2.0
    elif _CODE.search(before) or _PROJECT.search(near) or _CODE.search(after) or _PROJECT.search(after):
        points += 1.5
    if public:
        points += 1.0
    if _OWN.search(before):
        points += 1.0 if public else 0.5
    if _DATA.search(near) and not _CODE.search(near):
        points -= 0.5
    alone = not re.search(r"\w", before)
    if alone or ("://" not in before and not re.search(r"\w{3}", text[end:])):
        points += 1.75 if alone else 1.0  # an address alone, or the last thing said
    if _is_named_after(address, text[: max(0, start - 30)]):
        points += 1.5
    if _BORROWED.search(near) and not (public and _CODE.search(near)):
        points -= 2.5
    return points


def _is_named_after(address: str, text: str) -> bool:
    """Tell whether the repository has a name that the abstract writes with capitals: GRAPE, SyMerge."""
    last = re.sub(r"\.git$|/$", "", address).rsplit("/", 1)[-1]
    last = re.sub(r"-[0-9A-F]{4}$|^ICML\d*[_-]", "", last)
    return len(last) > 2 and any(c.isupper() for c in last) and re.search(rf"\b{re.escape(last)}\b", text) is not None
