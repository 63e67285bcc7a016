"""Plots of the reference's loss, of error feedback, and of the effect of each replaced token."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap
from ui.figures.theme import (
    ATTENTION,
    add_legend,
    add_vertical_line,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _

MARKS = (("primary", "circle"), ("text", "square"), ("warn", "diamond"))
LARGEST, SMALLEST = 22, 15  # height of a row of the map, in pixels


def plot_token_losses(
    losses: Float[Tensor, " target"],
    changed_losses: Float[Tensor, " target"] | None,
    tokens: Sequence[str],
    chosen_step: int,
) -> Figure:
    r"""Plot the loss of each reference token, $-\ln p$ in nats, as bars.

    Args:
        losses: $-\ln p$ of each reference token.
        changed_losses: the same with one decoder input token replaced, drawn as further bars; None
            if none is replaced.
        tokens: the reference's tokens.
        chosen_step: the step whose bar is highlighted, from 0.
    """
    figure, mean = Figure(), losses.mean().item()
    marks = ["primary" if i == chosen_step else "line2" for i in range(len(losses))]
    hover = _("“{token}”: p = {p}, −ln p = {nats}").format(
        token="%{customdata[0]}", p="%{customdata[1]:.3f}", nats="%{y:.3f}"
    )
    for name, values, colours in (
        (_("the reference"), losses, marks),
        (_("with the token you put in"), changed_losses, ["text"] * len(losses)),
    ):
        if values is not None:
            figure.add_bar(
                x=list(range(len(tokens))),
                y=values.tolist(),
                name=name,
                marker={"color": [theme_colour(colour) for colour in colours]},
                customdata=[
                    [escape_label(t), p]
                    for t, p in zip(tokens, (-values).exp().tolist(), strict=True)
                ],
                hovertemplate=f"{hover}<extra>{name}</extra>",
            )
    figure.add_horizontal_line(
        mean,
        {"color": theme_colour("muted"), "dash": "dot", "width": 1.5},
        text=_("mean {nats:.3}").format(nats=mean),
        font={"color": theme_colour("muted")},
    )
    update_x_axis(figure, **token_ticks(tokens))
    update_y_axis(figure, title=_("−ln p, nats"), rangemode="tozero")
    return apply_layout(figure, height=250)


def plot_error_feedback(
    rows: Mapping[str, Float[Tensor, " _"]], tokens: Sequence[str], first_difference: int | None
) -> Figure:
    """Plot the probability of each reference token after the decoder has read right or wrong words.

    Args:
        rows: what the decoder reads (a message) -> probability of each reference token, from
            ``passes.compute_reference_probabilities``; values after the last token are not drawn.
        tokens: the reference's tokens.
        first_difference: the step, from 0, after which the decoder reads different words; a line
            marks it. None if it always reads the same words.
    """
    figure = Figure()
    for (message, values), (colour, symbol) in zip(rows.items(), MARKS, strict=False):
        gaps = {"token": "%{customdata}", "p": "%{y:.3f}", "after": _(message)}
        figure.add_scatter(
            x=list(range(len(tokens)))[: len(values)],
            y=values[: len(tokens)].tolist(),
            name=_(message),
            mode="lines+markers",
            line={"color": theme_colour(colour), "width": 1.5},
            marker={"color": theme_colour(colour), "size": 11, "symbol": symbol},
            customdata=[escape_label(token) for token in tokens],
            hovertemplate=_("“{token}”: {p} {after}").format(**gaps) + "<extra></extra>",
        )
    if len(rows) > 1 and first_difference is not None:
        x = first_difference + 0.5
        line = {"color": theme_colour("muted"), "dash": "dot", "width": 1.5}
        add_vertical_line(figure, x, line)
        figure.add_annotation(
            x=x, xref="x", xanchor="left", y=1.1, yref="y domain", yanchor="top",
            text=_("from here on, they read different words"), showarrow=False,
        )  # fmt: skip
    update_x_axis(figure, **token_ticks(tokens), range=[-0.6, len(tokens) - 0.4])
    update_y_axis(figure, title=_("probability of the right word"), range=[-0.03, 1.05])
    return add_legend(apply_layout(figure, height=290), y=1.13)


def plot_replacement_effects(
    bits: Float[Tensor, "position target"],
    input_tokens: Sequence[str],
    replacements: Sequence[str],
    output_tokens: Sequence[str],
) -> Figure:
    """Plot how much each prediction changes when one decoder input token is replaced, as a heatmap.

    Args:
        bits: KL divergences, from ``compute.compute_replacement_effects``.
        input_tokens: for each row, the token that is replaced.
        replacements: for each row, the token that replaces it.
        output_tokens: for each column, the reference's token at this step.
    """
    names = [f"{old} → {new}" for old, new in zip(input_tokens, replacements, strict=True)]
    hover = _("{change}: the prediction of “{token}” moves by {bits} bits").format(
        change="%{customdata[0]}", token="%{customdata[1]}", bits="%{z:.3f}"
    )
    figure = Figure(
        heatmap(
            # Cells that causality keeps at zero stay empty, whether measured or not.
            z=bits.masked_fill(torch.ones_like(bits, dtype=torch.bool).tril(), torch.nan).tolist(),
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
            customdata=[
                [[escape_label(name), escape_label(token)] for token in output_tokens]
                for name in names
            ],
            hovertemplate=f"{hover}<extra></extra>",
        )
    )
    update_x_axis(figure, title=_("target"), side="top", **token_ticks(output_tokens))
    update_y_axis(figure, autorange="reversed", **token_ticks(names))
    bar = {"title": {"text": _("bits")}, "thickness": 12, "outlinewidth": 0}
    figure.update_layout(
        **{ATTENTION: {"cmin": 0, "cmax": max(1.0, bits.max().item()), "colorbar": bar}}
    )
    row = min(LARGEST, max(SMALLEST, 440 // len(names)))
    return apply_layout(figure, height=110 + row * len(names))
