r"""How certain the next token is: entropy by step, and the tail that label smoothing leaves.

Entropy is $-\sum_i p_i \log_2 p_i$ in bits: 0 for certainty, $\log_2 V$ if all of the V tokens were
equally probable.
"""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, bar
from ui.figures.theme import legend, role, safe, style, token_axis, x_axis, y_axis
from ui.messages import _


def certainty(
    bits: Float[Tensor, " step"], said: Float[Tensor, " step"], tokens: Sequence[str], chosen: int
) -> Figure:
    """Draw a bar for each step of the translation: the entropy before its token was known.

    Args:
        bits: entropy of each step.
        said: probability of the token that the translation says there.
        tokens: those tokens.
        chosen: the step whose bar is marked.
    """
    names = [safe(token) for token in tokens]
    hover = _("{bits} bits before “{token}”, which gets {p}").format(
        bits="%{y:.2f}", token="%{customdata[0]}", p="%{customdata[1]:.3f}"
    )
    figure = Figure(
        bar(
            x=list(range(len(names))),
            y=bits.tolist(),
            marker={
                "color": [role("primary" if i == chosen else "line2") for i in range(len(names))]
            },
            customdata=[[name, p] for name, p in zip(names, said.tolist(), strict=True)],
            hovertemplate=f"{hover}<extra></extra>",
        )
    )
    x_axis(figure, **token_axis(tokens))
    y_axis(figure, title=_("entropy, bits"), rangemode="tozero")
    return style(figure, height=240)


def rank_curve(
    probabilities: Float[Tensor, " vocab"], target: Float[Tensor, " vocab"], right: int
) -> Figure:
    """Draw the probability of every token by its rank, beside the smoothed target; both axes log.

    Args:
        probabilities: most probable first.
        target: what training asked for, the right token first.
        right: rank, from 0, of the token that the translation says.
    """
    ranks = torch.arange(1, len(probabilities) + 1)
    # Equal steps on the logarithmic axis: a point for each token would only be slow.
    shown = torch.logspace(0, math.log10(len(ranks)), 120).long().unique() - 1
    figure, hover = Figure(), _("rank {rank}: {p}").format(rank="%{x}", p="%{y:.2g}")
    for name, values, colour in (
        (_("what training asks for"), target, role("muted")),
        (_("this model, at this step"), probabilities, role("primary")),
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
        x=[right + 1],
        y=[probabilities[right].item()],
        name=_("the translation's token"),
        mode="markers",
        marker={"color": role("primary"), "size": 11},
        hovertemplate=_("the translation's token: {p}").format(p="%{y:.3f}") + "<extra></extra>",
    )
    style(figure, height=300)
    x_axis(figure, type="log", title=_("rank of the token"), dtick=1)
    y_axis(figure, type="log", title=_("probability"), dtick=2, exponentformat="power")
    return legend(figure)
