"""Notes as OpenReview's interfaces give them: version 1 with bare values, version 2 with ``{"value": …}``."""

import re
from typing import Any

from index.importers.base import Choice, Entry, LeftOut
from index.importers.fields import has_words, record_of, text_of, year_of

_SUBMISSION = re.compile(r"submission", re.IGNORECASE)
_NO_PAPERS = re.compile(
    r"(review|comment|decision|rebuttal|withdrawal|desk_reject|revision|recommendation|confidential|acknowledg)",
    re.IGNORECASE,
)
_STATES = (
    ("withdrawn", re.compile(r"withdraw", re.IGNORECASE)),
    ("desk-rejected", re.compile(r"desk[\W_]*reject", re.IGNORECASE)),
    ("rejected", re.compile(r"reject|not accepted", re.IGNORECASE)),
    (
        "not decided yet",
        re.compile(r"^submitted to|under review|/submission$|/-/|active|blind[\W_]submission", re.IGNORECASE),
    ),
)


def fits(given: dict[str, Any]) -> bool:
    return isinstance(given.get("content"), dict) and any(
        key in given for key in ("forum", "invitation", "invitations", "signatures", "cdate", "tcdate", "replyto", "id")
    )


def entry(position: int, raw: str, given: dict[str, Any], choice: Choice) -> Entry:
    content = {key: _value(value) for key, value in given["content"].items()}
    forum = text_of(given.get("forum")) or text_of(given.get("id"))
    if given.get("replyto") or (forum and given.get("id") and given["id"] != forum) or _is_reply(given):
        return LeftOut(position, "a reply, not a paper")
    if not has_words(text_of(content.get("title"))) and not has_words(text_of(content.get("abstract"))):
        return LeftOut(position, "a note without title and abstract, not a paper")
    state = _state(given, content)
    if choice.accepted_only and state:
        return LeftOut(position, state)
    venue = text_of(content.get("venue"))
    fields = {
        "title": content.get("title"),
        "abstract": content.get("abstract"),
        "authors": content.get("authors"),
        "venue": re.sub(
            r"\s*\b(?:poster|oral|spotlight\w*|notable[\w-]*|accept\w*|\d{4})\b\s*", " ", venue, flags=re.IGNORECASE
        ).strip(" ()-"),
        "year": year_of(venue) or year_of(content.get("venueid")),
        "primary_area": content.get("primary_area") or content.get("Primary Area"),
        "url": f"https://openreview.net/forum?id={forum}" if forum else "",
        "pdf": _pdf(content.get("pdf"), forum),
        "code": content.get("code") or content.get("github") or content.get("software"),
        "openreview": forum,
        "oral": venue,
        "id": forum,
    }
    return record_of(position, raw, fields)


def _value(field: Any) -> Any:
    return field.get("value") if isinstance(field, dict) and set(field) <= {"value", "readers", "const"} else field


def _is_reply(given: dict[str, Any]) -> bool:
    invitations = given.get("invitations") or [given.get("invitation")]
    names = (
        [one.rsplit("/-/", 1)[-1] for one in invitations if isinstance(one, str)]
        if isinstance(invitations, list)
        else []
    )
    return bool(names) and not any(map(_SUBMISSION.search, names)) and any(map(_NO_PAPERS.search, names))


def _state(given: dict[str, Any], content: dict[str, Any]) -> str:
    """Why the note is no accepted paper; "" when it is one, or when nothing is said of it."""
    decision = text_of(content.get("decision"))
    if decision and not re.search(r"reject|withdraw", decision, re.IGNORECASE):
        return ""
    told = (decision, text_of(content.get("venueid")), text_of(content.get("venue")))
    for name, pattern in _STATES:
        if any(map(pattern.search, told)):
            return name
    if given.get("ddate"):
        return "deleted"
    if content.get("withdrawal"):
        return "withdrawn"
    return ""


def _pdf(value: Any, forum: str) -> str:
    path = text_of(value)
    if path.startswith("/"):
        return f"https://openreview.net/pdf?id={forum}" if forum else f"https://openreview.net{path}"
    return path
