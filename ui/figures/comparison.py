"""Figures that compare two sentences: attention maps, differences by head and by step."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional

from ui.figures.figure import Figure, bar, heatmap
from ui.figures.theme import (
    ATTENTION,
    SIGNED,
    apply_layout,
    escape_label,
    highlight_position,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _

FINEST = 60_000  # cells; with more, each head shows only its largest difference


def plot_attention_map(
    weights: Float[Tensor, "query key"],
    queries: Sequence[str],
    keys: Sequence[str],
    largest: float = 0.0,
) -> Figure:
    """Plot one attention map or, if ``largest`` is not 0, a map of differences up to ±``largest``.

    Args:
        weights: attention weights of one head, or differences of them.
        queries: token of each row.
        keys: token of each column.
        largest: the difference at the end of the colour scale; 0 for weights.
    """
    reads = _("{query} attends to {key}")
    signed, sign = bool(largest), "+" if largest else ""
    figure = Figure(
        heatmap(
            z=weights.tolist(),
            coloraxis=SIGNED if signed else ATTENTION,
            customdata=[
                [reads.format(query=escape_label(q), key=escape_label(k)) for k in keys]
                for q in queries
            ],
            hovertemplate=f"%{{customdata}}: %{{z:{sign}.3f}}<extra></extra>",
        )
    )
    update_x_axis(figure, side="top", tickangle=-45, **token_ticks(keys, 1 + len(keys) // 32))
    update_y_axis(figure, autorange="reversed", **token_ticks(queries, 1 + len(queries) // 32))
    scale = {"showscale": False, "cmin": -largest, "cmax": largest or 1}
    figure.update_layout(**{SIGNED if signed else ATTENTION: scale})
    figure.update_layout(margin={"l": 84, "r": 8, "t": 84, "b": 8})
    return apply_layout(figure, height=100 + max(120, min(26 * len(queries), 420)))


def plot_differences_by_head(
    differences: Float[Tensor, "layer head query key"], largest: float = 1.0
) -> Figure:
    """Plot each head's weight differences, up to ±``largest``, as a small map, one row per layer.

    Args:
        differences: weights of the second sentence minus the first, from -1 to 1.
        largest: the difference at the end of the colour scale.
    """
    if differences.numel() > FINEST:
        flat = differences.flatten(start_dim=2)
        differences = flat.gather(-1, flat.abs().argmax(-1, keepdim=True)).unsqueeze(-1)
    layers, heads, rows, columns = differences.shape
    framed = functional.pad(differences, (0, 1, 0, 1), value=torch.nan)
    tiled = framed.permute(0, 2, 1, 3).reshape(layers * (rows + 1), heads * (columns + 1))
    cells = [[None if value != value else value for value in row] for row in tiled.tolist()]
    figure = Figure(heatmap(z=cells, coloraxis=SIGNED, hovertemplate="%{z:+.3f}<extra></extra>"))
    for axis, count, size, name in (
        ("xaxis", heads, columns, "head"),
        ("yaxis", layers, rows, "layer"),
    ):
        middle = [place * (size + 1) + (size - 1) / 2 for place in range(count)]
        layer = _("layer {layer}") if name == "layer" else "{layer}"
        names = [layer.format(layer=place + 1) for place in range(count)]
        figure.update_layout(**{axis: {"tickvals": middle, "ticktext": names, "showgrid": False}})
    update_x_axis(figure, side="top", title=_("head"), zeroline=False)
    update_y_axis(figure, autorange="reversed", zeroline=False)
    figure.update_layout(**{SIGNED: {"showscale": True, "cmin": -largest, "cmax": largest}})
    figure.update_layout(margin={"l": 64, "r": 8, "t": 56, "b": 8})
    return apply_layout(figure, height=70 + 84 * layers)


def plot_differences_by_token(
    differences: Float[Tensor, " target"], tokens: Sequence[str], highlighted: int | None = None
) -> Figure:
    """Plot one bar per token: a score of the second sentence minus that of the first.

    Args:
        differences: the difference for each token, such as that of ln p in nats or of the logit.
        tokens: text of each token.
        highlighted: index of the token whose bar is highlighted, from 0; None for none.
    """
    values = differences.tolist()
    colours = [theme_colour("positive" if value >= 0 else "negative") for value in values]
    figure = Figure(
        bar(
            x=list(range(len(values))),
            y=values,
            marker={"color": colours},
            customdata=[escape_label(token) for token in tokens],
            hovertemplate="%{customdata}: %{y:+.3f}<extra></extra>",
        )
    )
    update_x_axis(figure, tickangle=-45, **token_ticks(tokens, 1 + len(tokens) // 40))
    figure.update_layout(margin={"l": 56, "r": 8, "t": 16, "b": 80})
    apply_layout(figure, height=280)
    return figure if highlighted is None else highlight_position(figure, highlighted)
