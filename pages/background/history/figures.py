"""Figures by length of a sentence: costs of Table 1, gradients, and measured times."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ui.figures.figure import Figure
from ui.figures.theme import (
    add_vertical_line,
    apply_layout,
    theme_colour,
    update_x_axis,
    update_y_axis,
)
from ui.messages import N_, _

LOOKS = {  # colour, width and dash of a line
    N_("Self-attention"): ("primary", 3, "solid"),
    N_("Recurrent"): ("negative", 3, "solid"),
    N_("Convolutional"): ("muted", 2, "dash"),
    N_("Self-attention (restricted)"): ("primary", 2, "dot"),
    N_("attention"): ("primary", 3, "solid"),
    N_("attention layer"): ("primary", 3, "solid"),
    N_("RNN"): ("text", 3, "solid"),
    N_("LSTM"): ("negative", 3, "solid"),
    N_("LSTM, cell by cell"): ("negative", 3, "solid"),
    N_("LSTM, PyTorch’s own"): ("negative", 2, "dot"),
}


@dataclass(frozen=True)
class LengthMark:
    """A marked length in a figure.

    Args:
        n: the length.
        text: label of the mark.
        colour: colour role.
    """

    n: int
    text: str
    colour: str = "text"


@dataclass(frozen=True)
class GrowthAxes:
    """Title, limits and height of a growth figure.

    Args:
        title: title of the value axis.
        longest: length at which the x axis ends.
        height: height of the figure, in pixels.
        span: smallest and largest value of the axis; None fits the lines.
    """

    title: str
    longest: int
    height: int = 300
    span: tuple[float, float] | None = None


def plot_growth(
    lines: Mapping[str, tuple[Sequence[int], Sequence[float | int]]],
    axes: GrowthAxes,
    marks: Sequence[LengthMark] = (),
    single_runs: Mapping[str, Sequence[Sequence[float]]] = MappingProxyType({}),
) -> Figure:
    """Plot values against the length n on log-log axes, a line for each kind of layer or network.

    Args:
        lines: name of the layer or network, a key of ``LOOKS`` -> (lengths, values above 0).
        axes: title, limits and height of the figure.
        marks: lengths to be marked by a vertical line.
        single_runs: name, as in ``lines`` -> single runs, each with a value for every length; they
            are drawn as thin lines behind the line of that name.
    """
    figure = Figure()
    for name, (lengths, values) in lines.items():
        colour, width, dash = LOOKS[name]
        line = {"color": theme_colour(colour), "width": width, "dash": dash}
        for single in single_runs.get(name, ()):
            figure.add_scatter(
                x=list(lengths), y=list(single), mode="lines", opacity=0.35, showlegend=False,
                line={**line, "width": 1}, hoverinfo="skip",
            )  # fmt: skip
        figure.add_scatter(
            x=list(lengths),
            y=list(values),
            name=_(name),
            mode="lines+markers" if len(lengths) < 20 else "lines",
            line=line,
            hovertemplate="n = %{x:,}: %{y:.3~g}<extra>" + _(name) + "</extra>",
        )
    for place, mark in enumerate(marks):
        add_vertical_line(
            figure, mark.n, {"color": theme_colour(mark.colour), "width": 1.2, "dash": "dot"}
        )
        right = mark.n > axes.longest**0.7  # a text to the right would leave the figure
        figure.add_annotation(
            x=math.log10(mark.n), y=1 - 0.09 * place, yref="paper", yanchor="top",
            xanchor="right" if right else "left",
            text=mark.text,
            showarrow=False,
            font={"color": theme_colour(mark.colour), "size": 12.5},
        )  # fmt: skip
    for axis in (figure.update_xaxes, figure.update_yaxes):
        axis(type="log", exponentformat="power", zeroline=False)
    update_x_axis(figure, title="n", dtick=1, range=[0, math.log10(axes.longest)])
    least, most = axes.span or _find_range(lines)
    limits = [math.log10(least), math.log10(most)] if axes.span else None
    update_y_axis(figure, title=axes.title, dtick=1 if most / least < 1e7 else 2, range=limits)
    return apply_layout(figure, axes.height)


def _find_range(
    lines: Mapping[str, tuple[Sequence[int], Sequence[float | int]]],
) -> tuple[float, float]:
    """Return the smallest and the largest value of all lines."""
    values = [float(value) for __, values in lines.values() for value in values]
    return min(values, default=1.0), max(values, default=1.0)
