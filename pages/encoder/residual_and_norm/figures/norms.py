"""Figures of LayerNorm: mean and deviation of each token, and untrained stacks without it."""

import math
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import (
    add_legend_above,
    apply_layout,
    escape_label,
    highlight_position,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import N_, _

MAX_AXIS_LABELS = 30  # most tokens that an axis labels
STACKS = (  # names from ``model.measures.untrained_stacks``, marked for translation
    N_("post-norm"),
    N_("pre-norm"),
    N_("post-norm, no residual"),
    N_("no residual, no norm"),
)
MIN_PLOTTED = 1e-12  # smaller values are not plotted


def plot_means_and_deviations(
    stages: Mapping[str, Float[Tensor, "position d_model"]],
    tokens: Sequence[str],
    chosen_token: int,
) -> Figure:
    """Plot mean and standard deviation of each token's components, before and after LayerNorm.

    Args:
        stages: name in the legend -> vectors, first those before LayerNorm, then those after it.
        tokens: tokens of the sentence.
        chosen_token: index of the highlighted token.
    """
    figure = Figure()
    hover = _("{token}: mean {mean}, standard deviation {deviation}").format(
        token="%{customdata[0]}", mean="%{y:.3f}", deviation="%{customdata[1]:.3f}"
    )
    looks = ((theme_colour("muted"), -0.14), (theme_colour("X"), 0.14))
    for (name, vectors), (colour, aside) in zip(stages.items(), looks, strict=True):
        mean = vectors.mean(dim=-1)
        deviation = vectors.std(dim=-1, correction=0)
        figure.add_scatter(
            x=[place + aside for place in range(len(tokens))],
            y=mean.tolist(),
            name=name,
            mode="markers",
            marker={"color": colour, "size": 7 if len(tokens) <= MAX_AXIS_LABELS else 4},
            error_y={"array": deviation.tolist(), "color": colour, "thickness": 2, "width": 3},
            customdata=[
                [escape_label(t), d] for t, d in zip(tokens, deviation.tolist(), strict=True)
            ],
            hovertemplate=f"{hover}<extra>{escape_label(name)}</extra>",
        )
    every = -(-len(tokens) // MAX_AXIS_LABELS)
    update_x_axis(
        figure,
        **token_ticks([shorten_token(token) for token in tokens], every),
        range=[-0.6, len(tokens) - 0.4],
        showgrid=False,
        zeroline=False,
    )
    update_y_axis(figure, title=_("mean ± σ"), zeroline=True)
    highlight_position(figure, chosen_token)
    return add_legend_above(apply_layout(figure, height=250))


def plot_untrained_stacks(
    values_by_stack: Mapping[str, Float[Tensor, " depth"]], title: str, logarithmic: bool
) -> Figure:
    """Plot one quantity, layer by layer, in untrained stacks with and without residuals and norms.

    Args:
        values_by_stack: kind of stack, in the order of ``STACKS`` ("post-norm", "pre-norm", ...) ->
            value before the first layer and after each layer.
        title: name of the quantity.
        logarithmic: whether the y axis is logarithmic; if so, the axis leaves out values below
            ``MIN_PLOTTED``.
    """
    figure = Figure()
    # Lines may coincide: the lower ones are thicker, the upper ones have gaps.
    looks = (
        ("primary", 5, "solid"),
        ("text", 2.5, "solid"),
        ("negative", 2.5, "dash"),
        ("muted", 2.5, "dot"),
    )
    hover = _("layer {layer}: {value}").format(layer="%{x}", value="%{y:.3g}")
    for (kind, values), (colour, width, dash) in zip(values_by_stack.items(), looks, strict=True):
        figure.add_scatter(
            x=list(range(len(values))),
            y=values.tolist(),
            name=_(kind),
            mode="lines+markers",
            line={"color": theme_colour(colour), "width": width, "dash": dash},
            marker={"size": 4},
            hovertemplate=f"{hover}<extra>{_(kind)}</extra>",
        )
    layers = len(next(iter(values_by_stack.values()))) - 1
    update_x_axis(
        figure,
        title=_("after layer (0: the first layer's input)"),
        range=[-0.5, layers + 0.5],
        dtick=1 if layers <= 12 else 2,
        showgrid=False,
        zeroline=False,
    )
    update_y_axis(figure, title=title, rangemode="tozero")
    if logarithmic:
        least = min(
            values[values > MIN_PLOTTED].min().item() for values in values_by_stack.values()
        )
        most = max(values.max().item() for values in values_by_stack.values())
        span = [math.log10(least) - 0.3, math.log10(most) + 0.3]
        tick = 1 if span[1] - span[0] < 6 else 3  # powers of ten
        update_y_axis(figure, type="log", range=span, exponentformat="power", dtick=tick)
    return add_legend_above(apply_layout(figure, height=360))


def shorten_token(token: str) -> str:
    """Return a token cut to 12 characters."""
    return token if len(token) <= 12 else token[:11] + "…"
