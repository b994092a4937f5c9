"""Content that no list should have, for every importer."""

import json

from hypothesis import strategies as st

from index.errors import UnreadableList
from index.importers import pmlr_posts
from index.importers.base import Choice, Record
from index.importers.opening import FORMATS
from index.importers.text import Text
from index.merging import paper_of

FIELDS = st.sampled_from(
    [
        "title",
        "abstract",
        "authors",
        "year",
        "url",
        "id",
        "content",
        "forum",
        "venue",
        "status",
        "track",
        "name",
        "eventtype",
        "virtualsite_url",
        "pdf",
        "notes",
        "papers",
        "results",
        "decision",
        "code",
        "doi",
        "invitations",
        "replyto",
        "value",
    ]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.just("Word " * 30)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELDS | st.text(max_size=5), inner, max_size=6),
    max_leaves=20,
)
BYTES = st.binary(max_size=300)
JSON = st.one_of(
    VALUES.map(json.dumps),
    st.lists(st.dictionaries(FIELDS, VALUES, max_size=8), max_size=4).map(json.dumps),
    st.lists(st.dictionaries(FIELDS, VALUES, max_size=8).map(json.dumps), max_size=4).map("\n".join),
    st.tuples(
        st.lists(st.dictionaries(FIELDS, VALUES, max_size=8), max_size=4).map(json.dumps), st.integers(0, 200)
    ).map(lambda pair: pair[0][: pair[1]]),
).map(lambda text: text.encode())
BIBTEX = st.lists(
    st.sampled_from(
        [
            "@article{",
            "@inproceedings(",
            "@string{",
            "@comment{",
            "@",
            "key,",
            "\n",
            "title",
            " = ",
            "{",
            "}",
            '"',
            "#",
            ",",
            ")",
            "(",
            "author = {A and B}",
            "abstract = {x}",
            "year = 2031",
            "\\",
            "\\'",
            "{\\o}",
            "$",
            "%",
            "month = jan",
            "é",
            "\u2028",
            "and",
            "@proceedings{x,",
        ]
    ),
    max_size=40,
).map(lambda parts: "".join(parts).encode())
OTHERS = st.lists(
    st.sampled_from(
        [
            "title,abstract\n",
            "title\tabstract\n",
            '"',
            ",",
            "\n",
            "\r\n",
            "a,b,c",
            "TY  - CONF\n",
            "TI  - x\n",
            "ER  - \n",
            "AU  - ",
            "---\n",
            "title: x\n",
            "abstract: [",
            "layout: &a\n",
            "*a",
            "<collection id='1'>",
            "<paper>",
            "</paper>",
            "<title>",
            "</title>",
            "<feed xmlns='http://www.w3.org/2005/Atom'>",
            "<entry>",
            "</entry>",
            "&amp;",
            "&x;",
            "<!DOCTYPE a>",
            "sep=;\n",
            "\0",
            "\ud800",
        ]
    ),
    max_size=30,
).map(lambda parts: "".join(parts).encode("utf-8", "surrogatepass"))
KINDS = {"bytes": BYTES, "JSON": JSON, "BibTeX": BIBTEX, "others": OTHERS}


def given_to_all(content: bytes) -> int:
    """Give *content* to every importer, whether it recognises it or not; how many records came out."""
    return sum(_taken(form, content) for form in FORMATS) + _post(content.decode("utf-8", "replace"))


def _taken(form, content: bytes) -> int:
    records = 0
    try:
        text = Text(iter([content]), "list")
        form.recognises(text)
        for entry in form.read(text, Choice()).entries:
            if isinstance(entry, Record):
                assert paper_of(entry).headline
                records += 1
    except UnreadableList:
        pass  # it said so, in words
    return records


def _post(content: str) -> int:
    return pmlr_posts.recognises(content) and isinstance(pmlr_posts.entry(content, 1, {}), Record)
