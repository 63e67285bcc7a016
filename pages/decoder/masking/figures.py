"""Plots of the masking page: probabilities, logits and losses with and without the mask."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap
from ui.figures.theme import (
    ATTENTION,
    add_legend,
    apply_layout,
    escape_label,
    highlight_position,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import N_, _
from ui.words import format_decimal

WITH, WITHOUT = N_("with the mask"), N_("without")


def plot_token_probabilities(
    masked: Float[Tensor, " target"],
    unmasked: Float[Tensor, " target"],
    tokens: Sequence[str],
    likeliest: tuple[Sequence[str], Sequence[str]],
) -> Figure:
    """Plot the probability of each target token with and without the mask, as bars.

    Args:
        masked: probability of each target token with the mask.
        unmasked: probability of each target token without the mask.
        tokens: the target tokens.
        likeliest: the likeliest token at each step (with the mask, without it); hovering shows it.
    """
    figure = _plot_paired_bars(masked, unmasked, tokens, likeliest)
    update_y_axis(figure, title=_("probability"), range=[0, 1.02])
    return figure


def plot_logit_changes(
    masked: Float[Tensor, " target"],
    unmasked: Float[Tensor, " target"],
    tokens: Sequence[str],
    replaced_position: int,
) -> Figure:
    """Plot each position's largest logit change when a decoder input token is replaced, as bars.

    Args:
        masked: largest absolute change of a logit at each position, with the mask.
        unmasked: the same without the mask.
        tokens: the decoder's input tokens.
        replaced_position: index of the replaced token.
    """
    figure = _plot_paired_bars(masked, unmasked, tokens)
    highlight_position(figure, replaced_position)
    update_y_axis(figure, title=_("largest change in a logit"), rangemode="tozero")
    return figure


def _plot_paired_bars(
    masked: Tensor,
    unmasked: Tensor,
    tokens: Sequence[str],
    likeliest: tuple[Sequence[str], Sequence[str]] | None = None,
) -> Figure:
    """Plot two bars per token, with and without the mask; hovering may name the likeliest token."""
    names, figure = [escape_label(token) for token in tokens], Figure()
    hover = _("“{token}”: {value}; most likely: “{word}”") if likeliest else _("“{token}”: {value}")
    gaps = {"token": "%{customdata[0]}", "value": "%{y:.3f}", "word": "%{customdata[1]}"}
    words = [
        [escape_label(word) for word in more] for more in likeliest or ([""] * len(tokens),) * 2
    ]
    for label, values, colour, more in (
        (_(WITH), masked, theme_colour("primary"), words[0]),
        (_(WITHOUT), unmasked, theme_colour("warn"), words[1]),
    ):
        figure.add_bar(
            x=list(range(len(names))),
            y=values.tolist(),
            name=label,
            marker={"color": colour},
            customdata=list(zip(names, more, strict=True)),
            hovertemplate=f"{hover.format(**gaps)}<extra>{label}</extra>",
        )
    update_x_axis(figure, **token_ticks(tokens))
    apply_layout(figure, height=250).update_layout(bargap=0.25, bargroupgap=0.05)
    return add_legend(figure, "right")


def plot_learning_curves(
    masked: Sequence[float], unmasked: Sequence[float], floor: float
) -> Figure:
    """Plot the loss curves of two trainings, with and without the mask.

    Args:
        masked: loss at each training step with the mask, in nats.
        unmasked: the same without the mask.
        floor: the lowest loss, in nats, that is possible without seeing the next letter.
    """
    figure, hover = Figure(), _("step {step}: {loss}").format(step="%{x}", loss="%{y:.3f}")
    for label, values, colour in (
        (_(WITH), masked, theme_colour("primary")),
        (_(WITHOUT), unmasked, theme_colour("warn")),
    ):
        figure.add_scatter(
            x=list(range(1, len(values) + 1)),
            y=list(values),
            name=label,
            line={"color": colour, "width": 2.5},
            hovertemplate=f"{hover}<extra>{label}</extra>",
        )
    figure.add_horizontal_line(
        floor,
        {"color": theme_colour("muted"), "width": 1, "dash": "dot"},
        text=format_decimal(floor, 3),
    )
    update_x_axis(figure, title=_("training step"))
    update_y_axis(figure, title=_("loss, nats"), rangemode="tozero")
    return add_legend(apply_layout(figure, height=250), "right")


def plot_drift_map(
    drifts: Float[Tensor, "depth position"], depths: Sequence[str], tokens: Sequence[str]
) -> Figure:
    """Plot how much each position's vector changes without the mask, as a heatmap by depth.

    Args:
        drifts: norm of each vector's change / norm of the vector with the mask, from
            ``passes.compute_drifts``.
        depths: names of the depths, which label the rows: "input of layer 1", and so on.
        tokens: the decoder's input tokens, which label the columns.
    """
    dense = len(tokens) > 16
    hover = _("{place}, row “{token}”: moved by {share} of its length").format(
        place="%{customdata[0]}", token="%{customdata[1]}", share="%{z:.3f}"
    )
    shown = [
        ["0" if move == 0 else "" if dense else format_decimal(move, 2) for move in row]
        for row in drifts.tolist()
    ]
    figure = Figure(
        heatmap(
            z=drifts.numpy(),
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
            text=shown,
            texttemplate="%{text}",
            customdata=[[[place, escape_label(token)] for token in tokens] for place in depths],
            hovertemplate=f"{hover}<extra></extra>",
        )
    )
    plain = {"showgrid": False, "zeroline": False, "ticks": "", "ticklabelstandoff": 6}
    update_x_axis(figure, **token_ticks(tokens), **plain)
    update_y_axis(figure, **token_ticks(depths), autorange="reversed", **plain)
    top = max(1.0, drifts.max().item())
    figure.update_layout(**{ATTENTION: {"showscale": False, "cmin": 0, "cmax": top}})
    return apply_layout(figure, height=60 + 34 * len(depths))
