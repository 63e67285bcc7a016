"""Figures of the small trainings: curves by step, cosines, and recall of phrases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from ui.figures.attention_maps import axis_title, axis_with_labels
from ui.figures.figure import Figure, heatmap
from ui.figures.theme import (
    ATTENTION,
    SIGNED,
    add_legend,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _

DOTTED = {"color": theme_colour("muted"), "width": 1.2, "dash": "dot"}


@dataclass(frozen=True)
class Axis:
    """The vertical axis of a curve plot.

    Args:
        title: axis title.
        height: height of the figure, in pixels.
        top: upper end of the axis; None fits the data.
        floor: reference level and its label.
    """

    title: str
    height: int
    top: float | None = None
    floor: tuple[float, str] | None = None


def plot_curves(
    steps: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    total_steps: int,
    axis: Axis,
    colours: Sequence[str] = ("primary", "Z", "Q"),
) -> Figure:
    """Plot measured values against the training step, on an axis that spans the whole training.

    Args:
        steps: steps at which the values were measured.
        lines: name of a line -> its value at each of these steps; two or more lines get a legend.
        total_steps: number of steps of the whole training.
        axis: title, height and range of the vertical axis.
        colours: name of each line's colour in the theme.
    """
    figure = Figure()
    for (name, values), colour in zip(lines.items(), colours, strict=False):
        figure.add_scatter(
            x=list(steps),
            y=list(values),
            name=name,
            mode="lines",
            line={"color": theme_colour(colour), "width": 2.5},
            hovertemplate=_("step %{x}: %{y:.3f}") + f"<extra>{escape_label(name)}</extra>",
        )
    if axis.floor:
        level, name = axis.floor
        note = axis_title(name) | {"yanchor": "bottom"}
        figure.add_horizontal_line(level, DOTTED, **note)
    limits = {"range": [0, axis.top]} if axis.top else {"rangemode": "tozero"}
    figure.update_xaxes(
        title=axis_title(_("training step")), range=[0, total_steps], zeroline=False
    )
    figure.update_yaxes(title=axis_title(axis.title), **limits)
    return add_legend(apply_layout(figure, axis.height)).update_layout(showlegend=len(lines) > 1)


def plot_cosines(cosines: Float[Tensor, "vocab vocab"], names: Sequence[str]) -> Figure:
    """Plot the cosines of all word pairs as a heatmap.

    Args:
        cosines: cosines of the vectors.
        names: the words, in the order of rows and columns.
    """
    figure = Figure(
        heatmap(
            z=cosines.numpy(),
            coloraxis=SIGNED,
            customdata=[[f"{escape_label(a)}, {escape_label(b)}" for b in names] for a in names],
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
        )
    )
    ticks = token_ticks(names)
    update_x_axis(figure, tickangle=-60, tickfont={"size": 12}, **ticks)
    update_y_axis(figure, autorange="reversed", tickfont={"size": 12}, **ticks)
    figure.update_layout(**{SIGNED: {"showscale": True, "cmin": -1, "cmax": 1}})
    return apply_layout(figure, height=390)


def plot_right_kind_probability(
    probabilities: Mapping[tuple[str, str], float], training_phrases: Sequence[tuple[str, str]]
) -> Figure:
    """Plot, as a heatmap, the probability that the network gives to the right kind of each phrase.

    Rows are first words, columns are second words; a dot marks a training phrase.

    Args:
        probabilities: first and second word of a phrase -> probability of its right kind.
        training_phrases: first and second word of each training phrase.
    """
    rows = list(dict.fromkeys(first for first, __ in probabilities))
    columns = list(dict.fromkeys(second for __, second in probabilities))
    figure = Figure(
        heatmap(
            z=[[probabilities.get((row, column)) for column in columns] for row in rows],
            text=[
                ["•" if (row, column) in training_phrases else "" for column in columns]
                for row in rows
            ],
            texttemplate="%{text}",
            textfont={"size": 18},
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
            customdata=[
                [f"{escape_label(row)} {escape_label(column)}" for column in columns]
                for row in rows
            ],
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
        )
    )
    figure.update_xaxes(**axis_with_labels(columns))
    figure.update_yaxes(autorange="reversed", **axis_with_labels(rows))
    figure.update_layout(**{ATTENTION: {"showscale": False}})
    return apply_layout(figure, height=90 + max(14, min(30, 600 // len(rows))) * len(rows))
