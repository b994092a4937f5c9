"""Files, folders and archives are opened with care: what could do harm is refused in words."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from index.errors import UnreadableList
from index.importers.base import Choice, Record
from index.importers.opening import lists_in

CORPORA = Path(__file__).parents[2] / "corpora"
LINE = '{"title": "A Paper of Some Kind", "abstract": "It says something.", "venue": "ICML", "year": 2031}\n'
BOMB = LINE.replace("It says", "It says" + "s" * 200_000).encode() * 400
LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE collection [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
<collection id="2031.acl"><volume id="1"><paper id="1"><title>&d;&d;&d;</title></paper></volume></collection>"""


def everything(path, **given):
    """(source, label, records, note) of each list."""
    return [
        (one.source, one.label, sum(isinstance(entry, Record) for entry in one.entries), one.note)
        for one in lists_in(path, Choice(), **given)
    ]


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def zipped(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_gzip_is_known_by_its_content(tmp_path):
    packed = write(tmp_path / "papers", gzip.compress(LINE.encode()))

    assert everything(packed) == [("papers", "ICML 2031", 1, "")]


def test_standard_input_is_a_list_too():
    assert everything(Path("-"), standard_input=io.BytesIO(LINE.encode())) == [("standard input", "ICML 2031", 1, "")]
    packed = io.BytesIO(gzip.compress(LINE.encode()))
    assert everything(Path("-"), standard_input=packed)[0][2] == 1


def test_a_folder_gives_its_lists_by_name_and_says_what_is_none(tmp_path):
    write(tmp_path / "lists" / "b.jsonl", LINE)
    write(tmp_path / "lists" / "deep" / "a.jsonl.gz", gzip.compress(LINE.encode()))
    write(tmp_path / "lists" / "README.md", "# Nothing\n")
    write(tmp_path / "lists" / "picture.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00")
    write(tmp_path / "lists" / ".hidden.jsonl", LINE)

    found = everything(tmp_path / "lists")

    assert [(source, records) for source, _, records, note in found if not note] == [
        ("lists/b.jsonl", 1),
        ("lists/deep/a.jsonl.gz", 1),
    ]
    assert sorted(source for source, _, _, note in found if note) == ["lists/README.md", "lists/picture.png"]


def test_links_out_of_a_folder_are_not_followed(tmp_path):
    secret = write(tmp_path / "secret.jsonl", LINE)
    write(tmp_path / "lists" / "a.jsonl", LINE)
    (tmp_path / "lists" / "out.jsonl").symlink_to(secret)
    (tmp_path / "lists" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "lists" / "in.jsonl").symlink_to(tmp_path / "lists" / "a.jsonl")

    found = everything(tmp_path / "lists")

    assert [source for source, _, _, note in found if not note] == ["lists/a.jsonl", "lists/in.jsonl"]
    assert all("leads out" in note for _, _, _, note in found if note)


def test_an_archive_gives_its_lists_and_its_volumes(tmp_path):
    members = {
        f"v999/{path.relative_to(CORPORA / 'volume')}": path.read_bytes() for path in (CORPORA / "volume").rglob("*.*")
    }
    packed = zipped(tmp_path / "all.zip", {**members, "list.jsonl": LINE, "__MACOSX/._list.jsonl": b"\0\0"})

    assert [(label, records) for _, label, records, _ in everything(packed)] == [("ICML 2031", 1), ("ICML 2031", 1)]


def test_a_zip_bomb_is_refused(tmp_path):
    with pytest.raises(UnreadableList, match="unpacks to more than"):
        everything(zipped(tmp_path / "bomb.zip", {"a.jsonl": BOMB}))


def test_a_gzip_bomb_is_refused(tmp_path):
    bomb = io.BytesIO()
    with gzip.GzipFile(fileobj=bomb, mode="wb") as packed:
        packed.write(BOMB)

    with pytest.raises(UnreadableList, match="unpacks to more than"):
        everything(write(tmp_path / "bomb.gz", bomb.getvalue()))


def test_a_gzip_within_a_zip_shares_its_allowance(tmp_path):
    inner = gzip.compress(BOMB)

    with pytest.raises(UnreadableList, match="unpacks to more than"):
        everything(zipped(tmp_path / "bomb.zip", {"a.gz": inner}))


@pytest.mark.timeout(10)
def test_a_billion_laughs_are_refused(tmp_path):
    with pytest.raises(UnreadableList, match="entities of its own"):
        everything(write(tmp_path / "laughs.xml", LAUGHS))


def test_a_file_of_the_system_is_not_read_through_xml(tmp_path):
    content = LAUGHS.replace('<!ENTITY a "ha">', '<!ENTITY a SYSTEM "file:///etc/hostname">')

    with pytest.raises(UnreadableList, match="entities of its own"):
        everything(write(tmp_path / "x.xml", content))


@pytest.mark.parametrize("cut", [20, 60, -12, -4])
def test_a_damaged_archive_is_said(tmp_path, cut):
    packed = gzip.compress(LINE.encode() * 50)[:cut]

    with pytest.raises(UnreadableList, match=r"damaged or cut off|empty"):
        everything(write(tmp_path / "cut.gz", packed))


def test_a_damaged_zip_is_said(tmp_path):
    whole = zipped(tmp_path / "x.zip", {"a.jsonl": LINE}).read_bytes()

    with pytest.raises(UnreadableList, match="damaged"):
        everything(write(tmp_path / "cut.zip", whole[:60]))


def test_an_office_file_is_told_how_to_come_in(tmp_path):
    with pytest.raises(UnreadableList, match="as CSV"):
        everything(zipped(tmp_path / "table.xlsx", {"[Content_Types].xml": "<Types/>", "xl/sheet.xml": "<x/>"}))


def test_a_folder_without_any_list_says_so(tmp_path):
    write(tmp_path / "lists" / "notes.md", "# Nothing\n")

    with pytest.raises(UnreadableList, match="no list of papers"):
        everything(tmp_path / "lists")


def test_a_large_list_is_read_in_pieces(tmp_path):
    """The first record is there before the file is read to its end."""
    path = write(tmp_path / "large.jsonl", LINE * 60_000)

    (one,) = lists_in(path, Choice())
    entries = iter(one.entries)

    assert isinstance(next(entries), Record)
    assert sum(1 for _ in entries) == 59_999


def test_utf_16_and_a_mark_at_the_start_are_read(tmp_path):
    text = "title\tauthors\r\nNaïve Ümlauts\tJosé Example\r\n"

    for name, coded in (("16", "utf-16"), ("8", "utf-8-sig")):
        assert everything(write(tmp_path / f"{name}.tsv", text.encode(coded)))[0][2] == 1
