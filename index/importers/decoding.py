"""From the bytes of a list to its text, whatever wrote them."""

import codecs
import re

from index.errors import UnreadableList

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FORMATS = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"\x7fELF", "a program"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"(\xb5/\xfd", "a Zstandard archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
)
_CONTROLS = bytes([*range(1, 9), *range(14, 27), 28, 29, 30, 31, 127])
_SAMPLE = 65_536
_HIGH_RUN = re.compile(rb"(?:[\x81-\xfe][\x40-\xfe]){2,}")
_CHINESE = re.compile(r"[\u3001-\u3011\u4e00-\u9fff\uff01-\uff1f]+")


def decode(content: bytes) -> str:
    """Return the text of *content* with LF line ends and without NULs and byte order marks.

    UTF-8, UTF-16 and UTF-32 are told by their mark; without one, each line is UTF-8
    if it can be, else Windows-1252 (or GB 18030 where a run of bytes is Chinese in
    it). So a file that several programs wrote to is read as well.

    Raises:
        UnreadableList: if *content* is no text.
    """
    text = _decoded(content)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").replace("\ufeff", "")


def _decoded(content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            if encoding == "utf-8":
                content = content[len(mark) :]
                break
            return content[len(mark) :].decode(encoding, "replace")
    if encoding := _unmarked_utf16(content[:_SAMPLE]):
        return content.decode(encoding, "replace")
    _refuse_binary(content)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(map(_line, content.splitlines(keepends=True)))


def _unmarked_utf16(sample: bytes) -> str:
    """UTF-16 without its mark: every other byte of Latin text is a NUL."""
    even, odd = sample[::2], sample[1::2]
    if len(sample) < 8 or max(even.count(0), odd.count(0)) < 0.4 * len(odd):
        return ""
    if odd.count(0) > 0.4 * len(odd) and even.count(0) < 0.05 * len(even):
        return "utf-16-le"
    return "utf-16-be" if even.count(0) > 0.4 * len(even) and odd.count(0) < 0.05 * len(odd) else ""


def _refuse_binary(content: bytes) -> None:
    for signature, kind in _FORMATS:
        if content.startswith(signature):
            raise UnreadableList(f"This is {kind}, not a list of papers as text.")
    sample = content[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if controls > 0.02 * len(sample) or sample.count(0) > 0.3 * len(sample):
        raise UnreadableList("This is a binary file, not a list of papers as text.")


def _line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(_pieces(line))


def _pieces(line: bytes) -> list[str]:
    """Decode what is UTF-8, and what is not as Windows-1252: a line may be pasted together too."""
    pieces: list[str] = []
    while line:
        try:
            pieces.append(line.decode("utf-8"))
            break
        except UnicodeDecodeError as refused:
            pieces.append(line[: refused.start].decode("utf-8"))
            run = _HIGH_RUN.match(line, refused.start)
            if run and (chinese := _chinese(run[0])):
                pieces.append(chinese)
                line = line[run.end() :]
            else:
                pieces.append("".join(map(_western, line[refused.start : refused.end])))
                line = line[refused.end :]
    return pieces


def _chinese(run: bytes) -> str:
    """The run as GB 18030 if that makes it all Chinese, else ""."""
    try:
        text = run.decode("gb18030")
    except UnicodeDecodeError:
        return ""
    return text if _CHINESE.fullmatch(text) else ""


def _western(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)  # five places are empty in Windows-1252
