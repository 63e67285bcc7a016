"""Common parts of all figures: layout, legends, axes, theme colours, escaped labels.

Colours are named: ``theme_colour("Q")`` is the colour of queries in the visitor's theme, which the
page's stylesheet defines.
"""

import html
from collections.abc import Sequence

from ui import locales
from ui.figures.figure import Figure
from ui.messages import language

ATTENTION, SIGNED = "coloraxis", "coloraxis2"  # the two colour scales; see ui/views/plot_figure.js
# Half the strength of the colours from -1 to 1, so that numbers on them can be read.
PALE = {SIGNED: {"showscale": False, "cmin": -2, "cmax": 2}}


def apply_layout(figure: Figure, height: int) -> Figure:
    """Set a figure's height in pixels, its number format and the app's layout; return it."""
    if (spoken := language()) != locales.ENGLISH:  # Plotly's default separators are English
        signs = locales.number_symbols(spoken)
        figure.update_layout(separators=signs["decimal"] + signs["group"])
    return figure.update_layout(height=height, showlegend=False, dragmode=False)


def add_legend(figure: Figure, side: str = "left", y: float = 1.02, **settings: object) -> Figure:
    """Add a legend: a row above the plot if ``y`` > 1, else a column inside the plot.

    Args:
        figure: the figure that gets the legend.
        side: "left" or "right", the edge of the plot at which the legend stands.
        y: height at which the legend stands: 0 is the bottom of the plot, 1 its top. Above 1, it is
            the lower edge of the row.
        settings: further settings of Plotly's legend.
    """
    row = {"orientation": "h", "yanchor": "bottom"} if y > 1 else {}
    place = {"x": 0 if side == "left" else 1, "xanchor": side, "y": y}
    return figure.update_layout(showlegend=True, legend={**place, **row, **settings})


def add_legend_above(figure: Figure, gap: int = 0) -> Figure:
    """Add a legend in a row above the plot; return the figure.

    Args:
        figure: the figure; its height must be set already (see ``apply_layout``).
        gap: pixels between plot and legend.
    """
    top = 40 + gap
    inside = figure.layout.height - top - 40
    figure.update_layout(margin={"t": top})
    return add_legend(figure, "right", 1 + (gap + 6) / inside)


def token_ticks(names: Sequence[str], every: int = 1) -> dict[str, list]:
    """Return Plotly's axis settings with a labelled tick at every ``every``-th position.

    Args:
        names: label of each position, such as a token.
        every: distance between labelled positions; 1 labels all.
    """
    places = list(range(0, len(names), every))
    return {"tickvals": places, "ticktext": [escape_label(names[place]) for place in places]}


def highlight_position(figure: Figure, position: int) -> Figure:
    """Highlight an index on the x axis by a band behind the traces; return the figure.

    Args:
        figure: the figure.
        position: the index, from 0.
    """
    along = {"type": "rect", "x0": position - 0.5, "x1": position + 0.5, "xref": "x"}
    whole = {"y0": 0, "y1": 1, "yref": "y domain", "line": {"width": 0}}
    return figure.add_shape(**along, **whole, fillcolor=theme_colour("panel2"), layer="below")


def add_vertical_line(figure: Figure, position: int | float, line: dict) -> Figure:
    """Draw a line at an x value, with Plotly's settings ``line``; return the figure.

    Args:
        figure: the figure.
        position: the x value.
        line: Plotly's settings of the line.
    """
    across = {"type": "line", "x0": position, "x1": position, "xref": "x", "yref": "y domain"}
    return figure.add_shape(**across, y0=0, y1=1, line=line)


def update_x_axis(figure: Figure, **settings: object) -> Figure:
    """Merge Plotly's axis settings into the first x axis; return the figure."""
    return figure.update_layout(xaxis=settings)


def update_y_axis(figure: Figure, **settings: object) -> Figure:
    """Merge Plotly's axis settings into the first y axis; return the figure."""
    return figure.update_layout(yaxis=settings)


def theme_colour(name: str) -> str:
    """Return a colour of the theme, such as "Q", as a CSS variable: ``var(--glass-Q)``."""
    return f"var(--glass-{name})"


def escape_label(text: str) -> str:
    """Escape a text for Plotly's labels, which are pseudo-HTML."""
    return html.escape(text)
