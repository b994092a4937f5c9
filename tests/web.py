"""The bot behind an address of its own, in the test's process: the same WSGI application that gunicorn serves."""

import hashlib
import hmac
import http.cookiejar
import threading
import time
import urllib.request
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from bot.serve.http import Web


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def at_an_address(app, port=0):
    """Serve the WSGI application *app*; gives its address."""
    with make_server("127.0.0.1", port, app, server_class=_Server, handler_class=_Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@contextmanager
def serving(wiring, access, base_url, port=0):
    """The bot over HTTP: (the application, its address)."""
    web = Web(wiring, access, base_url=base_url)
    with at_an_address(web, port) as address:
        web.start()
        yield web, address
        web.stop()


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    """Somebody's browser: keeps cookies, follows no redirects."""

    def __init__(self):
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), jar, _NoRedirects())
        # The cookie is for HTTPS alone, and the proxy before the bot that speaks it is not here.
        self._opener.addheaders = []

    def gets(self, url, cookies=""):
        """(status, headers, text)"""
        request = urllib.request.Request(url, headers={"Cookie": cookies} if cookies else {})
        try:
            with self._opener.open(request) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except HTTPError as refused:
            with refused:
                return refused.code, refused.headers, refused.read().decode()


def begins_to_install(address):
    """Somebody clicks “Add to Slack”: (where they are sent, their cookie)."""
    status, headers, page = Browser().gets(f"{address}/slack/install")
    assert status == 200, page
    (link,) = [part for part in page.replace("&amp;", "&").split('"') if "oauth/v2/authorize" in part]
    return link, headers["Set-Cookie"].partition(";")[0]


def installs(address, board, workspace):
    """Somebody installs the app and allows it in *workspace*; the last page, (status, headers, text)."""
    link, cookie = begins_to_install(address)
    state = parse_qs(urlsplit(link).query)["state"][0]
    browser = Browser()
    code = board.code_for(workspace)
    return browser.gets(f"{address}/slack/oauth_redirect?code={code}&state={state}", cookie)


def posted(url, body, secret, *, moment=None, kind="application/json"):
    """Post *body* signed with *secret* as if at *moment*; (status, text)."""
    told = str(int(time.time() if moment is None else moment))
    signed = hmac.new(secret.encode(), f"v0:{told}:".encode() + body, hashlib.sha256).hexdigest()
    headers = {"Content-Type": kind, "X-Slack-Request-Timestamp": told, "X-Slack-Signature": f"v0={signed}"}
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()
