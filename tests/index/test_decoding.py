"""A list is read whatever program wrote it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.errors import UnreadableList
from index.importers.decoding import decode

HEADED = "ICML 2026 论文列表\n\nNaïve “Bayes” – C² for all"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_unicode_is_read_with_and_without_its_mark(encoding):
    assert decode(HEADED.encode(encoding)) == HEADED


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_the_mark_of_utf_16_decides_its_order(mark):
    assert decode(("\ufeff" + HEADED).encode(mark)) == HEADED


def test_windows_1252_is_read():
    assert decode("naïve “quotes” – and Müller’s".encode("cp1252")) == "naïve “quotes” – and Müller’s"


def test_lines_of_several_encodings_are_read_in_one_file():
    pieces = ["naïve\n".encode("cp1252"), "naïve 论文\n".encode(), "“so”".encode("cp1252")]

    assert decode(b"".join(pieces)) == "naïve\nnaïve 论文\n“so”"


def test_encodings_are_told_apart_within_a_line():
    assert decode("é".encode() + b" " + "ö".encode("cp1252")) == "é ö"


def test_a_chinese_heading_of_an_older_program_is_read():
    assert decode("ICML 2026 论文列表\nabc".encode("gb18030")) == "ICML 2026 论文列表\nabc"


def test_line_ends_become_lf_and_nuls_and_stray_marks_go():
    assert decode(b"a\r\nb\rc\0d\n\xef\xbb\xbfe") == "a\nb\ncd\ne"


def test_an_empty_list_is_empty_text():
    assert decode(b"") == ""


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"%PDF-1.7 ...", "a PDF"),
        (b"PK\x03\x04....", "a ZIP archive"),
        (b"\x1f\x8b\x08....", "a gzip archive"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"SQLite format 3\0" + bytes(84), "an SQLite database"),
        (bytes(range(256)) * 4, "a binary file"),
        (b"abc" + bytes(100), "a binary file"),
    ],
)
def test_what_is_no_text_is_refused_in_one_sentence(content, kind):
    with pytest.raises(UnreadableList, match=kind) as refused:
        decode(content)

    assert str(refused.value).count(".") == 1


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0\r\ufeff", exclude_categories=["Cc"])))
def test_utf_8_comes_back_as_it_was(text):
    assert decode(text.encode()) == text


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_refused(content):
    try:
        text = decode(content)
    except UnreadableList:
        return
    assert "\r" not in text
    assert "\0" not in text
