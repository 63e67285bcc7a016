"""Habits of heads, such as how much weight the token before gets, and what each head adds."""

from jaxtyping import Bool, Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.measures.heads import head_parts
from model.parts import ATTENTIONS, OUTPUTS, part
from model.reading import Reading

DIAGONALS = {"previous token": -1, "same token": 0, "next token": 1}


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


def weight_before(weights: Float[Tensor, "query key"], kind: str) -> float | None:
    """Return the mean weight on the token before; None where there is no such token."""
    return None if kind == "cross" or len(weights) < 2 else _diagonal(weights, -1).item()


def most_keys_read(visible: Bool[Tensor, "_ key"]) -> float:
    """Return the most ``keys_read`` of rows which may look at these keys."""
    count = visible.sum(dim=-1)
    return count[count > 1].float().mean().item() if (count > 1).any() else 1.0


def parts_of_one_number(
    reading: Reading, kind: str, layer: int, row: int
) -> tuple[list[float], float]:
    """Return what each head adds to the first number of a row of the output, and that number."""
    module = part(reading.network, ATTENTIONS[kind].format(layer), MultiHeadAttention)
    heads = reading.attention(kind, layer)["heads"][0]
    parts = head_parts(heads, module.W_O.weight.detach())[:, row, 0]
    return parts.tolist(), reading.trace[OUTPUTS[kind].format(layer)][0, row, 0].item()


def _diagonal(weights: Float[Tensor, "*some query key"], offset: int) -> Float[Tensor, "*some"]:
    """Return the mean weight at a distance from the diagonal, over the rows that have it."""
    return weights.diagonal(offset, dim1=-2, dim2=-1).mean(dim=-1)
