"""What a broken model makes of the old translation, and which heads the model can do without."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap
from ui.figures.theme import (
    SIGNED,
    add_legend_above,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
)
from ui.messages import N_, _
from ui.words import format_decimal, in_quotes

UNBROKEN, BROKEN = N_("original model"), N_("changed model")


def plot_token_probabilities(
    log_p_before: Float[Tensor, " target"],
    log_p_after: Float[Tensor, " target"],
    tokens: Sequence[str],
    broken: str,
) -> Figure:
    """Plot the probability of each token of the original translation in the original and the
    changed model.

    Args:
        log_p_before: log-probability of each token in the original model, in nats.
        log_p_after: the same in the changed model.
        tokens: tokens of the original translation.
        broken: name of the changed model.
    """
    p, q = log_p_before.exp().tolist(), log_p_after.exp().tolist()
    names = list(map(escape_label, tokens))
    moved = [
        format_decimal(change, with_plus=True) for change in (log_p_after - log_p_before).tolist()
    ]
    hover = list(zip(names, p, q, moved, strict=True))
    text = in_quotes("%{customdata[0]}") + ": p = %{customdata[1]:.3f} → %{customdata[2]:.3f}, "
    figure = Figure()
    looks = {_(UNBROKEN): (p, "line2", 0.8)}
    if not torch.equal(log_p_before, log_p_after):
        looks[broken] = (q, "negative", 0.4)
    for name, (values, colour, width) in looks.items():
        figure.add_bar(
            x=list(range(len(tokens))), y=values, name=name, width=width, customdata=hover,
            marker={"color": theme_colour(colour)},
            hovertemplate=text + _("ln p changes by %{customdata[3]}") + "<extra></extra>",
        )  # fmt: skip
    figure.update_layout(
        barmode="overlay",
        xaxis=token_ticks(tokens),
        yaxis={
            "title": _("probability of the token"),
            "range": [0, 1.02],
            "nticks": 5,
            "tickformat": ".0%",
        },
    )
    figure.update_xaxes(showgrid=False, zeroline=False, range=[-0.6, len(tokens) - 0.4])
    return add_legend_above(apply_layout(figure, height=240))


def plot_divergence(bits: Float[Tensor, " target"], tokens: Sequence[str]) -> Figure:
    """Plot how far the prediction of each token moved: the KL divergence at each step.

    Args:
        bits: KL divergence between the next-token distributions at each step, in bits.
        tokens: tokens of the original translation.
    """
    hover = _(
        "step %{customdata[0]}: before “%{customdata[1]}” the prediction moved by %{y:.2f} bits"
    )
    figure = Figure()
    figure.add_bar(
        x=list(range(len(tokens))), y=bits.tolist(), width=0.5,
        customdata=list(enumerate(map(escape_label, tokens), 1)),
        marker={"color": theme_colour("primary")}, hovertemplate=f"{hover}<extra></extra>",
    )  # fmt: skip
    figure.update_layout(
        xaxis=token_ticks(tokens),
        yaxis={
            "title": _("KL, bits"),
            "nticks": 4,
            "range": [0, max(1.0, 1.1 * bits.max().item())],
        },
    )
    figure.update_xaxes(showgrid=False, zeroline=False, range=[-0.6, len(tokens) - 0.4])
    return apply_layout(figure, height=200)


def plot_head_ablation_effects(
    effects: Float[Tensor, "module head"],
    modules: Sequence[str],
    silenced: Sequence[tuple[int, int]],
) -> Figure:
    """Plot a heatmap of the change in ln p of the translation when each head alone is silenced.
    There is a row for each attention in each layer, and a column for each head.

    Args:
        effects: change in ln p with each head alone silenced, in nats; negative if the head helps.
        modules: the label of each row, such as "Encoder, layer 1".
        silenced: row and column, from 0, of the heads that are silenced now; they get a frame.
    """
    count, heads = effects.shape
    figure = Figure(
        heatmap(
            z=effects.tolist(),
            coloraxis=SIGNED,
            xgap=2,
            ygap=2,
            text=[
                [format_decimal(change, with_plus=True) for change in row]
                for row in effects.tolist()
            ],
            texttemplate="%{text}",
            customdata=[[name] * heads for name in modules],
            hovertemplate=_("%{customdata}, head %{x}: ln p changes by %{text}")
            + "<extra></extra>",
            x=list(range(1, heads + 1)),
        )
    )
    for row, column in silenced:
        figure.add_shape(
            type="rect", x0=column + 0.5, x1=column + 1.5, y0=row - 0.5, y1=row + 0.5,
            line={"color": theme_colour("ring"), "width": 2.5},
        )  # fmt: skip
    figure.update_xaxes(title=_("head"), tickvals=list(range(1, heads + 1)), showgrid=False)
    figure.update_yaxes(**token_ticks(modules), autorange="reversed", showgrid=False)
    figure.update_layout(coloraxis2={"showscale": False})
    return apply_layout(figure, height=100 + 26 * count)
