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
        figure: the figure, with colours of the theme; see ``ui.figures.theme.theme_colour``.
        key: key of the figure, unique on the page.
        label: text that a screen reader reads instead of the figure.
        on_click: called with the clicked point as a dictionary: "trace" and "index", from 0, "x",
            "y" and, in heatmaps, "z".
        animated: whether lines are drawn point by point, as an animation.
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
    """Return a callback for clicks on a figure; it stores the clicked point's number.

    A callback defined in a page's code would keep all values of the page alive in the session.

    Args:
        key: session key under which the number of the point in its trace, from 1, is stored.
    """
    return lambda point: st.session_state.update({key: point["index"] + 1})
