"""The ids that papers have in the world, found in their links and fields."""

import re
from collections.abc import Iterable

STRONG = ("openreview", "doi", "arxiv", "acl", "pmlr")  # one value, one paper; the best first

_IN_LINKS = (
    ("openreview", re.compile(r"openreview\.net/(?:forum|pdf|attachment|revisions)/?\?(?:[^#\s]*&)?id=([\w-]{6,40})")),
    ("openreview", re.compile(r"openreview\.net/pdf/([\w-]{6,40})\.pdf")),
    ("arxiv", re.compile(r"arxiv\.org/(?:abs|pdf|html)/(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})")),
    ("doi", re.compile(r"doi\.org/(10\.\d{4,9}/[^\s?#]+)")),
    ("acl", re.compile(r"(?:aclanthology\.org|aclweb\.org/anthology(?:/papers/\w/\w\d\d)?)/([\w.-]+\d)(?:[/.]|v\d|$)")),
    ("pmlr", re.compile(r"proceedings\.mlr\.press/(v\d+|r\d+)/([\w-]+?)(?:\.html|\.pdf|/|$)")),
    ("pmlr", re.compile(r"raw\.githubusercontent\.com/mlresearch/(v\d+)/[\w-]+/assets/([\w-]+)/")),
    (
        "icml",
        re.compile(r"(icml|neurips|nips|iclr)\.cc/+virtual/(\d{4})/(?:poster|oral|spotlight)/(\d+)", re.IGNORECASE),
    ),
)
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(r"(?:arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE)
_FORUM = re.compile(r"[\w-]{6,40}")


def ids_of(
    links: Iterable[str], *, openreview: str = "", doi: str = "", arxiv: str = "", acl: str = ""
) -> tuple[tuple[str, str], ...]:
    """All ids in *links* and in the fields given, sorted, each once.

    DOIs are folded to lower case, as they are meant to be compared; all others keep their case.
    """
    found: set[tuple[str, str]] = set()
    for link in links:
        if link:
            found.update(_in_link(link))
    if openreview and "/" not in openreview and _FORUM.fullmatch(openreview):
        found.add(("openreview", openreview))
    if match := _DOI.search(doi):
        found.add(("doi", match[0].rstrip(".,;/").lower()))
    if match := _ARXIV.fullmatch(arxiv.strip()):
        found.add(("arxiv", match[1]))
    if acl:
        found.add(("acl", acl))
    return tuple(sorted(found))


def _in_link(link: str) -> Iterable[tuple[str, str]]:
    for kind, pattern in _IN_LINKS:
        match = pattern.search(link)
        if not match:
            continue
        if kind == "icml":
            yield match[1].lower(), f"{match[2]}/{match[3]}"
        elif kind == "doi":
            yield kind, match[1].rstrip(".,;/").lower()
        else:
            yield kind, "/".join(match.groups())


def key_rank(external: tuple[str, str]) -> tuple[int, str, str]:
    """Orders ids by how well they serve as a paper's key."""
    kind, value = external
    return (STRONG.index(kind) if kind in STRONG else len(STRONG), kind, value)
