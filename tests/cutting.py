"""A link between two programs that a test cuts and heals.

``python -m tests.cutting PORT HOST:PORT`` is one in a process of its own, never cut.
"""

import contextlib
import itertools
import socket
import sys
import threading


class Link:
    """Carries bytes from its port to *to*: a (host, port), several of them in turn, or a Unix socket's path."""

    def __init__(self, to, port=0, host="127.0.0.1"):
        self._to = to
        self._host = host
        self._turns = itertools.count()
        self._open = set()
        self._lock = threading.Lock()
        self._listener = None
        self.port = port
        self.heal()

    def heal(self):
        """Let connections be made, at the same port as before."""
        listener = socket.create_server((self._host, self.port), backlog=128)
        self.port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def cut(self):
        """End all connections, and refuse new ones."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes who accepts
            listener.close()
        self.breaks()

    def breaks(self):
        """End all connections; new ones may be made."""
        with self._lock:
            ends, self._open = self._open, set()
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self, listener):
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near):
        try:
            far = self._reach()
        except OSError:
            near.close()
            return
        with self._lock:
            self._open |= {near, far}
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _reach(self):
        if isinstance(self._to, str):
            far = socket.socket(socket.AF_UNIX)
            far.connect(self._to)
            return far
        if isinstance(self._to, tuple):
            return socket.create_connection(self._to)
        first = next(self._turns)
        for number in range(len(self._to)):  # as a proxy does, that passes over who does not answer
            with contextlib.suppress(OSError):
                far = socket.create_connection(self._to[(first + number) % len(self._to)], timeout=1.0)
                far.settimeout(None)
                return far
        raise ConnectionRefusedError

    def _carry(self, source, sink):
        with contextlib.suppress(OSError):
            while carried := source.recv(65_536):
                sink.sendall(carried)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            with self._lock:
                self._open.discard(end)


@contextlib.contextmanager
def linked(to):
    link = Link(to)
    try:
        yield link
    finally:
        link.cut()


@contextlib.contextmanager
def behind_a_link(workspace):
    """Put a local workspace behind a link: all that an app calls, and its socket, go through it."""
    port = int(workspace.inside.base.split(":")[2].split("/")[0])
    with linked(("127.0.0.1", port)) as link:
        workspace._server.config.app._port = link.port
        workspace.inside.base = workspace.inside.base.replace(f":{port}/", f":{link.port}/")
        yield link


if __name__ == "__main__":
    where, _, there = sys.argv[2].rpartition(":")
    Link((where, int(there)), port=int(sys.argv[1]))
    print("ready", flush=True)
    threading.Event().wait()
