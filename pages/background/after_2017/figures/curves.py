"""Curves: small networks that learn, gradients through fresh stacks, loss against tokens."""

import math
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import legend_above, role, style, x_axis, y_axis
from ui.messages import _

LOOKS = (("primary", "solid"), ("K", "dash"), ("Z", "dot"), ("muted", "dashdot"))


def race(steps: Sequence[int], losses: Mapping[str, Sequence[float]], last: int) -> Figure:
    """Draw the losses of small networks while they learn side by side.

    Args:
        steps: at which they were measured.
        losses: of each network.
        last: step of the training.
    """
    figure = Figure()
    hover = _("step {step}: {loss}").format(step="%{x}", loss="%{y:.3f}")
    for (name, values), (colour, dash) in zip(losses.items(), LOOKS, strict=False):
        figure.add_scatter(
            x=list(steps),
            y=list(values),
            name=name,
            mode="lines" if len(steps) > 1 else "markers",
            line={"color": role(colour), "dash": dash, "width": 2.5},
            hovertemplate=f"{hover}<extra>{name}</extra>",
        )
    x_axis(figure, title=_("step"), range=[0, last], showgrid=False)
    y_axis(figure, title=_("loss, nats per letter"), rangemode="tozero")
    return legend_above(style(figure, height=280))


def gradients(lines: Mapping[str, Float[Tensor, " depth"]]) -> Figure:
    """Draw the length of a gradient on its way down through fresh stacks.

    Args:
        lines: kind of stack -> length before the lowest layer and after each.
    """
    figure = Figure()
    hover = _("layer {layer}: {length}").format(layer="%{x}", length="%{y:.3g}")
    for (name, values), (colour, dash) in zip(lines.items(), LOOKS, strict=False):
        figure.add_scatter(
            x=list(range(len(values))),
            y=values.tolist(),
            name=name,
            mode="lines+markers",
            line={"color": role(colour), "dash": dash},
            hovertemplate=f"{hover}<extra>{name}</extra>",
        )
    x_axis(figure, title=_("after layer (0: the input of the lowest)"), showgrid=False)
    y_axis(figure, title=_("length of the gradient"), rangemode="tozero")
    return legend_above(style(figure, height=280))


def loss_over_tokens(
    raw: tuple[Sequence[float], Sequence[float]],
    mean: tuple[Sequence[float], Sequence[float]],
    rule: float,
) -> Figure:
    """Draw the loss of a training over the tokens it read, both on logarithmic axes.

    Args:
        raw: tokens, and the loss of single steps.
        mean: the same, averaged.
        rule: tokens that the rule of 20 for each weight asks for.
    """
    figure = Figure()
    hover = _("{count} tokens: {loss} nats").format(count="%{x:.3s}", loss="%{y:.2f}")
    asked = _("{count} tokens").format(count="%{x:.3s}")
    extra = _("20 per parameter")
    figure.add_scatter(
        x=list(raw[0]),
        y=list(raw[1]),
        name=_("single steps"),
        mode="lines",  # one node: a mark for each of thousands of steps keeps a browser busy
        line={"color": role("line2"), "width": 1},
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=list(mean[0]),
        y=list(mean[1]),
        name=_("mean"),
        mode="lines+markers",
        line={"color": role("primary"), "width": 2.5},
        hovertemplate=f"{hover}<extra></extra>",
    )
    values = [value for value in (*raw[1], *mean[1]) if value > 0]
    span = [math.log10(min(values)) - 0.05, math.log10(max(values)) + 0.05]
    figure.add_scatter(
        x=[rule, rule],
        y=[10 ** span[0], 10 ** span[1]],
        name=_("20 tokens per parameter"),
        mode="lines",
        line={"color": role("K"), "dash": "dash", "width": 2},
        hovertemplate=f"{asked}<extra>{extra}</extra>",
    )
    x_axis(figure, type="log", title=_("tokens read"), exponentformat="power", dtick=1)
    ticks = [value for value in (0.5, 1, 2, 3, 5, 8, 12) if span[0] <= math.log10(value) <= span[1]]
    y_axis(figure, type="log", title=_("loss, nats per token"), range=span)
    y_axis(figure, tickvals=ticks, ticktext=[f"{tick:g}" for tick in ticks])
    return legend_above(style(figure, height=300))
