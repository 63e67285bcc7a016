"""Weight on the previous token, mean number of visible keys, and each head's contribution."""

from jaxtyping import Bool, Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.measures.head_patterns import mean_diagonal_weight
from model.measures.heads import head_parts
from model.parts import ATTENTION_OUTPUTS, ATTENTIONS, typed_submodule
from model.reading import Reading


def compute_previous_token_weight(
    weights: Float[Tensor, "query key"], attention: str
) -> float | None:
    """Return the mean weight on the previous token; None in attention "cross" or with one row."""
    return (
        None
        if attention == "cross" or len(weights) < 2
        else mean_diagonal_weight(weights, -1).item()
    )


def compute_mean_visible_keys(visible: Bool[Tensor, "_ key"]) -> float:
    """Return the mean number of keys over queries that see two or more; 1.0 if no query does."""
    count = visible.sum(dim=-1)
    return count[count > 1].float().mean().item() if (count > 1).any() else 1.0


def compute_head_contributions(
    reading: Reading, attention: str, layer: int, row: int
) -> tuple[list[float], float]:
    """Return each head's term of component 0 of an attention's output row, and that component."""
    module = typed_submodule(
        reading.network, ATTENTIONS[attention].format(layer), MultiHeadAttention
    )
    heads = reading.attention(attention, layer)["heads"][0]
    parts = head_parts(heads, module.W_O.weight.detach())[:, row, 0]
    return parts.tolist(), reading.trace[ATTENTION_OUTPUTS[attention].format(layer)][
        0, row, 0
    ].item()
