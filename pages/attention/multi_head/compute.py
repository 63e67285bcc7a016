"""Weight on the previous token, mean number of visible keys, and each head's contribution."""

from jaxtyping import Bool, Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.measures.head_patterns import mean_diagonal_weight
from model.measures.heads import head_parts
from model.parts import ATTENTION_OUTPUTS, ATTENTIONS, typed_submodule
from model.reading import Reading


def compute_previous_token_weight(weights: Float[Tensor, "query key"], kind: str) -> float | None:
    """Return the mean weight on the previous token; None in cross-attention or for one row."""
    return None if kind == "cross" or len(weights) < 2 else mean_diagonal_weight(weights, -1).item()


def compute_mean_visible_keys(visible: Bool[Tensor, "_ key"]) -> float:
    """Return the mean number of visible keys over rows that see at least two; 1.0 if none does."""
    count = visible.sum(dim=-1)
    return count[count > 1].float().mean().item() if (count > 1).any() else 1.0


def compute_head_contributions(
    reading: Reading, kind: str, layer: int, row: int
) -> tuple[list[float], float]:
    """Return what each head adds to component 0 of one row of the output, and that component."""
    module = typed_submodule(reading.network, ATTENTIONS[kind].format(layer), MultiHeadAttention)
    heads = reading.attention(kind, layer)["heads"][0]
    parts = head_parts(heads, module.W_O.weight.detach())[:, row, 0]
    return parts.tolist(), reading.trace[ATTENTION_OUTPUTS[kind].format(layer)][0, row, 0].item()
