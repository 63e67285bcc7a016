"""The server of the bare page: the app's own, with only plotly.js and the scripts of the views."""

from pathlib import Path

import streamlit as st
from starlette.routing import Mount, Route

from app import PLOTLY_FILES, Immutable
from ui.views import scripts
from ui.views.plot import PLOTLY_ROUTE

app = st.App(
    Path(__file__).parent / "bare_page.py",
    routes=[
        Mount(PLOTLY_ROUTE, Immutable(directory=PLOTLY_FILES)),
        Route(scripts.route(), scripts.script),
    ],
)
