"""The server, run by ``streamlit run app.py``: Streamlit plus routes and middleware of our own."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import plotly
import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ui.frame import about, log, resources, sockets, static, styles
from ui.frame.errors import log_alone, say_what_is_missing, say_what_to_do
from ui.frame.server import BASE_ROUTE, Settings, Site
from ui.frame.upkeep import keep_up
from ui.streamlit_internals import adapt
from ui.views import kept, scripts
from ui.views.file import document
from ui.views.plot import PLOTLY_ROUTE

ROOT = Path(__file__).parent
PLOTLY_FILES = Path(plotly.__file__).parent / "package_data"
BASE = st.get_option("server.baseUrlPath").strip("/")  # "glass" where the app is at /glass/


async def answer_plotly(request: Request) -> Response:
    """Serve a file of the Plotly package, such as plotly.min.js."""
    return await static.answer(request, PLOTLY_FILES, request.path_params["name"])


async def answer_visit(request: Request) -> Response:
    """Answer 204 if a session is still there, else 404: pages ask when their connection broke."""
    known = st.runtime.get_instance().is_active_session(request.path_params["session"])
    return Response(status_code=204 if known else 404)


@asynccontextmanager
async def load_model_first(_: st.App) -> AsyncIterator[None]:
    """Load the model when the server starts, log what is missing, and run the upkeep task."""
    await asyncio.to_thread(say_what_is_missing)
    upkeep = asyncio.create_task(keep_up(SOCKETS))
    yield
    upkeep.cancel()


async def base(_: Request) -> Response:
    """Serve the script that sets Streamlit's base URL, which saves two 404s on each page."""
    text = "window.__streamlit = { BACKEND_BASE_URL: new URL('.', location.href).href };"
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "max-age=86400"})


def below_base(route: str) -> str:
    """Return a route's path below the server's base URL path."""
    return f"/{BASE}{route}" if BASE else route


resources.share_heaps()
try:
    settings = Settings.from_environment()
except ValueError as error:
    sys.exit(f"{error}.")
resources.allow_files(settings.visitors)
SOCKETS = sockets.Sockets()
sockets.watch(SOCKETS)
log.keep_short(log.Spared())
adapt()
log_alone()
if settings.access_log:
    logging.getLogger("glass.access").setLevel(logging.INFO)
    logging.basicConfig(format="%(asctime)s %(name)s %(message)s")
app = st.App(
    ROOT / "ui" / "frame" / "shell.py",
    routes=[
        Route(below_base(f"{PLOTLY_ROUTE}/{{name}}"), answer_plotly),
        Route(below_base(scripts.route()), scripts.script),
        Route(below_base("/messages/{name}"), scripts.messages),
        Route(below_base("/kept/{name}"), kept.answer),
        Route(below_base(styles.route()), styles.styles),
        Route(below_base(BASE_ROUTE), base),
        Route(below_base("/_visit/{session}"), answer_visit),
        Route(below_base("/_about/{name}"), about.file),
        Route(below_base("/_file/{stem}"), document.shell),
    ],
    middleware=[Middleware(Site, settings=settings), Middleware(GZipMiddleware)],
    on_script_error=say_what_to_do,
    lifespan=load_model_first,
)
