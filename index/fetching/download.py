"""A file from an address: with a limit, tried again, gone on with where it broke off, and not fetched twice."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from index.errors import NotFetched
from index.fetching.transport import Reply, Transport, Unreachable

LARGEST = 2 * 1024**3  # bytes
TRIES = 5
LONGEST_WAIT = 60.0  # seconds
Progress = Callable[[str, int, int], None]  # what is fetched, bytes so far, bytes in all (0: not known)
Sleep = Callable[[float], None]  # waits so many seconds by the caller's clock


def download(
    address: str,
    folder: Path,
    *,
    transport: Transport,
    sleep: Sleep,
    progress: Progress | None = None,
    largest: int = LARGEST,
) -> Path:
    """Bring the file at *address* into *folder*, and return where it stands.

    A file that is there already is fetched again only if it has changed. What broke off is kept beside
    it and gone on with, in this call or a later one.

    Raises:
        NotFetched: the address is none, has nothing, has too much, or does not answer after five tries.
    """
    if urlsplit(address).scheme.lower() not in {"http", "https"} or not urlsplit(address).hostname:
        raise NotFetched(f"“{address}” is no web address. It begins with https://.")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    work = _Download(address, folder, transport, progress, largest)
    wait, left = 1.0, TRIES
    while True:
        try:
            return work.try_once()
        except Unreachable as fault:
            left -= 1
            if not left:
                raise NotFetched(
                    f"{address} does not answer ({fault}). What came so far is kept: try again later."
                ) from fault
            sleep(min(LONGEST_WAIT, max(wait, work.asked_to_wait)))
            wait *= 2


class _Download:
    """One file, while it is fetched."""

    def __init__(
        self, address: str, folder: Path, transport: Transport, progress: Progress | None, largest: int
    ) -> None:
        self._address, self._transport, self._progress, self._largest = address, transport, progress, largest
        self._file = folder / file_name(address)
        self._part = folder / f"{self._file.name}.part"
        self._notes = folder / f"{self._file.name}.json"
        self.asked_to_wait = 0.0

    def try_once(self) -> Path:
        """Ask once.

        Raises:
            Unreachable: worth another try.
            NotFetched: not worth one.
        """
        known = self._known()
        with self._transport.get(self._address, self._asked(known)) as reply:
            if reply.status == 304 and self._file.exists():
                return self._file
            if reply.status == 416:  # what is there is not the beginning of what is offered
                self._part.unlink(missing_ok=True)
                raise Unreachable("it has changed meanwhile")
            self._judge(reply)
            self._take(reply)
        self._part.replace(self._file)
        return self._file

    def _known(self) -> dict[str, str]:
        try:
            notes = json.loads(self._notes.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return notes if isinstance(notes, dict) else {}

    def _asked(self, known: Mapping[str, str]) -> dict[str, str]:
        mark = known.get("etag") or known.get("last-modified") or ""
        if self._part.exists() and mark and not mark.startswith("W/"):
            return {"Range": f"bytes={self._part.stat().st_size}-", "If-Range": mark, "Accept-Encoding": "identity"}
        headers = {"Accept-Encoding": "identity"}
        if self._file.exists() and not self._part.exists():
            if known.get("etag"):
                headers["If-None-Match"] = known["etag"]
            if known.get("last-modified"):
                headers["If-Modified-Since"] = known["last-modified"]
        return headers

    def _judge(self, reply: Reply) -> None:
        if reply.status in {200, 206}:
            return
        if reply.status in {408, 425, 429} or reply.status >= 500:
            asked = reply.headers.get("retry-after", "")
            self.asked_to_wait = float(asked) if re.fullmatch(r"\d{1,6}", asked) else 0.0
            raise Unreachable(f"it says {reply.status}")
        what = {401: "wants a password", 403: "is not for everybody", 404: "is not there", 410: "is gone"}
        raise NotFetched(
            f"{self._address} {what.get(reply.status, f'answers with {reply.status}')}. Check the address."
        )

    def _take(self, reply: Reply) -> None:
        goes_on = reply.status == 206
        done = self._part.stat().st_size if goes_on and self._part.exists() else 0
        length = reply.headers.get("content-length", "")
        total = done + int(length) if length.isdigit() else 0
        self._refuse_too_much(max(done, total))
        marks = {name: reply.headers[name] for name in ("etag", "last-modified") if name in reply.headers}
        self._notes.write_text(json.dumps({"address": self._address, **marks}), "utf-8")
        with self._part.open("ab" if goes_on else "wb") as into:
            for piece in reply.pieces():
                done += len(piece)
                self._refuse_too_much(done)
                into.write(piece)
                if self._progress:
                    self._progress(self._file.name, done, total)
        if total and done < total:
            raise Unreachable("it broke off")

    def _refuse_too_much(self, size: int) -> None:
        if size > self._largest:
            self._part.unlink(missing_ok=True)
            raise NotFetched(
                f"{self._address} has more than {self._largest // 1024**2} MiB, far more than a list of papers."
            )


def file_name(address: str) -> str:
    """A file's name for *address*: its own, made safe, with a few letters that tell addresses apart."""
    parts = urlsplit(address)
    own = PurePosixPath(unquote(parts.path)).name or parts.hostname or "list"
    safe = re.sub(r"[^\w.-]+", "_", own).strip("._")[-80:] or "list"
    mark = hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{mark}-{safe}"
