"""The server of the bare page: the app's own, with nothing but plotly.js beside the script."""

from pathlib import Path

import streamlit as st
from starlette.routing import Mount

from app import PLOTLY_FILES, Immutable
from ui.views.plot import PLOTLY_ROUTE

app = st.App(
    Path(__file__).parent / "bare_page.py",
    routes=[Mount(PLOTLY_ROUTE, Immutable(directory=PLOTLY_FILES))],
)
