"""What all figures have in common: sizes, scales by name, text that cannot become markup.

Colours are named, not given: ``role("Q")`` is the colour of queries in whichever theme the visitor
has, and the page's stylesheet says what that is.
"""

import html

import plotly.graph_objects as go

ATTENTION, SIGNED = "coloraxis", "coloraxis2"  # the two scales; see ui/views/plot.js


def style(figure: go.Figure, height: int) -> go.Figure:
    """Give a figure the height it is drawn with and no theme of Plotly's own."""
    figure.update_layout(template="none", height=height, showlegend=False, dragmode=False)
    return figure


def legend_above(figure: go.Figure, room: int = 0) -> go.Figure:
    """Name the lines above a figure.

    Args:
        figure: with its height.
        room: to leave between, in pixels.
    """
    top = 40 + room
    inside = figure.layout.height - top - 40
    legend = {"orientation": "h", "x": 1, "xanchor": "right", "y": 1 + (room + 6) / inside}
    return figure.update_layout(
        showlegend=True, legend={**legend, "yanchor": "bottom"}, margin={"t": top}
    )


def role(name: str) -> str:
    """Return a colour of ``ui/frame/style.css`` by its name, in the one form Plotly lets pass."""
    return f"var(--glass-{name})"


def safe(text: str) -> str:
    """Return a text that Plotly shows as it is: labels are pseudo-HTML."""
    return html.escape(text)
