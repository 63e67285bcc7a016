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
from ui.frame.errors import handle_page_error, log_missing_files, silence_streamlit_exception_log
from ui.frame.maintenance import run_maintenance
from ui.frame.server import BASE_ROUTE, Settings, SiteMiddleware
from ui.streamlit_internals import patch_streamlit
from ui.streamlit_internals.settings import check_settings_readable
from ui.views import data_cache, scripts
from ui.views.file import standalone
from ui.views.plot import PLOTLY_ROUTE

ROOT = Path(__file__).parent
PLOTLY_FILES = Path(plotly.__file__).parent / "package_data"
BASE = st.get_option("server.baseUrlPath").strip("/")  # "glass" where the app is at /glass/


async def serve_plotly(request: Request) -> Response:
    """Serve a file of the Plotly package, such as plotly.min.js."""
    return await static.serve_file(request, PLOTLY_FILES, request.path_params["name"])


async def serve_session_status(request: Request) -> Response:
    """Answer 204 if a session is still there, else 404: pages ask when their connection broke."""
    known = st.runtime.get_instance().is_active_session(request.path_params["session"])
    return Response(status_code=204 if known else 404)


@asynccontextmanager
async def preload_model(_: st.App) -> AsyncIterator[None]:
    """Load the model when the server starts, log what is missing, and run the upkeep task."""
    await asyncio.to_thread(log_missing_files)
    upkeep = asyncio.create_task(run_maintenance(SOCKETS))
    yield
    upkeep.cancel()


async def serve_base_url_script(_: Request) -> Response:
    """Serve the script that sets Streamlit's base URL, which saves two 404s on each page."""
    text = "window.__streamlit = { BACKEND_BASE_URL: new URL('.', location.href).href };"
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "max-age=86400"})


def prefix_base_path(route: str) -> str:
    """Return a route's path below the server's base URL path."""
    return f"/{BASE}{route}" if BASE else route


resources.limit_malloc_arenas()
try:
    check_settings_readable()
    settings = Settings.from_environment()
except ValueError as error:
    sys.exit(f"{error}.")
resources.raise_open_file_limit(settings.visitors)
SOCKETS = sockets.Sockets()
sockets.register_connections(SOCKETS)
log.install_log_limits(log.LogRateLimiter())
patch_streamlit()
silence_streamlit_exception_log()
if settings.access_log:
    logging.getLogger("glass.access").setLevel(logging.INFO)
    logging.basicConfig(format="%(asctime)s %(name)s %(message)s")
app = st.App(
    ROOT / "ui" / "frame" / "shell.py",
    routes=[
        Route(prefix_base_path(f"{PLOTLY_ROUTE}/{{name}}"), serve_plotly),
        Route(prefix_base_path(scripts.scripts_route()), scripts.serve_scripts),
        Route(prefix_base_path("/messages/{name}"), scripts.serve_messages),
        Route(prefix_base_path("/kept/{name}"), data_cache.serve_from_cache),
        Route(prefix_base_path(styles.route()), styles.serve_stylesheet),
        Route(prefix_base_path(BASE_ROUTE), serve_base_url_script),
        Route(prefix_base_path("/_visit/{session}"), serve_session_status),
        Route(prefix_base_path("/_about/{name}"), about.serve_about_file),
        Route(prefix_base_path("/_file/{stem}"), standalone.serve_view_page),
    ],
    middleware=[Middleware(SiteMiddleware, settings=settings), Middleware(GZipMiddleware)],
    on_script_error=handle_page_error,
    lifespan=preload_model,
)
