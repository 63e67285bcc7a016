"""The server: ``streamlit run app.py``. Streamlit, plus what it does not serve by itself."""

import logging
from pathlib import Path

import plotly
import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.components.plot import PLOTLY_ROUTE
from ui.contents import PAGES
from ui.errors import say_what_to_do

ROOT = Path(__file__).parent
PLOTLY_FILES = Path(plotly.__file__).parent / "package_data"
# The overview's address is "/". Whatever else a person asks for leads there: Streamlit itself would
# block the page with a dialog, for the overview's own name too.
ADDRESSES = {"", *(page.name for page in PAGES[1:])}
SECURITY_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",  # a link holds the visitor's sentence
    b"x-frame-options": b"SAMEORIGIN",
}


class Immutable(StaticFiles):
    """Files whose address changes with their content: browsers may keep them for ever."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


class Frame:
    """Redirect unknown pages to the overview; add security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, path, answer = dict(scope["headers"]), scope["path"], self.app
        # Only a person's navigation accepts HTML first; assets and health checks do not.
        page_wanted = headers.get(b"accept", b"").startswith(b"text/html")
        if page_wanted and scope["method"] == "GET" and path.strip("/") not in ADDRESSES:
            query = f"?{scope['query_string'].decode('ascii', 'ignore')}".rstrip("?")
            home = ("../" * (path.count("/") - 1) or "./") + query
            answer = Response(status_code=307, headers={"Location": home})

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *SECURITY_HEADERS.items()]
            await send(message)

        await answer(scope, receive, send_with_headers)


logging.getLogger("streamlit.runtime.caching").setLevel(logging.ERROR)
app = st.App(
    ROOT / "ui" / "shell.py",
    routes=[Mount(PLOTLY_ROUTE, Immutable(directory=PLOTLY_FILES))],
    middleware=[Middleware(Frame), Middleware(GZipMiddleware)],
    on_script_error=say_what_to_do,
)
