r"""Plots of the next-token page: entropy by step, and probabilities by rank.

Entropy is $-\sum_i p_i \log_2 p_i$ in bits: 0 for certainty, $\log_2 V$ if all of the V tokens were
equally probable.
"""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, bar
from ui.figures.theme import (
    add_legend,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _


def plot_entropies(
    bits: Float[Tensor, " step"],
    probabilities: Float[Tensor, " step"],
    tokens: Sequence[str],
    chosen_step: int,
) -> Figure:
    """Plot the entropy of each step's next-token distribution, as bars.

    Args:
        bits: entropy of each step, in bits.
        probabilities: probability of each step's output token.
        tokens: the output tokens.
        chosen_step: the step, from 0, whose bar is highlighted.
    """
    names = [escape_label(token) for token in tokens]
    hover = _("“{token}” gets {p}; the entropy is {bits} bits").format(
        bits="%{y:.2f}", token="%{customdata[0]}", p="%{customdata[1]:.3f}"
    )
    figure = Figure(
        bar(
            x=list(range(len(names))),
            y=bits.tolist(),
            marker={
                "color": [
                    theme_colour("primary" if i == chosen_step else "line2")
                    for i in range(len(names))
                ]
            },
            customdata=[[name, p] for name, p in zip(names, probabilities.tolist(), strict=True)],
            hovertemplate=f"{hover}<extra></extra>",
        )
    )
    update_x_axis(figure, **token_ticks(tokens))
    update_y_axis(figure, title=_("entropy, bits"), rangemode="tozero")
    return apply_layout(figure, height=240)


def plot_rank_curve(
    probabilities: Float[Tensor, " vocab"], target: Float[Tensor, " vocab"], right_rank: int
) -> Figure:
    """Plot a step's next-token probabilities by rank, and the target of label smoothing, log-log.

    Args:
        probabilities: probabilities of all tokens, in descending order.
        target: the smoothed target distribution, the right token first.
        right_rank: rank, from 0, of the translation's token.
    """
    ranks = torch.arange(1, len(probabilities) + 1)
    # Points evenly spaced on the logarithmic axis, as one for each token would be slow.
    shown = torch.logspace(0, math.log10(len(ranks)), 120).long().unique() - 1
    figure, hover = Figure(), _("rank {rank}: {p}").format(rank="%{x}", p="%{y:.2g}")
    for name, values, colour in (
        (_("what training asks for"), target, theme_colour("muted")),
        (_("this model, at this step"), probabilities, theme_colour("primary")),
    ):
        figure.add_scatter(
            x=ranks[shown].tolist(),
            y=values[shown].tolist(),
            name=name,
            mode="lines",
            line={"color": colour, "width": 3},
            hovertemplate=f"{hover}<extra>{name}</extra>",
        )
    figure.add_scatter(
        x=[right_rank + 1],
        y=[probabilities[right_rank].item()],
        name=_("the translation's token"),
        mode="markers",
        marker={"color": theme_colour("primary"), "size": 11},
        hovertemplate=_("the translation's token: {p}").format(p="%{y:.3f}") + "<extra></extra>",
    )
    apply_layout(figure, height=300)
    update_x_axis(figure, type="log", title=_("rank of the token"), dtick=1)
    update_y_axis(figure, type="log", title=_("probability"), dtick=2, exponentformat="power")
    return add_legend(figure)
