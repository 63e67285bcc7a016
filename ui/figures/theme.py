"""What all figures have in common: sizes, scales by name, text that cannot become markup.

Colours are named, not given: ``role("Q")`` is the colour of queries in whichever theme the visitor
has, and the page's stylesheet says what that is.
"""

import html
from collections.abc import Sequence

from ui import locales
from ui.figures.figure import Figure
from ui.messages import language

ATTENTION, SIGNED = "coloraxis", "coloraxis2"  # the two scales; see ui/views/plot_figure.js
# Half strength of the colours from -1 to 1, on which the numbers can be read.
PALE = {SIGNED: {"showscale": False, "cmin": -2, "cmax": 2}}


def style(figure: Figure, height: int) -> Figure:
    """Give a figure the height it is drawn with; it has no names yet, and is not dragged."""
    if (spoken := language()) != locales.ENGLISH:  # Plotly's own signs are the English ones
        signs = locales.number_signs(spoken)
        figure.update_layout(separators=signs["decimal"] + signs["group"])
    return figure.update_layout(height=height, showlegend=False, dragmode=False)


def legend(figure: Figure, side: str = "left", y: float = 1.02, **more: object) -> Figure:
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


def legend_above(figure: Figure, room: int = 0) -> Figure:
    """Name the lines above a figure.

    Args:
        figure: with its height.
        room: to leave between, in pixels.
    """
    top = 40 + room
    inside = figure.layout.height - top - 40
    figure.update_layout(margin={"t": top})
    return legend(figure, "right", 1 + (room + 6) / inside)


def token_axis(names: Sequence[str], every: int = 1) -> dict[str, list]:
    """Return the ticks of an axis by position, because tokens repeat, labelled by token.

    Args:
        names: of all positions; any text.
        every: so many positions share one label.
    """
    places = list(range(0, len(names), every))
    return {"tickvals": places, "ticktext": [safe(names[place]) for place in places]}


def highlight_band(figure: Figure, place: int) -> Figure:
    """Lay a band behind the chosen place of the horizontal axis."""
    along = {"type": "rect", "x0": place - 0.5, "x1": place + 0.5, "xref": "x"}
    whole = {"y0": 0, "y1": 1, "yref": "y domain", "line": {"width": 0}}
    return figure.add_shape(**along, **whole, fillcolor=role("panel2"), layer="below")


def upright(figure: Figure, place: int | float, line: dict) -> Figure:
    """Draw a line from bottom to top at a place of the horizontal axis."""
    across = {"type": "line", "x0": place, "x1": place, "xref": "x", "yref": "y domain"}
    return figure.add_shape(**across, y0=0, y1=1, line=line)


def x_axis(figure: Figure, **settings: object) -> Figure:
    """Set the first horizontal axis of a figure."""
    return figure.update_layout(xaxis=settings)


def y_axis(figure: Figure, **settings: object) -> Figure:
    """Set the first vertical axis of a figure."""
    return figure.update_layout(yaxis=settings)


def role(name: str) -> str:
    """Return a colour of ``ui/frame/style.css`` by its name, in the one form Plotly lets pass."""
    return f"var(--glass-{name})"


def safe(text: str) -> str:
    """Return a text that Plotly shows as it is: labels are pseudo-HTML."""
    return html.escape(text)
