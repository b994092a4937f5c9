"""What icml.cc and its sister sites export: events of a conference, papers among them."""

import re
from dataclasses import replace
from typing import Any

from index.importers.base import Choice, Entry, LeftOut, Refusal
from index.importers.fields import record_of, text_of
from index.importers.identifiers import ids_of

_SITES = {"icml": "ICML", "neurips": "NeurIPS", "nips": "NeurIPS", "iclr": "ICLR"}
_AT = re.compile(r"(icml|neurips|nips|iclr)\.cc/+virtual/(\d{4})/", re.IGNORECASE)
_PAPER_KINDS = re.compile(r"poster|oral|spotlight|paper|journal", re.IGNORECASE)


def fits(given: dict[str, Any]) -> bool:
    return (
        "virtualsite_url" in given
        or "speakers/authors" in given
        or ("eventtype" in given and "name" in given)
        or {"en", "abs", "link"} <= given.keys()
    )


def entry(position: int, raw: str, given: dict[str, Any], choice: Choice) -> Entry:
    kind = text_of(given.get("eventtype")) or text_of(given.get("type"))
    if kind and not _PAPER_KINDS.search(kind):
        return LeftOut(position, f"not a paper ({kind})")
    decision = text_of(given.get("decision"))
    if choice.accepted_only and re.search(r"reject|withdraw", decision, re.IGNORECASE):
        return LeftOut(position, "rejected" if "reject" in decision.casefold() else "withdrawn")
    address = text_of(given.get("virtualsite_url"))
    site = _AT.search(address)
    if address.startswith("/"):
        address = ""  # a path alone says neither which site nor which conference
    fields = {
        "title": given.get("name") or given.get("en") or given.get("title"),
        "abstract": given.get("abstract") or given.get("abs"),
        "authors": given.get("authors") or given.get("speakers/authors"),
        "venue": _SITES[site[1].lower()] if site else "",
        "year": site[2] if site else "",
        "topic": given.get("topic"),
        "url": given.get("paper_url") or given.get("link") or address,
        "pdf": given.get("paper_pdf_url"),
        "openreview": given.get("openreview_url") or given.get("link"),
        "code": given.get("github") or given.get("code"),
        "oral": kind + " " + decision,
        "id": given.get("id") or given.get("uid"),
    }
    if fields["openreview"] and "openreview" not in text_of(fields["openreview"]):
        fields["openreview"] = ""
    found = record_of(position, raw, fields)
    if isinstance(found, Refusal) or not address:
        return found
    return replace(found, ids=tuple(sorted({*found.ids, *ids_of((address,))})))
