"""What all figures have in common: sizes, scales by name, text that cannot become markup.

Colours are named, not given: ``role("Q")`` is the colour of queries in whichever theme the visitor
has, and the page's stylesheet says what that is.
"""

import html
from collections.abc import Sequence

import plotly.graph_objects as go

ATTENTION, SIGNED = "coloraxis", "coloraxis2"  # the two scales; see ui/views/plot_figure.js


def style(figure: go.Figure, height: int) -> go.Figure:
    """Give a figure the height it is drawn with and no theme of Plotly's own."""
    figure.update_layout(template="none", height=height, showlegend=False, dragmode=False)
    return figure


def legend(figure: go.Figure, side: str = "left", y: float = 1.02, **more: object) -> go.Figure:
    """Name what a figure draws: in a row above it, or in a column within it.

    Args:
        figure: to be named.
        side: "left" or "right", the edge at which the names stand.
        y: how high, in heights of the figure; above 1 they are a row that stands on this line.
        more: of Plotly's settings of a legend.
    """
    row = {"orientation": "h", "yanchor": "bottom"} if y > 1 else {}
    place = {"x": 0 if side == "left" else 1, "xanchor": side, "y": y}
    return figure.update_layout(showlegend=True, legend={**place, **row, **more})


def legend_above(figure: go.Figure, room: int = 0) -> go.Figure:
    """Name the lines above a figure.

    Args:
        figure: with its height.
        room: to leave between, in pixels.
    """
    top = 40 + room
    inside = figure.layout.height - top - 40
    return legend(figure, "right", 1 + (room + 6) / inside).update_layout(margin={"t": top})


def token_axis(names: Sequence[str], every: int = 1) -> dict[str, list]:
    """Return the ticks of an axis by position, because tokens repeat, labelled by token.

    Args:
        names: of all positions; any text.
        every: so many positions share one label.
    """
    places = list(range(0, len(names), every))
    return {"tickvals": places, "ticktext": [safe(names[place]) for place in places]}


def chosen_band(figure: go.Figure, place: int) -> go.Figure:
    """Lay a band behind the chosen place of the horizontal axis."""
    return figure.add_vrect(
        x0=place - 0.5, x1=place + 0.5, fillcolor=role("panel2"), line_width=0, layer="below"
    )


def role(name: str) -> str:
    """Return a colour of ``ui/frame/style.css`` by its name, in the one form Plotly lets pass."""
    return f"var(--glass-{name})"


def safe(text: str) -> str:
    """Return a text that Plotly shows as it is: labels are pseudo-HTML."""
    return html.escape(text)
