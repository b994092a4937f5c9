"""How bytes come from an address: the shape that a download needs of it, and the standard library's way."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

TIMEOUT = 30  # seconds without a byte
AGENT = "icml-bot (a reading group's library; one list at a time)"


class Unreachable(Exception):
    """The address did not answer, or the answer broke off. Worth another try."""


class Reply(Protocol):
    """An answer: its status, its headers by names in small letters, and its bytes."""

    status: int
    headers: Mapping[str, str]

    def pieces(self) -> Iterator[bytes]:
        """The bytes as they come.

        Raises:
            Unreachable: they broke off.
        """
        ...


class Transport(Protocol):
    """What asks an address."""

    def get(self, address: str, headers: Mapping[str, str]) -> Any:
        """A context manager that gives the :class:`Reply` of *address*.

        Raises:
            Unreachable: there was none.
        """
        ...


class WebTransport:
    """HTTP and HTTPS through the standard library; leads to other schemes are not followed."""

    def __init__(self, timeout: float = TIMEOUT) -> None:
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_WebOnly)

    @contextmanager
    def get(self, address: str, headers: Mapping[str, str]) -> Iterator[Reply]:
        """Ask *address*, and close the connection at the end."""
        if not address.lower().startswith(("http://", "https://")):
            raise ValueError(address)
        request = urllib.request.Request(address, headers={"User-Agent": AGENT, **headers})  # noqa: S310 - checked above
        try:
            answer = self._opener.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as refused:
            answer = refused  # an answer as well: its status says what
        except (OSError, http.client.HTTPException) as fault:
            raise Unreachable(str(getattr(fault, "reason", fault))) from fault
        with answer:
            yield _WebReply(answer)


class _WebReply:
    def __init__(self, answer: Any) -> None:
        self.status: int = answer.status
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in answer.headers.items()}
        self._answer = answer

    def pieces(self) -> Iterator[bytes]:
        while True:
            try:
                piece = self._answer.read(64 * 1024)
            except (OSError, http.client.HTTPException) as fault:
                raise Unreachable(str(fault) or type(fault).__name__) from fault
            if not piece:
                return
            yield piece


class _WebOnly(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if not newurl.lower().startswith(("http://", "https://")):
            raise urllib.error.HTTPError(newurl, code, "it leads to another scheme", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)
