r"""How sharp the softmax is, with and without the division by the square root of d_k.

For a row of weights p: the entropy $H = -\sum_j p_j \log_2 p_j$ in bits; $2^H$, the number of keys
that, read equally, would have this entropy; and $\sum_j p_j (1 - p_j)$, the derivatives
$\partial p_j / \partial z_j$ of the weights by their own scores, added up.
"""

import math
from dataclasses import dataclass

import plotly.graph_objects as go
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from ui.figures.theme import role, style

DIVISORS = torch.logspace(0, 1.5, 40)  # from 1 to about 32
EVENLY, FEWEST = 1.4, 3  # times the even share that a weight may have; keys of which that is said


@dataclass(frozen=True)
class Sharpness:
    """What a softmax made of its scores; for many rows, their mean.

    Args:
        largest: weight of a row.
        entropy: of a row, in bits.
        effective: number of keys that are read, two to the power of the entropy.
        slope: derivatives of the weights by their own scores, added up; 0 when saturated.
        variance: of the scores that a row's softmax sees.
    """

    largest: float
    entropy: float
    effective: float
    slope: float
    variance: float


def products(
    q: Float[Tensor, "head query d_k"], k: Float[Tensor, "head key d_k"]
) -> Float[Tensor, "head query key"]:
    """Multiply every query by every key: the scores before they are divided."""
    return q @ k.transpose(-2, -1)


def weights(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"], divisor: float
) -> Float[Tensor, "head query key"]:
    """Compute the weights that the model would give if it divided by something else."""
    return (products / divisor).masked_fill(~visible, -math.inf).softmax(dim=-1)


def entropies(weights: Float[Tensor, "*some key"]) -> Float[Tensor, "*some"]:
    """Compute the entropy of each row in bits."""
    return torch.special.entr(weights).sum(dim=-1) / math.log(2)


def even(
    weights: Float[Tensor, "*some query key"], visible: Bool[Tensor, "_ key"]
) -> Bool[Tensor, "*some query"]:
    """Say which rows spread their weight almost evenly: none of three keys or more stands out.

    Args:
        weights: after the softmax.
        visible: True where a row may look at a key.
    """
    count = visible.sum(dim=-1)
    return (weights.max(dim=-1).values * count <= EVENLY) & (count >= FEWEST)


def keys_read(
    weights: Float[Tensor, "*some query key"], visible: Bool[Tensor, "_ key"]
) -> Float[Tensor, "*some"]:
    """Return how many keys a row reads, two to the power of its entropy: the mean over the rows.

    Rows that see one key only have no choice and are left out; where all are such, it is one.
    """
    read = 2 ** entropies(weights)
    several = (visible.sum(dim=-1) > 1).expand(read.shape)
    count = several.sum(dim=-1)
    return (read.where(several, 0.0).sum(dim=-1) / count).where(count > 0, 1.0)


def slopes(weights: Float[Tensor, "*some key"]) -> Float[Tensor, "*some"]:
    r"""Add up $\partial p_j / \partial z_j = p_j (1 - p_j)$ along each row."""
    return (weights * (1 - weights)).sum(dim=-1)


def sharpness(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"], divisor: float
) -> Sharpness | None:
    """Measure the rows that can look at two keys or more; None if there is none."""
    count = visible.sum(dim=-1, keepdim=True)
    several = choosing(products, visible)
    if not several.any():
        return None
    p = weights(products, visible, divisor)[several]
    scores = (products / divisor).masked_fill(~visible, 0)
    centred = (scores - scores.sum(dim=-1, keepdim=True) / count).masked_fill(~visible, 0)
    variances = ((centred**2).sum(dim=-1) / (count[..., 0] - 1))[several]
    bits = entropies(p)
    return Sharpness(
        largest=p.max(dim=-1).values.mean().item(),
        entropy=bits.mean().item(),
        effective=(2**bits).mean().item(),
        slope=slopes(p).mean().item(),
        variance=variances.mean().item(),
    )


def choosing(
    products: Float[Tensor, "head query key"], visible: Bool[Tensor, "_ _ key"]
) -> Bool[Tensor, "head query"]:
    """Say which rows have a choice: those that can look at two keys or more."""
    return (visible.sum(dim=-1) > 1).expand(products.shape[:-1])


def effective_keys(
    products: Float[Tensor, "head query key"],
    visible: Bool[Tensor, "_ _ key"],
    divisors: Float[Tensor, " _"],
) -> Float[Tensor, " _"]:
    """Compute for several divisors how many keys a row reads: the mean of rows with a choice."""
    rows = choosing(products, visible)
    if not rows.any():
        return torch.ones_like(divisors)
    read = [2 ** entropies(weights(products, visible, d.item())[rows]) for d in divisors]
    return torch.stack(read).mean(dim=-1)


def divisor_curves(
    divisors: Float[Tensor, " _"],
    row: Float[Tensor, " _"],
    average: Float[Tensor, " _"],
    d_k: int,
    divided: bool,
) -> go.Figure:
    """Draw how many keys are read, against what the scores are divided by.

    Args:
        divisors: in rising order.
        row: keys read by the chosen row.
        average: keys read on average by all rows of the layer.
        d_k: width of a head, whose root is marked.
        divided: whether the page divides now.
    """
    figure = go.Figure()
    root = math.sqrt(d_k)
    for name, values, colour, width in (
        ("all rows of the layer, on average", average, role("muted"), 2),
        ("this row", row, role("primary"), 3),
    ):
        figure.add_scatter(
            x=divisors.tolist(),
            y=values.tolist(),
            name=name,
            mode="lines",
            line={"color": colour, "width": width},
            hovertemplate="divided by %{x:.2f}: %{y:.2f} keys<extra>" + name + "</extra>",
        )
    for x, text, here in ((1.0, "not divided", not divided), (root, f"√{d_k}", divided)):
        colour = role("text") if here else role("line2")
        figure.add_vline(x=x, line={"color": colour, "width": 2 if here else 1, "dash": "dot"})
        figure.add_annotation(
            x=math.log10(x), y=1.0, yref="paper", yanchor="bottom", text=text, showarrow=False
        )
    style(figure, height=300)
    ticks = [1, 2, 4, 8, 16, 32]
    figure.update_xaxes(
        type="log", title="scores divided by", tickvals=ticks, ticktext=[str(t) for t in ticks]
    )
    figure.update_yaxes(title="keys read, 2 to the entropy", rangemode="tozero")
    figure.update_layout(showlegend=True, legend={"x": 1, "xanchor": "right", "y": 0.06})
    return figure
