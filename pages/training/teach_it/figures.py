"""Figures of a lesson: loss, forgetting, and the change of each matrix."""

from collections.abc import Mapping, Sequence

from ui.figures.attention_maps import axis_title
from ui.figures.figure import Figure
from ui.figures.theme import apply_layout, theme_colour, update_x_axis, update_y_axis
from ui.messages import _


def plot_forgetting(steps: Sequence[int], values: Sequence[float], total_steps: int) -> Figure:
    """Plot the mean log-probability per token of held-out sentences against the training step.

    Args:
        steps: steps at which it was measured; the first one is before the lesson.
        values: mean log-probability of a token at each of these steps, in nats.
        total_steps: number of steps of the whole lesson: the end of the axis.
    """
    figure = Figure()
    figure.add_scatter(
        x=list(steps),
        y=list(values),
        mode="lines+markers",
        line={"color": theme_colour("Q"), "width": 2.5},
        hovertemplate=_("step %{x}: %{y:.3f} nats") + "<extra></extra>",
    )
    line = {"color": theme_colour("muted"), "width": 1.2, "dash": "dot"}
    figure.add_shape(
        type="line", x0=0, x1=total_steps, y0=values[0], y1=values[0], line=line, layer="below"
    )
    room = max(0.02, *(abs(value - values[0]) for value in values)) * 1.2
    update_x_axis(
        figure,
        range=[-total_steps / 50, total_steps * 1.02],
        title=axis_title(_("step")),
        zeroline=False,
    )
    update_y_axis(
        figure, range=[values[0] - room, values[0] + room], title=axis_title(_("ln p of a token"))
    )
    return apply_layout(figure, height=190)


def plot_loss(values: Sequence[float], total_steps: int) -> Figure:
    """Plot the loss of a lesson's batches, in nats per token, against the training step.

    Args:
        values: loss at each step so far; the first is before any step.
        total_steps: number of steps of the whole lesson: the end of the axis.
    """
    figure = Figure()
    figure.add_scatter(
        x=list(range(len(values))),
        y=list(values),
        mode="lines",
        line={"color": theme_colour("primary"), "width": 2.5},
        hovertemplate=_("step %{x}: %{y:.3f} nats") + "<extra></extra>",
    )
    update_x_axis(
        figure,
        range=[-total_steps / 50, total_steps * 1.02],
        title=axis_title(_("step")),
        zeroline=False,
    )
    update_y_axis(figure, rangemode="tozero", title=axis_title(_("loss, nats")))
    return apply_layout(figure, height=160)


def plot_matrix_changes(
    relative_changes: Mapping[str, float], largest_change: float, colour: str
) -> Figure:
    """Plot how much each weight matrix of one stack changed, as bars from the first layer to the
    last.

    Args:
        relative_changes: name of the matrix -> norm of its change / norm of the matrix.
        largest_change: largest relative change in either stack, so that both plots get the same
            axis.
        colour: name of the bars' colour in the theme, such as "Q".
    """
    figure = Figure()
    figure.add_bar(
        x=list(relative_changes.values()),
        y=list(relative_changes),
        orientation="h",
        marker={"color": theme_colour(colour)},
        hovertemplate="%{y}: %{x:.2%}<extra></extra>",
    )
    update_x_axis(figure, range=[0, largest_change * 1.05], tickformat=".1%", side="top")
    update_y_axis(
        figure, autorange="reversed", showgrid=False, tickfont={"size": 12}, automargin=True
    )
    return apply_layout(figure, height=60 + 16 * len(relative_changes))
