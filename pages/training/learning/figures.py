"""How a model was trained: loss, translation quality, learning rate, averaging."""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

from ui.figures.figure import Figure, bar
from ui.figures.theme import legend_above, role, style, upright, x_axis, y_axis
from ui.messages import _, ngettext
from ui.words import decimal

NATS = math.log(2)  # in a bit
DIRECTION_COLOURS = ("primary", "Q", "K", "V", "Z", "X", "positive")


def mean_losses(validations: Sequence[Mapping]) -> dict[str, dict[int, float]]:
    """Return the smoothed loss by step, the mean of the directions, apart for each set of them.

    A mean over more directions may be higher although each of them has become better. Where our
    own held-out sentences were tried too, they have a line of their own.
    """
    result: dict[str, dict[int, float]] = {}
    for each in validations:
        for found, name in ((each, _validation), (each.get("own"), _own)):
            if found:
                smoothed = [pair[0] for pair in found["loss"].values()]
                result.setdefault(name(len(smoothed)), {})[each["step"]] = fmean(smoothed)
    return result


def _validation(count: int) -> str:
    name = ngettext("validation, {count} direction", "validation, {count} directions", count)
    return name.format(count=count)


def _own(count: int) -> str:
    name = ngettext("our own, {count} direction", "our own, {count} directions", count)
    return name.format(count=count)


def bleu(validations: Sequence[Mapping]) -> dict[str, dict[int, float]]:
    """Return BLEU by direction and step; of our own held-out sentences the mean of all."""
    result: dict[str, dict[int, float]] = {}
    for each in validations:
        for score in each["scores"]:
            result.setdefault(score["direction"], {})[each["step"]] = score["bleu"]
        if own := each.get("own"):
            mean = fmean(score["bleu"] for score in own["scores"])
            name = _("our own, mean of {count}").format(count=len(own["scores"]))
            result.setdefault(name, {})[each["step"]] = mean
    return result


def losses(
    curve: Sequence[Mapping[str, float | int]],
    validation: Mapping[str, Mapping[int, float]],
    frames: Sequence[int],
    floor: float,
) -> Figure:
    """Draw the loss against the step, both axes as powers of ten.

    Args:
        curve: points with "step" and "loss", the smoothed loss of one batch.
        validation: name -> step -> the same on sentences that training never sees.
        frames: steps at which the film was taken.
        floor: what the smoothed loss cannot fall below.
    """
    figure = Figure()
    steps, values = [p["step"] for p in curve], [p["loss"] for p in curve]
    figure.add_scatter(
        x=steps, y=values, name=_("training, one batch"), mode="lines",
        line={"color": role("line2"), "width": 1.5},
        hovertemplate=f"{_('step %{x}: %{y:.3f}')}<extra>{_('training')}</extra>",
    )  # fmt: skip
    for (name, means), colour in zip(validation.items(), _cycle(len(validation)), strict=True):
        figure.add_scatter(
            x=list(means), y=list(means.values()), name=name, mode="lines+markers",
            line={"color": role(colour), "width": 3}, marker={"size": 7},
            hovertemplate=_("step %{x}: %{y:.3f}") + f"<extra>{name}</extra>",
        )  # fmt: skip
    _film(figure, [step for step in frames if step], floor * 0.88)
    figure.add_level(floor, {"color": role("negative"), "width": 1.5, "dash": "dot"})
    figure.add_annotation(
        x=0, xref="paper", xanchor="left", y=math.log10(floor), yanchor="bottom", showarrow=False,
        text=_("entropy of the smoothed target: {floor}").format(floor=decimal(floor, 2)),
        font={"color": role("negative")},
    )  # fmt: skip
    x_axis(figure, type="log", title=_("step"), dtick=1)
    y_axis(figure, 
        type="log", title=_("smoothed loss, nats per token"),
        tickvals=[1, 2, 3, 4, 6, 8, 10],
        range=[math.log10(floor * 0.8), math.log10(max(values) * 1.1)],
    )  # fmt: skip
    return legend_above(style(figure, height=360))


def quality(points: Mapping[str, Mapping[int, float]], frames: Sequence[int]) -> Figure:
    """Draw BLEU against the step, a line for each direction.

    Args:
        points: direction -> step -> BLEU in percent.
        frames: steps at which the film was taken.
    """
    figure = Figure()
    for (direction, values), colour in zip(points.items(), _cycle(len(points)), strict=True):
        figure.add_scatter(
            x=list(values), y=list(values.values()), name=direction, mode="lines+markers",
            line={"color": role(colour), "width": 2.5}, marker={"size": 6},
            hovertemplate=_("step %{x}: %{y:.1f}") + f"<extra>{direction}</extra>",
        )  # fmt: skip
    _film(figure, frames, 0.0)
    x_axis(figure, title=_("step"), rangemode="tozero")
    y_axis(figure, title="BLEU", rangemode="tozero")
    return legend_above(style(figure, height=360))


