"""What can be said of one row of attention: in a line, in a table and in a formula."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures.attention_entropy import even
from pages.attention.scaled_dot_product.compute import Sharpness
from ui.readings.reading import Token, told_apart


def look_for(
    weights: Float[Tensor, "head query key"],
    word: int,
    head: int,
    visible: Sequence[bool],
    axes: tuple[Sequence[Token], Sequence[Token]],
) -> str:
    """Say what the chosen word reads most, and whether other heads do the same.

    Args:
        weights: of the layer, as they are shown: head, query, key.
        word: place of the token that asks.
        head: the one that is shown.
        visible: which keys the word may look at.
        axes: tokens that ask, and those that are asked; where both are the same, distances mean
            something.
    """
    (queries, keys), same = axes, axes[0] == axes[1]
    row = weights[head, word]
    asking, names = told_apart(queries)[word], told_apart(keys)
    count = sum(visible)
    if count == 1:
        only = names[list(visible).index(True)]
        return (
            f"{asking} may look at one token only, {only}, so its weight is 1, whatever the score."
        )
    best, second = row.topk(2).indices.tolist()
    if even(row.unsqueeze(0), torch.tensor([visible])).item():
        text = (
            f"{asking} looks almost evenly at {count} tokens, most at **{names[best]}** "
            f"({row[best]:.2f})."
        )
    else:
        target = f"**{names[best]}**" + (f", {_distance(best - word)}" if same else "")
        if same and best == word:
            target = "**itself**"
        text = f"{asking} puts **{row[best]:.2f}** of its weight on {target}"
        other = "itself" if same and second == word else names[second]
        rest = f". Next comes {other} with {row[second]:.2f}."
        text += "." if row[best] > 0.9 else rest
    others = (weights[:, word].argmax(dim=-1) != best).sum().item()
    heads, verb = len(weights) - 1, "looks" if others == 1 else "look"
    return f"{text} Switch heads: {others} of the {heads} others {verb} most at another token."


def _distance(step: int) -> str:
    place = "back" if step < 0 else "ahead"
    return f"one token {place}" if abs(step) == 1 else f"{abs(step)} tokens {place}"


def comparison(
    row: tuple[Sharpness | None, Sharpness | None], layer: tuple[Sharpness | None, ...], d_k: int
) -> str:
    """Return a table in Markdown of what the division changes; numbers only.

    Args:
        row: of the chosen word, divided and not.
        layer: mean over all rows and heads, divided and not.
        d_k: width of a head.
    """
    lines = [
        f"| | this row, ÷ √{d_k} | not divided | all rows of the layer, ÷ √{d_k} | not divided |",
        "|---|--:|--:|--:|--:|",
    ]
    for label, name in (
        ("largest weight", "largest"),
        ("entropy of the weights, in bits", "entropy"),
        ("effective number of keys", "effective"),
        ("gradient of the softmax, $\\sum_j p_j(1-p_j)$", "slope"),
        (f"variance of the scores in a row (assumed: 1 and {d_k})", "variance"),
    ):
        cells = (
            "–" if one is None else f"{getattr(one, name):.3f}" if name != "variance"
            else f"{one.variance:.2f}"
            for one in (*row, *layer)
        )  # fmt: skip
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def measured_variance(
    layer: Sharpness | None, q: Float[Tensor, "head query d_k"], k: Float[Tensor, "head key d_k"]
) -> str:
    """Say how far the model is from the assumption behind the square root."""
    d_k = q.shape[-1]
    if layer is None:
        return "Every row here sees only one key, so there is nothing to compare."
    return (
        f"Variance $d_k = {d_k}$ holds for independent components of variance 1. In this "
        f"layer and sentence, the components of q have variance {q.var():.2f}, those of k "
        f"{k.var():.2f}. Along a row, q · k has variance **{layer.variance:.2f}**."
    )
