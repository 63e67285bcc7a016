"""What the heads of one sentence have in common with simple patterns: numbers, and a sentence."""

from collections.abc import Mapping, Sequence

from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import one_hot

from model.measures.sharpness import FEWEST, even, keys_read

CLEAR, HALF = 0.35, 0.5  # shares from which on a habit is named: of the weight, of the rows
WIDE = 0.75  # of the keys that could be read
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


def clear(
    weights: Float[Tensor, "*some query key"], kind: str
) -> dict[str, Float[Tensor, "*some"]]:
    """Return the same, but zero where a habit is weak, or not that of most rows."""
    strongest = one_hot(weights.argmax(dim=-1), weights.shape[-1]).float()
    rows = habits(strongest, kind)  # the share of rows whose largest weight is there
    return {
        name: shares.where((shares >= CLEAR) & (rows[name] > HALF), 0.0)
        for name, shares in habits(weights, kind).items()
    }


def widest(visible: Bool[Tensor, "_ key"]) -> float:
    """Return the most ``keys_read`` of rows which may look at these keys."""
    count = visible.sum(dim=-1)
    return count[count > 1].float().mean().item() if (count > 1).any() else 1.0


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
        queries: how the token of each row is called.
        keys: how the token of each column is called.
        layer: of the chosen head, from 0.
        head: the chosen one, from 0.
    """
    said = of_head(weights[layer, head], visible, kind, queries, keys)
    named = clear(weights, kind) if len(queries) >= ENOUGH else {}
    others = [
        f"{name}: layer {a + 1}, head {b + 1} ({_percent(share)})"
        for name, a, b, share in clearest(named)
        if (a, b) != (layer, head)
    ]
    clearly = f" Clearest in the grid: {'; '.join(others)}." if others else ""
    return f"Head {head + 1} of layer {layer + 1} {said}.{clearly}"


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
        queries: how the token of each row is called.
        keys: how the token of each column is called.
    """
    measured = {}
    if len(queries) >= ENOUGH:
        measured = {n: v.item() for n, v in clear(weights, kind).items()}
    name = max(measured, key=measured.get, default=None)
    column = weights.mean(dim=0)
    key = int(column.argmax())
    if name and measured[name]:
        share = _percent(measured[name])
        return f"puts **{share} of its weight on the {name}**: {SEEN_AS[name]}"
    usual = (weights.argmax(dim=-1) == key).float().mean() > HALF
    if len(queries) >= ENOUGH and column[key] >= CLEAR and usual:
        share = _percent(column[key].item())
        return f"puts **{share} of its weight on {keys[key]}**: a strong column"
    read, most = keys_read(weights, visible).item(), widest(visible)
    if most == 1:
        return "has no choice here: each row may look at one token only"
    share = f"{read:.1f} of {most:.1f} keys on average"
    count = visible.sum(dim=-1).expand(len(weights))
    if (several := count >= FEWEST).any() and even(weights, visible)[several].all():
        return f"**spreads its weight almost evenly**, over {share}: none of them stands out"
    text = "**reads widely**:" if read >= WIDE * most else "has **no single habit** here: it reads"
    row, strongest = divmod(int(weights.where(count.unsqueeze(-1) > 1, 0).argmax()), len(keys))
    strength = f"({weights[row, strongest]:.2f})"
    read = "itself" if kind != "cross" and row == strongest else keys[strongest]
    return f"{text} {share}; most of all {queries[row]} reads {read} {strength}"


def clearest(named: Mapping[str, Float[Tensor, "layer head"]]) -> list[tuple[str, int, int, float]]:
    """Return for each habit that some head clearly has: its name, that layer and head, its share.

    Args:
        named: of all heads; see ``clear``.
    """
    found = []
    for name, shares in named.items():
        layer, head = divmod(int(shares.argmax()), shares.shape[1])
        if shares[layer, head]:
            found.append((name, layer, head, shares[layer, head].item()))
    return found


def _diagonal(weights: Float[Tensor, "*some query key"], offset: int) -> Float[Tensor, "*some"]:
    """Return the mean weight at a distance from the diagonal, over the rows that have it."""
    return weights.diagonal(offset, dim1=-2, dim2=-1).mean(dim=-1)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
