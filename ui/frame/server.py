"""What the server adds to Streamlit: HTML of each page, redirects, headers, limits on visitors.

Operators set it by environment variables:

- ``GLASS_FRAME_ANCESTORS``: who may show the app in a frame, as in a Content-Security-Policy. By
  default any page that came over https, any of the same machine (http://localhost:8000, say), and
  files, as far as the browser allows it (Chromium does): teachers put it into slides and courses,
  and there is nothing here that a frame could steal: no accounts, nothing to buy or to delete.
- ``GLASS_VISITORS``: how many connections may look at pages at a time, one for each tab of a
  browser; the next one reads a friendly page, and no connection beyond is let in. 200 by default,
  which is about 1.5 GB of memory. A tenth of them is kept from any single address.
- ``GLASS_SOURCE``: the address of the source code, to which the footer of every page then leads.
- ``GLASS_LIVE``: the address of a live edition (docs/live.md), to which its pages then lead.
- ``GLASS_ACCESS_LOG=1``: a line for each page, each connection and each refusal on standard error.
  Never a visitor's sentence: what follows the question mark of an address is left out.
"""

import asyncio
import html
import logging
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.contents import FRONT, PAGES, Page
from ui.frame import guard, static, styles
from ui.frame.connection import Connection, ConnectionRegistry
from ui.frame.sockets import MAX_CONNECTIONS, has_ended
from ui.frame.static_pages.render import server_full_html
from ui.frame.texts import read_page_sections
from ui.locales import ENGLISH, find_request_language
from ui.messages import _, use_locale
from ui.queues.fairness import countable_address
from ui.readings import session
from ui.streamlit_internals.outgoing_messages import CONNECTION
from ui.views import scripts

MAX_QUERY_LENGTH = 32_768  # bytes of a query string; sockets.MAX_HEAD is twice as much
INDEX = Path(st.__file__).parent / "static" / "index.html"
STATIC = "/static/"
HEALTH, BASE_ROUTE = "/_stcore/health", "/_about/base.js"
UNHEALTHY = PlainTextResponse("No page can be drawn; the log says why.", 503)
TOO_MANY = PlainTextResponse("Too many requests.", 429, {"Retry-After": "20"})
_log = logging.getLogger("glass.access")


@dataclass(frozen=True)
class Settings:
    """Settings of the server's operator.

    Args:
        frame_ancestors: which sites may show the app in a frame, as in a Content-Security-Policy.
        visitors: most connections that may look at pages at a time.
        access_log: whether requests are logged.
    """

    frame_ancestors: str = "'self' https: http://localhost:* http://127.0.0.1:* file:"
    visitors: int = 200
    access_log: bool = False

    @classmethod
    def from_environment(cls) -> "Settings":
        """Return the settings in the environment variables, with defaults for missing ones.

        They are ``GLASS_FRAME_ANCESTORS``, ``GLASS_VISITORS`` and ``GLASS_ACCESS_LOG``.

        Raises:
            ValueError: if the number of visitors or the list of frame ancestors is invalid.
        """
        visitors = os.environ.get("GLASS_VISITORS", "").strip() or "200"
        if not re.fullmatch("[1-9][0-9]{0,5}", visitors):
            raise ValueError(f"GLASS_VISITORS={visitors!r} is no number from 1 to 999999")
        ancestors = os.environ.get("GLASS_FRAME_ANCESTORS", "").strip() or cls.frame_ancestors
        if not re.fullmatch(r"[!-+\--:<-~ ]+", ancestors):  # no comma, no semicolon, ASCII alone
            raise ValueError(
                f"GLASS_FRAME_ANCESTORS={ancestors!r}: name origins, with spaces between"
            )
        return cls(ancestors, int(visitors), os.environ.get("GLASS_ACCESS_LOG", "") == "1")


