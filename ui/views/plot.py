"""A Plotly figure that is repainted in place."""

from collections.abc import Callable

import plotly
import streamlit as st

from ui.figures.figure import Figure
from ui.schemas import INDEX, NUMBER, validation_error
from ui.views import register_view

PLOTLY_ROUTE = f"/plotly-{plotly.__version__}"  # serves the package's plotly.js; see app.py


def is_point_index(value: object) -> bool:
    """Whether a value is the index of a Plotly point: an integer, or [row, column] in a heatmap."""
    return not validation_error(value, INDEX) or not validation_error(value, (INDEX, INDEX))


POINT = {
    "trace": INDEX,
    "index": is_point_index,
    "x?": str | NUMBER,
    "y?": str | NUMBER,
    "z?": NUMBER,
}
_plot = register_view(__file__, schemas={"click": POINT})


def show_figure(
    figure: Figure,
    *,
    key: str,
    label: str,
    on_click: Callable[[dict], None] | None = None,
    animated: bool = False,
) -> None:
    """Draw a Plotly figure; one that was drawn with the same key is updated in place.

    Args:
        figure: its colours are names (``theme_colour``) or scales, which the theme fills in.
        key: unique on the page.
        label: what a screen reader says of the figure.
        on_click: called with the clicked point: trace, index, x, y, z.
        animated: whether its lines are paths that are animated point by point.
    """

    def handle_click(point: dict) -> None:
        """Report a clicked point to ``on_click``, if there is one."""
        if on_click:
            on_click(point)

    data = {
        "figure": figure.to_dict(),
        "key": key,
        "label": label,
        "height": figure.layout.height or 360,
        "url": f"../..{PLOTLY_ROUTE}/plotly.min.js",  # relative to Streamlit's /static/js/
        "clicks": on_click is not None,  # else a click would rerun the page for nothing
        "unfolds": animated,
    }
    _plot(key=key, data=data, on_click_change=handle_click)


def make_point_callback(key: str) -> Callable[[dict], None]:
    """Return a callback for clicks on a figure, which stores the clicked point's number.

    The callback is made here because one that a page defines would keep all of the page's values
    in the visitor's session.

    Args:
        key: session key of the number, which counts the points of a trace from 1.
    """
    return lambda point: st.session_state.update({key: point["index"] + 1})
