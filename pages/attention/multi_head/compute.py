"""How much weight the token before gets, how many keys are read, and what each head adds."""

from jaxtyping import Bool, Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.measures.head_habits import diagonal
from model.measures.heads import head_parts
from model.parts import ATTENTIONS, OUTPUTS, part
from model.reading import Reading


def weight_before(weights: Float[Tensor, "query key"], kind: str) -> float | None:
    """Return the mean weight on the token before; None where there is no such token."""
    return None if kind == "cross" or len(weights) < 2 else diagonal(weights, -1).item()


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
