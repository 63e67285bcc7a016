"""How a model was trained: loss, translation quality, learning rate, averaging."""

import math
from collections.abc import Mapping, Sequence
from itertools import cycle
from statistics import fmean

from ui.figures.figure import Figure, bar, scatter
from ui.figures.series import plot_series
from ui.figures.theme import (
    add_legend_above,
    add_vertical_line,
    apply_layout,
    theme_colour,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _, ngettext
from ui.words import format_decimal

NATS = math.log(2)  # nats per bit
DIRECTION_COLOURS = ("primary", "Q", "K", "V", "Z", "X", "positive")

Trials = Mapping[str, Mapping[int, float]]  # test set or direction -> step -> score


def compute_mean_losses(validations: Sequence[Mapping]) -> dict[str, dict[int, float]]:
    """Return the label-smoothed loss in nats per token, averaged over the translation directions.

    There is one line for each number of directions, because losses averaged over different
    directions cannot be compared.

    Args:
        validations: entries of "validation" in the training record: "step" and "loss" (direction ->
            smoothed and plain loss); perhaps "own", which has the "loss" on our own sentences.

    Returns:
        Label of a line, which names the sentences and the number of directions -> step -> loss.
    """
    result: dict[str, dict[int, float]] = {}
    for each in validations:
        for found, name in ((each, _validation_label), (each.get("own"), _own_set_label)):
            if found:
                smoothed = [pair[0] for pair in found["loss"].values()]
                result.setdefault(name(len(smoothed)), {})[each["step"]] = fmean(smoothed)
    return result


def _validation_label(direction_count: int) -> str:
    """Return the legend label of the validation line, with the number of directions."""
    name = ngettext(
        "validation, {count} direction", "validation, {count} directions", direction_count
    )
    return name.format(count=direction_count)


def _own_set_label(direction_count: int) -> str:
    """Return the legend label of the line of our own sentences, with the number of directions."""
    name = ngettext("our own, {count} direction", "our own, {count} directions", direction_count)
    return name.format(count=direction_count)


def collect_bleu(validations: Sequence[Mapping]) -> dict[str, dict[int, float]]:
    """Return the BLEU (0 to 100) of each direction, and its mean on our own sentences, by step.

    Args:
        validations: entries of "validation" in the training record: "step" and "scores" (records
            with "direction" and "bleu"); perhaps "own", which has "scores" on our own sentences.

    Returns:
        Label of a line, such as the direction "en-fr" -> step -> BLEU.
    """
    result: dict[str, dict[int, float]] = {}
    for each in validations:
        for score in each["scores"]:
            result.setdefault(score["direction"], {})[each["step"]] = score["bleu"]
        if own := each.get("own"):
            mean = fmean(score["bleu"] for score in own["scores"])
            name = _("our own, mean of {count}").format(count=len(own["scores"]))
            result.setdefault(name, {})[each["step"]] = mean
    return result


def plot_losses(
    curve: Sequence[Mapping[str, float | int]],
    validation: Trials,
    shipped: Trials,
    frames: Sequence[int],
    floor: float,
) -> Figure:
    """Plot the label-smoothed loss, in nats per token, against the training step, on log-log axes.

    Triangles mark the steps of the film: those at which the model's translations were recorded. A
    dotted line marks the lower bound.

    Args:
        curve: points with "step" and "loss", the smoothed loss of one training batch.
        validation: label of a line -> step -> smoothed loss on held-out sentences.
        shipped: the same for the shipped weights, drawn as diamonds.
        frames: training steps of the film, one for each frame.
        floor: lower bound of the smoothed loss, in nats per token.
    """
    steps, values = [p["step"] for p in curve], [p["loss"] for p in curve]
    hover = _("step %{x}: %{y:.3f}")
    training = scatter(
        x=steps, y=values, name=_("training, one batch"), mode="lines",
        line={"color": theme_colour("line2"), "width": 1.5},
        hovertemplate=f"{hover}<extra>{_('training')}</extra>",
    )  # fmt: skip
    figure = Figure(training, *_plot_validation(validation, shipped, hover).data)
    _mark_film_steps(figure, [step for step in frames if step], floor * 0.88)
    figure.add_horizontal_line(
        floor, {"color": theme_colour("negative"), "width": 1.5, "dash": "dot"}
    )
    figure.add_annotation(
        x=0, xref="paper", xanchor="left", y=math.log10(floor), yanchor="bottom", showarrow=False,
        text=_("entropy of the smoothed target: {floor:.2}").format(floor=floor),
        font={"color": theme_colour("negative")},
    )  # fmt: skip
    update_x_axis(figure, type="log", title=_("step"), dtick=1)
    update_y_axis(figure, 
        type="log", title=_("smoothed loss, nats per token"),
        tickvals=[1, 2, 3, 4, 6, 8, 10],
        range=[math.log10(floor * 0.8), math.log10(max(values) * 1.1)],
    )  # fmt: skip
    return add_legend_above(apply_layout(figure, height=360))


def plot_bleu(points: Trials, shipped: Trials, frames: Sequence[int]) -> Figure:
    """Plot BLEU against the training step, one line for each direction.

    Triangles mark the steps of the film: those at which the model's translations were recorded.

    Args:
        points: direction -> step -> BLEU, 0 to 100.
        shipped: the same for the shipped weights, drawn as diamonds.
        frames: training steps of the film, one for each frame.
    """
    figure = _plot_validation(points, shipped, _("step %{x}: %{y:.1f}"))
    _mark_film_steps(figure, frames, 0.0)
    update_x_axis(figure, title=_("step"), rangemode="tozero")
    update_y_axis(figure, title="BLEU", rangemode="tozero")
    return add_legend_above(apply_layout(figure, height=360))


def plot_untrained_losses(losses: Mapping[str, float], uniform: float) -> Figure:
    """Plot the losses of an untrained model and of its variants, with ln V as a line for
    comparison.

    Args:
        losses: name of the variant -> loss in nats per token; the first is the model as it is.
        uniform: loss of equal probabilities, ln V, in nats per token.
    """
    figure = Figure(
        bar(
            x=list(losses.values()), y=list(losses), orientation="h",
            marker={
                "color": [theme_colour("primary"), *[theme_colour("line2")] * (len(losses) - 1)]
            },
            text=[format_decimal(loss, 2) for loss in losses.values()], insidetextanchor="start",
            hovertemplate="%{y}: %{x:.3f}<extra></extra>",
        )
    )  # fmt: skip
    add_vertical_line(
        figure, uniform, {"color": theme_colour("negative"), "width": 1.5, "dash": "dot"}
    )
    figure.add_annotation(
        x=uniform, y=1, yref="paper", yanchor="bottom", showarrow=False,
        text=f"ln V = {format_decimal(uniform, 2)}", font={"color": theme_colour("negative")},
    )  # fmt: skip
    update_x_axis(figure, title=_("loss, nats per token"), rangemode="tozero")
    update_y_axis(figure, autorange="reversed")
    return apply_layout(figure, height=210)


def plot_loss_above_floor(losses: Mapping[str, Sequence[float]], floor: float) -> Figure:
    """Plot the smoothed loss of each direction, split at its lower bound.

    The lower bound is the entropy of the smoothed target; the model can only reduce the rest.

    Args:
        losses: direction, such as "en-fr" -> smoothed and plain loss, in nats per token.
        floor: entropy of the smoothed target, in nats per token.
    """
    rest = [smoothed - floor for smoothed, __ in losses.values()]
    points = {
        _("entropy of the target"): ([floor] * len(losses), losses),
        _("above it"): (rest, losses),
    }
    looks = [{"marker": {"color": theme_colour(colour)}} for colour in ("line2", "primary")]
    figure = plot_series(points, "%{y}: %{x:.3f}", looks, bar, orientation="h")
    update_x_axis(figure, title=_("smoothed loss on validation sentences, nats per token"))
    update_y_axis(figure, autorange="reversed")
    figure.update_layout(barmode="stack")
    return add_legend_above(apply_layout(figure, height=100 + 30 * len(losses)))


def plot_learning_rates(lines: Mapping[str, tuple[Sequence[int], Sequence[float]]]) -> Figure:
    """Plot up to three learning-rate schedules against the training step.

    Args:
        lines: name of the schedule -> its steps, and the learning rate at each; the first is the
            schedule that the training used.
    """
    looks = [
        {"line": {"color": theme_colour(colour), "width": width, "dash": dash}}
        for colour, width, dash in (
            ("primary", 3.5, "solid"),
            ("Z", 2.5, "solid"),
            ("muted", 1.5, "dash"),
        )
    ]
    figure = plot_series(lines, _("step %{x}: %{y:.2e}"), looks, mode="lines")
    update_x_axis(figure, title=_("step"), rangemode="tozero")
    update_y_axis(figure, title=_("learning rate"), rangemode="tozero", exponentformat="power")
    return add_legend_above(apply_layout(figure, height=320))


def plot_averaging(last_checkpoint: Mapping[str, float], averaged: Mapping[str, float]) -> Figure:
    """Plot the validation loss of the last checkpoint beside that of the averaged checkpoints.

    Args:
        last_checkpoint: direction, such as "en-fr" -> loss of the last checkpoint, in nats per
            token.
        averaged: direction -> loss of the averaged weights, in nats per token.
    """
    points = {
        _("last checkpoint"): (last_checkpoint, last_checkpoint.values()),
        _("average"): (averaged, averaged.values()),
    }
    looks = [{"marker": {"color": theme_colour(colour)}} for colour in ("line2", "primary")]
    figure = plot_series(points, "%{x}: %{y:.3f}", looks, bar)
    update_y_axis(figure, title=_("loss, nats per token"), rangemode="tozero")
    figure.update_layout(barmode="group")
    return add_legend_above(apply_layout(figure, height=260))


def _plot_validation(points: Trials, shipped: Trials, hover: str) -> Figure:
    """Plot validation scores as lines, and those of the shipped weights as diamonds."""
    names = dict.fromkeys([*points, *shipped])
    colours = dict(zip(names, cycle(map(theme_colour, DIRECTION_COLOURS)), strict=False))
    lines = {name: (found, found.values()) for name, found in points.items()}
    looks = [{"line": {"color": colours[name], "width": 2.5}} for name in points]
    figure = plot_series(lines, hover, looks, mode="lines+markers", marker={"size": 6})
    marks = [
        (step, value, name) for name, found in shipped.items() for step, value in found.items()
    ]
    steps, values, owners = zip(*marks, strict=True) if marks else ((), (), ())
    return figure.add_scatter(
        x=steps,
        y=values,
        customdata=owners,
        name=_("shipped model"),
        mode="markers",
        marker={
            "symbol": "diamond",
            "size": 10,
            "color": [colours[name] for name in owners],
        },
        hovertemplate=f"{hover}<extra>%{{customdata}}</extra>",
    )


def _mark_film_steps(figure: Figure, steps: Sequence[int], height: float) -> None:
    """Add markers at the training steps whose translations were recorded."""
    figure.add_scatter(
        x=list(steps), y=[height] * len(steps), name=_("frame of the film"), mode="markers",
        marker={"symbol": "triangle-up", "size": 8, "color": theme_colour("muted")},
        hovertemplate=_("film at step %{x}") + "<extra></extra>",
    )  # fmt: skip
