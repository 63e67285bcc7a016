"""Plots of the cross-attention page: alignment error rates of heads, and bars by source word."""

from collections.abc import Mapping, Sequence
from typing import Any

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import (
    add_legend,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import N_, _

NAMES = {"writes": N_("row that predicts the word"), "reads": N_("row that reads the word")}
COLOURS = {"writes": "primary", "reads": "text"}
SYMBOLS = {"writes": "circle", "reads": "diamond"}
APART = 0.085  # between two heads of a layer; layers are 1 apart

Row = Mapping[str, Any]  # of the alignment table: layer, head, shift and mean error rate


def plot_alignment_errors(
    rows: Sequence[Row], chosen_mark: tuple[int, int | None, str], diagonal: float
) -> Figure:
    """Plot the measured alignment error rate of each cross-attention head, layer by layer.

    A head has two marks: the weights of a decoder position can be taken as those of the word that
    it predicts (shift "writes") or of the word that it reads (shift "reads").

    Args:
        rows: rows of the alignment table: "layer" from 0, "head" from 0 (None for all heads
            together), "shift", and "mean", the error rate from 0 to 1.
        chosen_mark: (layer, head or None, shift) of the highlighted mark.
        diagonal: error rate of a baseline without a model, which links words along the diagonal.
    """
    figure = Figure()
    for shift, name in NAMES.items():
        _add_head_marks(
            figure, [row for row in rows if row["shift"] == shift], shift, _(name), chosen_mark
        )
    layers = sorted({row["layer"] for row in rows})
    edges = [-0.6, layers[-1] + 0.6]
    figure.add_scatter(
        x=edges,
        y=[diagonal, diagonal],
        name=_("without a model: the diagonal"),
        mode="lines",
        line={"color": theme_colour("muted"), "dash": "dot", "width": 1.5},
        hoverinfo="skip",
    )
    update_x_axis(
        figure,
        tickvals=layers,
        ticktext=[_("layer {layer}").format(layer=layer + 1) for layer in layers],
        zeroline=False,
        showgrid=False,
        range=edges,
    )
    update_y_axis(figure, title=_("alignment error rate"), range=[0, 1.05])
    return add_legend(apply_layout(figure, height=340))


def compute_mark_x(row: Row, head_count: int) -> float:
    """Return the x coordinate of a head's mark in ``plot_alignment_errors``.

    The marks of one layer stand side by side, and the mark for all heads together is the last.

    Args:
        row: a row of the alignment table; "layer" and "head" (None for all heads) are read.
        head_count: number of heads of a layer.
    """
    head = head_count if row["head"] is None else row["head"]
    return row["layer"] + (head - head_count / 2) * APART


def _add_head_marks(
    figure: Figure,
    rows: Sequence[Row],
    shift: str,
    name: str,
    chosen_mark: tuple[int, int | None, str],
) -> None:
    """Add the heads' alignment error rates for one shift to the figure; ring the selected head."""
    heads = max((row["head"] + 1 for row in rows if row["head"] is not None), default=0)
    ringed = [(row["layer"], row["head"], shift) == chosen_mark for row in rows]
    figure.add_scatter(
        x=[compute_mark_x(row, heads) for row in rows],
        y=[row["mean"] for row in rows],
        name=name,
        mode="markers",
        marker={
            "color": theme_colour(COLOURS[shift]),
            "symbol": [SYMBOLS[shift] + ("-open" if row["head"] is None else "") for row in rows],
            "size": [16 if one else 10 for one in ringed],
            "opacity": 1,
            "line": {
                "color": theme_colour("ring"),
                "width": [2.5 if one else 1.5 for one in ringed],
            },
        },
        customdata=[_label_head(row) for row in rows],
        hovertemplate="%{customdata}: %{y:.3f}<extra>" + name + "</extra>",
    )


def _label_head(row: Row) -> str:
    """Return the label of a row of alignment errors: its layer and head, or all heads."""
    if row["head"] is None:
        return _("layer {layer}, all heads").format(layer=row["layer"] + 1)
    return _("layer {layer}, head {head}").format(layer=row["layer"] + 1, head=row["head"] + 1)


def plot_source_bars(
    words: Sequence[str],
    series: Mapping[str, tuple[Float[Tensor, " source"], str]],
    title: str,
    dots: tuple[str, Float[Tensor, " source"], str] | None = None,
) -> Figure:
    """Plot bars for each source token, one per series, and optionally dots on a second y axis.

    Args:
        words: the source tokens.
        series: name in the legend -> (value of each source token, name of the colour, such as
            "primary").
        title: title of the y axis.
        dots: (name, value of each source token, name of the colour) of the dots; their y axis is on
            the right.
    """
    figure = Figure()
    for name, (values, colour) in series.items():
        figure.add_bar(
            x=list(range(len(words))),
            y=values.tolist(),
            name=escape_label(name),
            marker={"color": theme_colour(colour)},
            customdata=[escape_label(word) for word in words],
            hovertemplate="%{customdata}: %{y:.3f}<extra>" + escape_label(name) + "</extra>",
        )
    update_x_axis(figure, **token_ticks(words))
    update_y_axis(figure, title=title, rangemode="tozero")
    if dots:
        _add_dots(figure, words, *dots)
    return add_legend(apply_layout(figure, height=270).update_layout(barmode="group", bargap=0.35))


def _add_dots(figure: Figure, words: Sequence[str], name: str, values: Tensor, colour: str) -> None:
    """Add dots for each word to the figure, on a second y axis."""
    figure.add_scatter(
        x=list(range(len(words))),
        y=values.tolist(),
        name=escape_label(name),
        yaxis="y2",
        mode="markers",
        marker={"color": theme_colour(colour), "size": 9, "symbol": "diamond"},
        customdata=[escape_label(word) for word in words],
        hovertemplate="%{customdata}: %{y:.2f}<extra>" + escape_label(name) + "</extra>",
    )
    figure.update_layout(
        yaxis2={
            "title": escape_label(name), "overlaying": "y", "side": "right", "rangemode": "tozero",
            "showgrid": False,
        }
    )  # fmt: skip
