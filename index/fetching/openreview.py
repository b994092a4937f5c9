"""The notes of an OpenReview venue, through OpenReview's own client (the extra "openreview")."""

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from index.errors import NotFetched
from index.fetching.download import LONGEST_WAIT, TRIES, Progress, Sleep

SECOND = "https://api2.openreview.net"  # the interface of venues from 2023 on
FIRST = "https://api.openreview.net"
PAGE = 1000  # notes asked for at once, the most that the interface gives


def venue(
    name: str,
    folder: Path,
    *,
    sleep: Sleep,
    progress: Progress | None = None,
    second: str = SECOND,
    first: str = FIRST,
    page: int = PAGE,
) -> Path:
    """Bring all notes of the venue *name* ("ICML.cc/2026/Conference") into *folder*, one a line.

    Both interfaces are asked, the second one first. Pages that came before a break are kept, and a later
    call goes on after them.

    Raises:
        NotFetched: the extra is not installed, there is no such venue, or the interface does not answer.
    """
    if not re.fullmatch(r"[\w.-]+(?:/[\w.-]+)+", name):
        raise NotFetched(f"“{name}” is no venue of OpenReview. Venues look like ICML.cc/2026/Conference.")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = folder / f"openreview-{name.replace('/', '-')}.jsonl"
    for version, address in ((2, second), (1, first)):
        part = folder / f"{kept.name}.v{version}.part"
        work = _Notes(_client(version, address), name, part, page)
        count = work.fetch(sleep, progress)
        if count:
            part.replace(kept)
            return kept
        part.unlink(missing_ok=True)
    raise NotFetched(f"OpenReview has no notes of {name}. Check the venue's name on its page.")


def _client(version: int, address: str) -> Any:
    try:
        library = importlib.import_module("openreview")
    except ImportError:
        raise NotFetched("This needs OpenReview's client: pip install 'icml-bot[openreview]'.") from None
    return library.api.OpenReviewClient(baseurl=address) if version == 2 else library.Client(baseurl=address)


class _Notes:
    """The notes of one venue, while they are fetched."""

    def __init__(self, client: Any, name: str, part: Path, page: int) -> None:
        self._client, self._name, self._part, self._page = client, name, part, page

    def fetch(self, sleep: Sleep, progress: Progress | None) -> int:
        """Write every note to the file, after those that it holds already; how many there are."""
        done = self._kept()
        while True:
            found = self._tried(done, sleep)
            with self._part.open("a", encoding="utf-8") as into:
                for note in found:
                    into.write(json.dumps(note, ensure_ascii=False) + "\n")
            done += len(found)
            if progress:
                progress(self._name, done, 0)
            if len(found) < self._page:
                return done

    def _kept(self) -> int:
        """How many whole lines an earlier call has left; a line that it could not end is cut off."""
        if not self._part.exists():
            return 0
        content = self._part.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        self._part.write_bytes(whole)
        return whole.count(b"\n")

    def _tried(self, offset: int, sleep: Sleep) -> list[dict[str, Any]]:
        wait, left = 1.0, TRIES
        while True:
            try:
                return list(self._asked(offset))
            except Exception as fault:  # the client lets errors of many libraries through
                left -= 1
                if not left or _is_final(fault):
                    raise NotFetched(
                        f"OpenReview does not give the notes of {self._name} ({_words(fault)})."
                    ) from fault
                sleep(min(wait, LONGEST_WAIT))
                wait *= 2

    def _asked(self, offset: int) -> Iterator[dict[str, Any]]:
        for note in self._client.get_notes(content={"venueid": self._name}, offset=offset, limit=self._page):
            yield note.to_json()


def _is_final(fault: Exception) -> bool:
    """Whether another try would be told the same: a name that is unknown, or a venue that is not for everybody."""
    return bool(re.search(r"NotFound|Forbidden|Invalid|'status': 40[0134]", str(fault)))


def _words(fault: Exception) -> str:
    told = fault.args[0] if fault.args else ""
    text = told.get("message", "") if isinstance(told, dict) else str(told)
    return " ".join(str(text).split())[:160] or type(fault).__name__
