"""One Slack for several local workspaces: calls go to the workspace whose token they carry, and OAuth gives tokens."""

import json
import secrets
import threading
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit

from bot.manifest import OPTIONAL_SCOPES, SCOPES, manifest
from bot.workspace.server import LocalWorkspace

CLIENT = ("1234567890.1234567890", "client-secret-of-the-app")
SIGNING_SECRET = "0123456789abcdef0123456789abcdef"

_straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def workspace_called(team_id, clock, faults=None):
    """A workspace of its own id; all else in it has the same ids as in every other."""
    one = LocalWorkspace(clock, manifest=manifest(http="https://papers.example.org"), faults=faults)
    one.inside.state.team_id = team_id
    one.inside.state.team_name = f"Workspace {team_id}"
    one.inside.signing_secret = SIGNING_SECRET
    return one


class Switchboard:
    """Where the app believes Slack to be.

    Args:
        expires_in: seconds after which tokens run out; 0 for never.
    """

    def __init__(self, *workspaces, expires_in=0):
        self.workspaces = list(workspaces)
        self.expires_in = expires_in
        self.codes = {}  # code -> workspace
        self.refreshes = {}  # refresh token -> workspace
        self.methods = []  # that were called, in order
        self.url = ""

    def code_for(self, workspace):
        """What Slack gives a browser that allows the app in *workspace*."""
        code = secrets.token_hex(8)
        self.codes[code] = workspace
        return code

    def takes(self, method, headers, body):
        """Answer one call: status, headers, body."""
        self.methods.append(method)
        if method == "oauth.v2.access":
            return 200, {}, json.dumps(self._access(parse_qs(body.decode()))).encode()
        token = headers.get("Authorization", "").removeprefix("Bearer ")
        found = [one for one in self.workspaces if token in (one.bot_token, one.app_token)]
        if not found:
            error = {"ok": False, "error": "invalid_auth" if token else "not_authed"}
            return 200, {}, json.dumps(error).encode()
        kept = {name: headers[name] for name in ("Authorization", "Content-Type") if headers[name]}
        request = urllib.request.Request(f"{found[0].api_url}{method}", body, kept)
        try:
            with _straight.open(request) as answer:
                return answer.status, answer.headers, answer.read()
        except HTTPError as refused:
            with refused:
                return refused.code, refused.headers, refused.read()

    def _access(self, asked):
        refresh, code = (asked.get(name, [""])[0] for name in ("refresh_token", "code"))
        workspace = self.refreshes.pop(refresh, None) if refresh else self.codes.pop(code, None)
        if workspace is None:
            return {"ok": False, "error": "invalid_refresh_token" if refresh else "invalid_code"}
        if refresh:
            workspace.inside.revoked.add(workspace.bot_token)
        if refresh or workspace.bot_token in workspace.inside.revoked:
            workspace.inside.bot_token = f"xoxb-local-{secrets.token_urlsafe(24)}"
        state = workspace.inside.state
        answer = {
            "ok": True,
            "app_id": state.app_id,
            "authed_user": {"id": state.person_named("You").id},
            "scope": ",".join([*SCOPES, *OPTIONAL_SCOPES]),
            "token_type": "bot",
            "access_token": workspace.bot_token,
            "bot_user_id": state.bot.id,
            "team": {"id": state.team_id, "name": state.team_name},
            "enterprise": None,
            "is_enterprise_install": False,
        }
        if self.expires_in:
            fresh = f"xoxe-1-{secrets.token_hex(8)}"
            self.refreshes[fresh] = workspace
            answer |= {"refresh_token": fresh, "expires_in": self.expires_in}
        return answer


@contextmanager
def switched(*workspaces, expires_in=0):
    """A switchboard before *workspaces*, at an address of its own."""
    board = Switchboard(*workspaces, expires_in=expires_in)

    class Door(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, headers, answer = board.takes(urlsplit(self.path).path.rsplit("/", 1)[-1], self.headers, body)
            self.send_response(status)
            for name in ("Content-Type", "Retry-After"):
                if headers.get(name):
                    self.send_header(name, headers[name])
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST  # noqa: N815 - the library's name

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        server.daemon_threads = True
        board.url = f"http://127.0.0.1:{server.server_port}/api/"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield board
        server.shutdown()
        thread.join()
