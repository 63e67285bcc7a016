"""The app's server with empty pages, to measure what the frame around pages costs."""

from pathlib import Path

import streamlit as st
from starlette.routing import Route

from app import ROOT, serve_base_url_script, serve_plotly
from ui.frame import menu, styles
from ui.frame.server import BASE_ROUTE
from ui.views import scripts
from ui.views.plot import PLOTLY_ROUTE

menu.folder = lambda name: Path(__file__).parent / "empty"
app = st.App(
    ROOT / "ui" / "frame" / "shell.py",
    routes=[
        Route(f"{PLOTLY_ROUTE}/{{name}}", serve_plotly),
        Route(scripts.scripts_route(), scripts.serve_scripts),
        Route(styles.route(), styles.serve_stylesheet),
        Route(BASE_ROUTE, serve_base_url_script),
    ],
)
