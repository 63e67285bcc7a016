"""Weights as they are believed block by block, and units that two words share."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap
from ui.figures.theme import ATTENTION, role, safe, style, token_axis, x_axis, y_axis

ROW, MOST = 26, 24  # pixels of a row; names on an axis


def running_weights(
    weights: Float[Tensor, "step key"], keys: Sequence[str], blocks: Sequence[str]
) -> Figure:
    """Draw the weights of one row as they are known after each block; the last row is the result.

    Args:
        weights: 0 where a key was not read yet.
        keys: tokens that answer.
        blocks: name of each step.
    """
    figure = Figure(
        heatmap(
            z=weights.numpy(),
            coloraxis=ATTENTION,
            customdata=[[safe(key) for key in keys]] * len(blocks),
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
            xgap=1,
            ygap=2,
        )
    )
    _name_axes(figure, keys, blocks)
    figure.update_layout(coloraxis={"showscale": False}, margin={"t": 8})
    return style(figure, height=min(420, 90 + ROW * len(blocks)))


def shared_units(shares: Float[Tensor, "position position"], tokens: Sequence[str]) -> Figure:
    """Draw how many of their hidden units every two different words share.

    Args:
        shares: from 0 to 1; of a word with itself nothing is drawn.
        tokens: of the sentence.
    """
    apart = 100 * shares.clone().fill_diagonal_(torch.nan)
    most = max(10, 100 * shares.clone().fill_diagonal_(0).max().item())
    figure = Figure(
        heatmap(
            z=apart.numpy(),
            coloraxis=ATTENTION,
            customdata=[[[safe(a), safe(b)] for b in tokens] for a in tokens],
            hovertemplate="%{customdata[0]}, %{customdata[1]}: %{z:.0f} %<extra></extra>",
        )
    )
    _name_axes(figure, tokens, tokens)
    figure.update_layout(
        coloraxis={
            "cmin": 0,
            "cmax": most,
            "colorbar": {"ticksuffix": " %", "thickness": 10, "outlinewidth": 0},
        },
        margin={"t": 8},
    )
    return style(figure, height=360)


def _name_axes(figure: Figure, columns: Sequence[str], rows: Sequence[str]) -> None:
    for axis, names in ((figure.update_xaxes, columns), (figure.update_yaxes, rows)):
        axis(**token_axis([name[:14] for name in names], every=-(-len(names) // MOST)))
    x_axis(figure, showgrid=False)
    y_axis(figure, autorange="reversed", showgrid=False, tickcolor=role("line2"))
