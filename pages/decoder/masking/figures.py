"""Plots of the masking page: probabilities, logits and losses with and without the mask."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap
from ui.figures.theme import (
    ATTENTION,
    highlight_band,
    legend,
    role,
    safe,
    style,
    token_axis,
    x_axis,
    y_axis,
)
from ui.messages import N_, _
from ui.words import decimal

WITH, WITHOUT = N_("with the mask"), N_("without")


def likelier_words(
    masked: Float[Tensor, " target"],
    unmasked: Float[Tensor, " target"],
    tokens: Sequence[str],
    likeliest: tuple[Sequence[str], Sequence[str]],
) -> Figure:
    """Plot the probability of each target token with and without the mask, as bars.

    Args:
        masked: probability of each target token with the mask.
        unmasked: the same without the mask.
        tokens: the target tokens.
        likeliest: the likeliest token of each row, with the mask and without.
    """
    figure = _pairs(masked, unmasked, tokens, likeliest)
    y_axis(figure, title=_("probability"), range=[0, 1.02])
    return figure


def row_movements(
    masked: Float[Tensor, " target"],
    unmasked: Float[Tensor, " target"],
    tokens: Sequence[str],
    changed: int,
) -> Figure:
    """Plot each row's largest logit change when one decoder input token is replaced, as bars.

    Args:
        masked: largest change of a logit in each row, with the mask.
        unmasked: the same without.
        tokens: the decoder input token of each row.
        changed: index of the replaced token.
    """
    figure = _pairs(masked, unmasked, tokens)
    highlight_band(figure, changed)
    y_axis(figure, title=_("largest change of a logit"), rangemode="tozero")
    return figure


def _pairs(
    masked: Tensor,
    unmasked: Tensor,
    tokens: Sequence[str],
    likeliest: tuple[Sequence[str], Sequence[str]] | None = None,
) -> Figure:
    """Plot two bars per token, with and without the mask; hovering may name the likeliest token."""
    names, figure = [safe(token) for token in tokens], Figure()
    hover = _("“{token}”: {value}; most likely: “{word}”") if likeliest else _("“{token}”: {value}")
    gaps = {"token": "%{customdata[0]}", "value": "%{y:.3f}", "word": "%{customdata[1]}"}
    words = [[safe(word) for word in more] for more in likeliest or ([""] * len(tokens),) * 2]
    for label, values, colour, more in (
        (_(WITH), masked, role("primary"), words[0]),
        (_(WITHOUT), unmasked, role("warn"), words[1]),
    ):
        figure.add_bar(
            x=list(range(len(names))),
            y=values.tolist(),
            name=label,
            marker={"color": colour},
            customdata=list(zip(names, more, strict=True)),
            hovertemplate=f"{hover.format(**gaps)}<extra>{label}</extra>",
        )
    x_axis(figure, **token_axis(tokens))
    style(figure, height=250).update_layout(bargap=0.25, bargroupgap=0.05)
    return legend(figure, "right")


def learning_curves(masked: Sequence[float], unmasked: Sequence[float], floor: float) -> Figure:
    """Plot the loss curves of two trainings, with and without the mask.

    Args:
        masked: loss of each step, with the mask.
        unmasked: the same without the mask.
        floor: the lowest loss possible without seeing the answer.
    """
    figure, hover = Figure(), _("step {step}: {loss}").format(step="%{x}", loss="%{y:.3f}")
    for label, values, colour in (
        (_(WITH), masked, role("primary")),
        (_(WITHOUT), unmasked, role("warn")),
    ):
        figure.add_scatter(
            x=list(range(1, len(values) + 1)),
            y=list(values),
            name=label,
            line={"color": colour, "width": 2.5},
            hovertemplate=f"{hover}<extra>{label}</extra>",
        )
    figure.add_level(
        floor, {"color": role("muted"), "width": 1, "dash": "dot"}, text=decimal(floor, 3)
    )
    x_axis(figure, title=_("training step"))
    y_axis(figure, title=_("loss, nats"), rangemode="tozero")
    return legend(style(figure, height=250), "right")


def drift_map(
    moves: Float[Tensor, "layer position"], places: Sequence[str], tokens: Sequence[str]
) -> Figure:
    """Plot a heatmap of each row's relative change at each depth; exact zeros are labelled.

    Args:
        moves: norm of each row's change, relative to the row's norm.
        places: names of the depths, from the first layer's input to the logits.
        tokens: the tokens of the prefix.
    """
    dense = len(tokens) > 16
    hover = _("{place}, row “{token}”: moved by {share} of its length").format(
        place="%{customdata[0]}", token="%{customdata[1]}", share="%{z:.3f}"
    )
    shown = [
        ["0" if move == 0 else "" if dense else decimal(move, 2) for move in row]
        for row in moves.tolist()
    ]
    figure = Figure(
        heatmap(
            z=moves.numpy(),
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
            text=shown,
            texttemplate="%{text}",
            customdata=[[[place, safe(token)] for token in tokens] for place in places],
            hovertemplate=f"{hover}<extra></extra>",
        )
    )
    plain = {"showgrid": False, "zeroline": False, "ticks": "", "ticklabelstandoff": 6}
    x_axis(figure, **token_axis(tokens), **plain)
    y_axis(figure, **token_axis(places), autorange="reversed", **plain)
    top = max(1.0, moves.max().item())
    figure.update_layout(**{ATTENTION: {"showscale": False, "cmin": 0, "cmax": top}})
    return style(figure, height=60 + 34 * len(places))
