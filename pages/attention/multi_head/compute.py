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
    """Return the mean weight that a head's queries put on the token just before them.

    Args:
        weights: attention weights of one head; the first query, which has no token before it, is
            left out of the mean.
        attention: "encoder", "decoder" or "cross".

    Returns:
        A mean from 0 to 1; None where no query has a previous token: in cross-attention, whose keys
        belong to another sentence, and with a single query.
    """
    return (
        None
        if attention == "cross" or len(weights) < 2
        else mean_diagonal_weight(weights, -1).item()
    )


def compute_mean_visible_keys(visible: Bool[Tensor, "_ key"]) -> float:
    """Return how many keys a query may attend to, on average.
    Queries that may attend to one key only are left out; if there are no others, it is 1.0.

    Args:
        visible: True where a query may attend to a key; one row may stand for all queries.
    """
    count = visible.sum(dim=-1)
    return count[count > 1].float().mean().item() if (count > 1).any() else 1.0


def compute_head_contributions(
    reading: Reading, attention: str, layer: int, row: int
) -> tuple[list[float], float]:
    """Return what each head adds to the first component of an attention output, and this component.

    Args:
        reading: the sentence and the trace of its pass.
        attention: "encoder", "decoder" or "cross".
        layer: index of the layer, from 0.
        row: position of the token whose output vector is split, from 0.

    Returns:
        A number for each head, and the output's component 0: the sum of these numbers, plus W_O's
        bias if it has one.
    """
    module = typed_submodule(
        reading.network, ATTENTIONS[attention].format(layer), MultiHeadAttention
    )
    heads = reading.attention(attention, layer)["heads"][0]
    parts = head_parts(heads, module.W_O.weight.detach())[:, row, 0]
    return parts.tolist(), reading.trace[ATTENTION_OUTPUTS[attention].format(layer)][
        0, row, 0
    ].item()
