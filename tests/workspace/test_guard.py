"""Only this machine's programs that know the secret get in, and only the workspace's own page."""

import urllib.error
import urllib.request

import pytest
import websockets.sync.client as websockets
from websockets.exceptions import InvalidStatus


def status(url, **headers):
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


def test_the_window_is_served_with_a_strict_policy(workspace):
    with urllib.request.urlopen(workspace.window_url) as page:
        policy = page.headers["Content-Security-Policy"]

    assert page.status == 200
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"


def test_it_listens_on_loopback_alone(workspace):
    assert workspace.window_url.startswith("http://127.0.0.1:")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:1", "169.254.1.1", ""])
def test_a_foreign_host_is_refused(workspace, host):
    assert status(workspace.window_url, Host=host) == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost.evil.example"]
)
def test_a_page_from_elsewhere_is_refused(workspace, origin):
    assert status(f"{workspace.window_url}window/state", Origin=origin) == 403
    address = workspace.window_url.replace("http", "ws", 1) + "window/live"
    with pytest.raises(InvalidStatus), websockets.connect(address, origin=origin):
        pass


def test_the_workspaces_own_page_is_let_in(workspace):
    own = workspace.window_url.split("/", 3)
    assert status(f"{workspace.window_url}window/state", Origin="/".join(own[:3])) == 200


@pytest.mark.parametrize("path", ["", "api/auth.test", "wrong/api/auth.test", "static/window.js"])
def test_without_the_secret_there_is_nothing(workspace, path):
    root = "/".join(workspace.window_url.split("/", 3)[:3])

    assert status(f"{root}/{path}") == 404


@pytest.mark.parametrize("path", ["../server.py", "%2e%2e/server.py", "..%2f..%2fserver.py", "/etc/passwd"])
def test_nothing_but_the_window_is_served_as_a_file(workspace, path):
    assert status(f"{workspace.window_url}static/{path}") == 404
