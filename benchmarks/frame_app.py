"""The app's server with empty pages, to measure what the frame around pages costs."""

from pathlib import Path

import streamlit as st
from starlette.routing import Route

from app import ROOT, answer_plotly, base
from ui.frame import menu, styles
from ui.frame.server import BASE_ROUTE
from ui.views import scripts
from ui.views.plot import PLOTLY_ROUTE

menu.folder = lambda name: Path(__file__).parent / "empty"
app = st.App(
    ROOT / "ui" / "frame" / "shell.py",
    routes=[
        Route(f"{PLOTLY_ROUTE}/{{name}}", answer_plotly),
        Route(scripts.route(), scripts.script),
        Route(styles.route(), styles.styles),
        Route(BASE_ROUTE, base),
    ],
)
