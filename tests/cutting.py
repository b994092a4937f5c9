"""A link between two programs that a test cuts and heals."""

import contextlib
import socket
import threading


class Link:
    """Carries bytes from a port of its own to *to*: a (host, port), or the path of a Unix socket."""

    def __init__(self, to):
        self._to = to
        self._open = set()
        self._lock = threading.Lock()
        self._listener = None
        self.port = 0
        self.heal()

    def heal(self):
        """Let connections be made, at the same port as before."""
        listener = socket.create_server(("127.0.0.1", self.port))
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
            try:
                far = self._reach()
            except OSError:
                near.close()
                continue
            with self._lock:
                self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _reach(self):
        if isinstance(self._to, tuple):
            return socket.create_connection(self._to)
        far = socket.socket(socket.AF_UNIX)
        far.connect(self._to)
        return far

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
