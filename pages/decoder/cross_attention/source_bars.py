"""Numbers for each word of the source, side by side."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
from jaxtyping import Float
from torch import Tensor

from ui.figures.theme import role, safe, style


def source_bars(
    words: Sequence[str],
    series: Mapping[str, tuple[Float[Tensor, " source"], str]],
    title: str,
    dots: tuple[str, Float[Tensor, " source"], str] | None = None,
) -> go.Figure:
    """Draw a group of bars for each word.

    Args:
        words: of the source.
        series: name -> its numbers, and the name of its colour.
        title: of the axis of numbers.
        dots: name, numbers and colour of what is measured on an axis of its own, on the right.
    """
    figure = go.Figure()
    for name, (values, colour) in series.items():
        figure.add_bar(
            x=list(range(len(words))),
            y=values.tolist(),
            name=safe(name),
            marker={"color": role(colour)},
            customdata=[safe(word) for word in words],
            hovertemplate="%{customdata}: %{y:.3f}<extra>" + safe(name) + "</extra>",
        )
    # Words repeat, so the axis is indexed by place and only labelled by word.
    figure.update_xaxes(tickvals=list(range(len(words))), ticktext=[safe(word) for word in words])
    figure.update_yaxes(title=title, rangemode="tozero")
    if dots:
        _dots(figure, words, *dots)
    style(figure, height=270)
    figure.update_layout(
        barmode="group", bargap=0.35, showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
    )  # fmt: skip
    return figure


def _dots(figure: go.Figure, words: Sequence[str], name: str, values: Tensor, colour: str) -> None:
    figure.add_scatter(
        x=list(range(len(words))),
        y=values.tolist(),
        name=safe(name),
        yaxis="y2",
        mode="markers",
        marker={"color": role(colour), "size": 9, "symbol": "diamond"},
        customdata=[safe(word) for word in words],
        hovertemplate="%{customdata}: %{y:.2f}<extra>" + safe(name) + "</extra>",
    )
    figure.update_layout(
        yaxis2={
            "title": safe(name), "overlaying": "y", "side": "right", "rangemode": "tozero",
            "showgrid": False,
        }
    )  # fmt: skip
