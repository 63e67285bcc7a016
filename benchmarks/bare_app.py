"""The server of the bare page: the app's own, with only plotly.js and the scripts of the views."""

from pathlib import Path

import streamlit as st
from starlette.routing import Route

from app import serve_plotly
from ui.views import scripts
from ui.views.plot import PLOTLY_ROUTE

app = st.App(
    Path(__file__).parent / "bare_page.py",
    routes=[
        Route(f"{PLOTLY_ROUTE}/{{name}}", serve_plotly),
        Route(scripts.scripts_route(), scripts.serve_scripts),
    ],
)
