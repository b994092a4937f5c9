"""A small site on loopback that answers as it is told."""

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@dataclass
class Site:
    """What it answers by path, and what it was asked."""

    address: str
    answers: dict = field(default_factory=dict)  # path -> list of (status, headers, body, bytes sent of it)
    asked: list = field(default_factory=list)  # (path, headers)

    def says(self, path, body=b"", status=200, cut=None, **headers):
        """Answer the next request for *path* so; the last such answer stays."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.setdefault(path, []).append((status, named, body, cut))


@pytest.fixture
def site():
    class Answering(BaseHTTPRequestHandler):
        def do_GET(self):
            path = self.path.split("?")[0]
            one.asked.append((self.path, dict(self.headers)))
            waiting = one.answers.get(path, [(404, {}, b"", None)])
            status, headers, body, cut = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body if cut is None else body[:cut])

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    one = Site(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield one
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def waits():
    """The seconds that were waited for; nobody really waits."""
    return []
