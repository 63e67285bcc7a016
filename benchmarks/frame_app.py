"""The app's server with pages that show nothing: what the frame around them costs."""

from pathlib import Path

import streamlit as st
from starlette.routing import Mount, Route

from app import PLOTLY_FILES, ROOT, Immutable, base
from ui.frame import menu, styles
from ui.frame.server import BASE_ROUTE
from ui.views import scripts
from ui.views.plot import PLOTLY_ROUTE

menu.folder = lambda name: Path(__file__).parent / "empty"
app = st.App(
    ROOT / "ui" / "frame" / "shell.py",
    routes=[
        Mount(PLOTLY_ROUTE, Immutable(directory=PLOTLY_FILES)),
        Route(scripts.route(), scripts.script),
        Route(styles.route(), styles.styles),
        Route(BASE_ROUTE, base),
    ],
)