def beginnings(losses: Mapping[str, float], even: float) -> Figure:
    """Draw losses of fresh weights beside the loss of equal probabilities.

    Args:
        losses: name -> nats per token; the first is that of the model's own kind.
        even: loss if all tokens are equally likely.
    """
    figure = Figure(
        bar(
            x=list(losses.values()), y=list(losses), orientation="h",
            marker={"color": [role("primary"), *[role("line2")] * (len(losses) - 1)]},
            text=[decimal(loss, 2) for loss in losses.values()], insidetextanchor="start",
            hovertemplate="%{y}: %{x:.3f}<extra></extra>",
        )
    )  # fmt: skip
    upright(figure, even, {"color": role("negative"), "width": 1.5, "dash": "dot"})
    figure.add_annotation(
        x=even, y=1, yref="paper", yanchor="bottom", showarrow=False,
        text=f"ln V = {decimal(even, 2)}", font={"color": role("negative")},
    )  # fmt: skip
    x_axis(figure, title=_("loss, nats per token"), rangemode="tozero")
    y_axis(figure, autorange="reversed")
    return style(figure, height=210)


def above_floor(losses: Mapping[str, Sequence[float]], floor: float) -> Figure:
    """Draw each direction's smoothed loss above the least that its target allows.

    Args:
        losses: direction -> the smoothed loss and the plain one, in nats per token.
        floor: entropy of the smoothed target, in nats.
    """
    rest = [smoothed - floor for smoothed, __ in losses.values()]
    figure = Figure()
    for name, lengths, colour in (
        (_("entropy of the target"), [floor] * len(losses), "line2"),
        (_("above it"), rest, "primary"),
    ):
        figure.add_bar(
            x=lengths, y=list(losses), name=name, orientation="h", marker={"color": role(colour)},
            hovertemplate="%{y}: %{x:.3f}<extra>" + name + "</extra>",
        )  # fmt: skip
    x_axis(figure, title=_("smoothed loss on validation sentences, nats per token"))
    y_axis(figure, autorange="reversed")
    figure.update_layout(barmode="stack")
    return legend_above(style(figure, height=100 + 30 * len(losses)))


def schedules(lines: Mapping[str, tuple[Sequence[int], Sequence[float]]]) -> Figure:
    """Draw learning rates against the step; the first line is the one that was used.

    Args:
        lines: name -> steps and rates.
    """
    figure = Figure()
    looks = (("primary", 3.5, "solid"), ("Z", 2.5, "solid"), ("muted", 1.5, "dash"))
    for (name, (steps, rates)), (colour, width, dash) in zip(lines.items(), looks, strict=True):
        figure.add_scatter(
            x=list(steps), y=list(rates), name=name, mode="lines",
            line={"color": role(colour), "width": width, "dash": dash},
            hovertemplate=_("step %{x}: %{y:.2e}") + f"<extra>{name}</extra>",
        )  # fmt: skip
    x_axis(figure, title=_("step"), rangemode="tozero")
    y_axis(figure, title=_("learning rate"), rangemode="tozero", exponentformat="power")
    return legend_above(style(figure, height=320))


def averaging(last: Mapping[str, float], mean: Mapping[str, float]) -> Figure:
    """Draw the validation loss of the last checkpoint beside that of the averaged weights.

    Args:
        last: direction -> loss of the last checkpoint.
        mean: direction -> loss of the average.
    """
    figure = Figure()
    for name, values, colour in (
        (_("last checkpoint"), last, "line2"),
        (_("average"), mean, "primary"),
    ):
        figure.add_bar(
            x=list(values), y=list(values.values()), name=name, marker={"color": role(colour)},
            hovertemplate="%{x}: %{y:.3f}<extra>" + name + "</extra>",
        )  # fmt: skip
    y_axis(figure, title=_("loss, nats per token"), rangemode="tozero")
    figure.update_layout(barmode="group")
    return legend_above(style(figure, height=260))


def _film(figure: Figure, steps: Sequence[int], height: float) -> None:
    """Mark the steps of the film."""
    figure.add_scatter(
        x=list(steps), y=[height] * len(steps), name=_("frame of the film"), mode="markers",
        marker={"symbol": "triangle-up", "size": 8, "color": role("muted")},
        hovertemplate=_("film at step %{x}") + "<extra></extra>",
    )  # fmt: skip


def _cycle(count: int) -> list[str]:
    return [DIRECTION_COLOURS[i % len(DIRECTION_COLOURS)] for i in range(count)]