def make_response_headers(frame_ancestors: str) -> dict[str, str]:
    """Return the security headers that every HTTP response gets, by name.

    Args:
        frame_ancestors: which sites may show the app in a frame: origins separated by spaces, as in
            a Content-Security-Policy, such as "'self' https://school.example".
    """
    policy = {
        "default-src": "'self'",
        "script-src": "'self' blob:",  # Streamlit loads the script of a view from a blob
        "style-src": "'self' 'unsafe-inline'",  # Streamlit writes its styles into the page
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self' ws: wss:",  # older Safari: 'self' has no WebSocket
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": frame_ancestors,
    }
    return {
        "Content-Security-Policy": "; ".join(f"{key} {value}" for key, value in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",  # a link holds the visitor's sentence
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }


@cache
def page_index_html(page: Page, language: str = ENGLISH) -> str:
    """Return a page's index.html in a language, as browsers and link previews load it.

    It is Streamlit's ``index.html`` with the page's title and description and the app's stylesheet.
    Streamlit's only inline script is left out.
    """
    with use_locale(language):
        return _render_index_html(page, language)


def _render_index_html(page: Page, language: str) -> str:
    """Return Streamlit's ``index.html``, rewritten for a page, in the current language."""
    title = html.escape(f"{page.title} · Glass Transformer")
    about = html.escape(description(page))
    head = (
        f"<title>{title}</title>"
        f'<meta name="description" content="{about}">'
        f'<meta property="og:title" content="{title}">'
        f'<meta property="og:description" content="{about}">{scripts.preload_html()}'
        f'<script defer src=".{BASE_ROUTE}"></script>'
    )
    text = INDEX.read_text(encoding="utf-8")
    text = text.replace('<html lang="en">', f'<html lang="{language}">')
    text = re.sub(r"<title>.*?</title>", lambda __: head, text)
    lost = _(
        "The connection to the server was lost. Once it's back, this page will carry on by itself."
    )
    said = f'<p class="no-connection" role="alert">{html.escape(lost)}</p>{_no_start()}'
    text = text.replace("<body>", f"<body>{styles.stylesheet_link_html()}{said}")
    text = re.sub(r"<!-- initialize.*?<script>.*?</script>", "", text, flags=re.DOTALL)
    needs = html.escape(_("This page needs JavaScript."))
    note = f"<noscript><h1>{title}</h1><p>{about}</p><p>{needs}</p></noscript>"
    return re.sub(r"<noscript>.*?</noscript>", lambda __: note, text, flags=re.DOTALL)


def _no_start() -> str:
    """Return a link to open the page, as HTML for a browser or frame that blocks scripts."""
    said = _(
        "This page hasn't started. A frame or an old browser may be keeping its scripts from "
        "running."
    )
    out = _("Open it in its own tab")
    return (
        f'<p class="no-start">{html.escape(said)} '
        f'<a href="" target="_blank" rel="noopener">{html.escape(out)}</a></p>'
    )


def description(page: Page) -> str:
    """Return the first sentences of a page's lead, as plain text of up to 200 characters."""
    lead = read_page_sections(page.name)[""].partition("\n")[2]
    plain = re.sub(r"\s+", " ", re.sub(r"[*`_]|\$.*?\$|\[(.*?)\]\(.*?\)", r"\1", lead)).strip()
    if len(plain) <= 200:
        return plain
    sentences = re.match(r".{40,198}\.(?= )", plain)
    return sentences[0] if sentences else plain[:199].rsplit(" ", 1)[0] + " …"


class SiteMiddleware:
    """ASGI middleware around Streamlit: pages, redirects, headers, limits on visitors, access log.

    Args:
        app: Streamlit's ASGI app.
        settings: settings of the operator.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        """Wrap Streamlit's ASGI app, with limits and headers from the settings."""
        self.app, self.settings, self.crowd = app, settings, ConnectionRegistry(settings.visitors)
        self._headers = make_response_headers(settings.frame_ancestors)
        # The overview's address is "/". Unknown addresses redirect there: Streamlit itself would
        # block the page with a dialog, for the overview's own name too.
        self._pages = {page.name if page.name != FRONT else "": page for page in PAGES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a WebSocket or HTTP request with limits and headers; pass on all else."""
        if scope["type"] == "websocket":
            await self._handle_websocket(scope, receive, send)
        elif scope["type"] == "http":
            await self._handle_http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _handle_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a WebSocket connection if there is a free slot; refuse it otherwise.

        It is refused, too, if too many of its address come at a time.
        """
        address, began = client_address(scope), time.monotonic()
        connection = Connection(receive, send, self.crowd, address)
        if not (self.crowd.has_free_slot(address) and await connection.admit()):
            _log.info("a connection was refused; %d connected", self.crowd.slots_taken)
            close = {"type": "websocket.close", "code": guard.FORBIDDEN, "reason": ""}
            return await connection.send(close)
        try:
            scope = {**scope, CONNECTION: connection}
            await self.app(scope, connection.receive, connection.send)
        finally:
            self.crowd.remove(connection)
            seconds, why = time.monotonic() - began, connection.refused
            left = f"was sent away ({why})" if why else "left"
            connected = self.crowd.slots_taken
            _log.info("a visitor %s after %.0f s; %d connected", left, seconds, connected)

    async def _handle_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an HTTP request, after its rate limit, with the security headers."""
        began = time.monotonic()
        in_turn = _path_below_base(scope) == HEALTH or await self._wait_for_turn(scope)
        answer = self._response_of_ours(scope) if in_turn else TOO_MANY

        async def send_with_headers(message: Message) -> None:
            """Send a message, with the security headers if it starts a response; log the time.

            Raises:
                ConnectionResetError: if the client has left: the rest need not be read or made.
            """
            if has_ended(send):
                raise ConnectionResetError
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
                if answer:
                    took = 1000 * (time.monotonic() - began)
                    _log.info("%s %d %.0f ms", scope["path"], message["status"], took)
            await send(message)

        app = (
            _serve_static if not answer and _path_below_base(scope).startswith(STATIC) else self.app
        )
        with suppress(ConnectionResetError):
            await (answer or app)(scope, receive, send_with_headers)

    async def _wait_for_turn(self, scope: Scope) -> bool:
        """Wait for the address's limit on HTTP requests; return False at once if too many wait.

        Those beyond the number of connections come from clients that left without an answer.
        """
        seconds = self.crowd.request_bucket(client_address(scope)).reserve(MAX_CONNECTIONS)
        if seconds:
            await asyncio.sleep(seconds)
        return seconds is not None

    def _response_of_ours(self, scope: Scope) -> Response | None:
        """Return this app's own response, a page or a refusal; None if Streamlit is to answer."""
        path = _path_below_base(scope)
        if _is_navigation(scope):
            return self._page_response(scope)
        if guard.is_allowed_request(scope["method"], path):
            return UNHEALTHY if path == HEALTH and session.model_fault() else None
        if scope["method"] in guard.METHODS and path.strip("/") in self._pages:
            return self._page_response(scope)  # for the preview of a link
        with use_locale(find_request_language(scope)):
            return PlainTextResponse(_("Not found."), 404)

    def _page_response(self, scope: Scope) -> Response:
        """Return a page's HTML, a redirect to its canonical address, or 503 without a free slot.

        With an extra slash, at the end or within, the page's relative links would break; people,
        mail programs and course platforms add one.
        """
        query = scope["query_string"].decode("ascii", "ignore")
        root, path = st.get_option("server.baseUrlPath").strip("/"), scope["path"]
        root = root and f"/{root}"
        name = path.removeprefix(root).strip("/") if f"{path}/".startswith(f"{root}/") else None
        too_long = len(query) > MAX_QUERY_LENGTH
        if name not in self._pages or path != f"{root}/{name}" or too_long:
            there = name if name in self._pages else ""
            return RedirectResponse(
                _relative_home_url(path, root)
                + there
                + (f"?{query}" if query and not too_long else "")
            )
        if not self.crowd.has_free_slot(client_address(scope)):
            with use_locale(page_language(scope, query)):
                page = server_full_html()
            return HTMLResponse(page, 503, {"Retry-After": "20", "Cache-Control": "no-store"})
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
        return HTMLResponse(
            page_index_html(self._pages[name], page_language(scope, query)), headers=headers
        )


def _path_below_base(scope: Scope) -> str:
    """Return the request's path below the app's base path."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return str(scope["path"]).removeprefix(f"/{base}" if base else "")


async def _serve_static(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a static file of Streamlit from our cache; Streamlit would gzip it for each browser."""
    name = _path_below_base(scope).removeprefix(STATIC)
    answer = await static.serve_file(Request(scope), INDEX.parent / STATIC.strip("/"), name)
    await answer(scope, receive, send)


def client_address(scope: Scope) -> str:
    """Return what the IP address of the client who sent a request counts as; "" if unknown.

    Behind a trusted proxy, uvicorn has put the address that the proxy reports into the scope.

    Args:
        scope: the request's ASGI scope.
    """
    known = scope.get("client")
    return countable_address(known[0]) if known else ""


def _is_navigation(scope: Scope) -> bool:
    """Whether a browser navigates to a page: a GET request that accepts HTML first."""
    accept = dict(scope["headers"]).get(b"accept", b"")
    ours = "/_about/" in scope["path"]  # files that the footer leads to
    return scope["method"] == "GET" and accept.startswith(b"text/html") and not ours


def page_language(scope: Scope, query: str) -> str:
    """Return a page's language: ``lang`` of its query string, else the browser's preferred one.

    Args:
        scope: the ASGI scope of the request.
        query: the query string of the page's address.
    """
    return find_request_language({**scope, "query_string": query.encode()})


def _relative_home_url(path: str, root: str) -> str:
    """Return a relative URL from a path to the overview page, even if a proxy cut a prefix."""
    inside = path.removeprefix(root)
    if root and (inside == path or not inside.startswith("/")):
        return f"{root}/"  # outside the app, or its own address without the trailing slash
    return "../" * (inside.count("/") - 1) or "./"
