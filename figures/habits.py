"""What the heads of one sentence have in common with simple patterns: numbers, and a sentence."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor

CLEAR, EVEN = 0.35, 0.75  # from which share on a habit is named, and a map is called even
ENOUGH = 4  # rows of which a habit can be said

DIAGONALS = {"previous token": -1, "same token": 0, "next token": 1}
SEEN_AS = {
    "previous token": "strong cells just below the diagonal",
    "same token": "strong cells on the diagonal",
    "next token": "strong cells just above the diagonal",
    "end token": "a strong column at the right edge",
    "start token": "a strong column at the left edge",
}


def habits(
    weights: Float[Tensor, "*some query key"], kind: str
) -> dict[str, Float[Tensor, "*some"]]:
    """Return how much of its weight each head puts where, on average over the rows.

    In the decoder's self-attention the first row is left out: it sees one token only. A habit
    for which there is no row, in very short sentences, is not a number.

    Args:
        weights: after the softmax.
        kind: "encoder", "decoder" or "cross", whose patterns differ.
    """
    first = int(kind == "decoder" and weights.shape[-2] > 1)
    rows = weights[..., first:, :]
    diagonals = {name: _diagonal(rows, first + offset) for name, offset in DIAGONALS.items()}
    if kind == "encoder":
        return {**diagonals, "end token": rows[..., -1].mean(dim=-1)}
    if kind == "decoder":
        del diagonals["next token"]
        return {**diagonals, "start token": rows[..., 0].mean(dim=-1)}
    return {"end token": rows[..., -1].mean(dim=-1)}


def spread(weights: Float[Tensor, "*some query key"]) -> Float[Tensor, "*some"]:
    """Return over how many tokens a head spreads its weight: exp of the rows' mean entropy.

    It is 1 where every row reads a single token, and the number of keys where all weights are
    equal.
    """
    return torch.special.entr(weights).sum(dim=-1).mean(dim=-1).exp()


def widest(visible: Bool[Tensor, "_ key"]) -> float:
    """Return the largest ``spread`` that rows allow which may look at these keys."""
    return visible.sum(dim=-1).log().mean().exp().item()


def in_words(
    weights: Float[Tensor, "layer head query key"],
    visible: Bool[Tensor, "_ key"],
    kind: str,
    queries: Sequence[str],
    keys: Sequence[str],
    layer: int,
    head: int,
) -> str:
    """Say what the chosen head does, and where in the grid the clearest habits are.

    Args:
        weights: of all heads.
        visible: True where a row may look at a key.
        kind: as in ``habits``.
        queries: token of each row.
        keys: token of each column.
        layer: of the chosen head, from 0.
        head: the chosen one, from 0.
    """
    said = of_head(weights[layer, head], visible, kind, queries, keys)
    named = habits(weights, kind) if len(queries) >= ENOUGH else {}
    others = [
        f"{name}: layer {a + 1}, head {b + 1} ({_percent(share)})"
        for name, a, b, share in clearest(named)
        if (a, b) != (layer, head)
    ]
    clear = f" Clearest in the grid: {'; '.join(others)}." if others else ""
    return f"Head {head + 1} of layer {layer + 1} {said}.{clear}"


def of_head(
    weights: Float[Tensor, "query key"],
    visible: Bool[Tensor, "_ key"],
    kind: str,
    queries: Sequence[str],
    keys: Sequence[str],
) -> str:
    """Say in a few words what one head does with this sentence, as far as it is clear.

    Args:
        weights: of the head.
        visible: True where a row may look at a key.
        kind: as in ``habits``.
        queries: token of each row.
        keys: token of each column.
    """
    measured = {n: v.item() for n, v in habits(weights, kind).items()}
    if len(queries) < ENOUGH:
        measured = {}
    name = max(measured, key=measured.get, default=None)
    column = weights.mean(dim=0)
    key = int(column.argmax())
    if name and measured[name] >= CLEAR:
        share = _percent(measured[name])
        return f"puts **{share} of its weight on the {name}**: {SEEN_AS[name]}"
    if len(queries) >= ENOUGH and column[key] >= CLEAR:
        share = _percent(column[key].item())
        return f"puts **{share} of its weight on “{keys[key]}”**: a strong column"
    tokens, most = spread(weights).item(), widest(visible)
    if tokens >= EVEN * most:
        return (
            f"**spreads its weight almost evenly**, as if over {tokens:.1f} of {most:.1f} "
            "tokens: a map without contrast"
        )
    row, strongest = divmod(int(weights.argmax()), len(keys))
    return (
        f"has **no single habit** here, it reads as if {tokens:.1f} tokens at a time; most of "
        f"all “{queries[row]}” reads “{keys[strongest]}” ({weights[row, strongest]:.2f})"
    )


def clearest(named: Mapping[str, Float[Tensor, "layer head"]]) -> list[tuple[str, int, int, float]]:
    """Return for each habit that some head clearly has: its name, that layer and head, its share.

    Args:
        named: habits of all heads.
    """
    found = []
    for name, shares in named.items():
        layer, head = divmod(int(shares.nan_to_num(-1).argmax()), shares.shape[1])
        if shares[layer, head] >= CLEAR:
            found.append((name, layer, head, shares[layer, head].item()))
    return found


def _diagonal(weights: Float[Tensor, "*some query key"], offset: int) -> Float[Tensor, "*some"]:
    """Return the mean weight at a distance from the diagonal, over the rows that have it."""
    return weights.diagonal(offset, dim1=-2, dim2=-1).mean(dim=-1)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
