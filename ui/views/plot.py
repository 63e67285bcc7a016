"""A Plotly figure that is repainted in place, in a node of the page that stays."""

from collections.abc import Callable

import plotly
import streamlit as st

from ui.figures.figure import Figure
from ui.forms import NUMBER, PLACE, misfit
from ui.views import view

PLOTLY_ROUTE = f"/plotly-{plotly.__version__}"  # plotly.js out of the plotly package; see app.py


def is_index(value: object) -> bool:
    """Whether this is the number of a point, or row and column of a cell."""
    return not misfit(value, PLACE) or not misfit(value, (PLACE, PLACE))


POINT = {"trace": PLACE, "index": is_index, "x?": str | NUMBER, "y?": str | NUMBER, "z?": NUMBER}
_plot = view(__file__, says={"click": POINT})


def plot(
    figure: Figure,
    *,
    key: str,
    label: str,
    on_click: Callable[[dict], None] | None = None,
    unfolds: bool = False,
) -> None:
    """Draw a figure; a later call with the same key repaints the same node.

    Args:
        figure: colours are named by role (figures.theme.role) or scale; the theme fills them in.
        key: unique on the page.
        label: what a screen reader says of the figure.
        on_click: told the clicked point: trace, index, x, y, z.
        unfolds: whether its lines draw themselves, point by point: they are ways.
    """

    def click(point: dict) -> None:
        if on_click:
            on_click(point)

    data = {
        "figure": figure.plain(),
        "key": key,
        "label": label,
        "height": figure.layout.height or 360,
        "url": f"../..{PLOTLY_ROUTE}/plotly.min.js",  # relative to Streamlit's /static/js/
        "clicks": on_click is not None,  # others would run the page again for nothing
        "unfolds": unfolds,
    }
    _plot(key=key, data=data, on_click_change=click)


def point_chooser(key: str) -> Callable[[dict], None]:
    """Return what a click on a figure does: its point is chosen, by its number from 1.

    What a page itself defines holds all that the page holds, and a visitor's session would keep it.
    """
    return lambda point: st.session_state.update({key: point["index"] + 1})
