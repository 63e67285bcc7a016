"""One head's slice of W_Q, W_K and W_V, how well queries and keys agree, and its strongest key."""

from collections.abc import Collection

from jaxtyping import Bool, Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.parts import ATTENTIONS, typed_submodule
from model.transformer import Transformer


def slice_head_projections(
    model: Transformer, attention: str, layer: int, head: int
) -> dict[str, Float[Tensor, "d_model d_k"]]:
    """Return one head's columns of W_Q, W_K and W_V, by "Q", "K" and "V", oriented as in X W.
    ``attention`` is a key of ``ATTENTIONS``: "encoder", "decoder" or "cross".
    """
    module = typed_submodule(model, ATTENTIONS[attention].format(layer), MultiHeadAttention)
    matrices = {"Q": module.W_Q, "K": module.W_K, "V": module.W_V}
    # nn.Linear stores its weight transposed: its rows are the columns of the paper's W.
    return {name: W.weight.unflatten(0, (module.h, -1))[head].T for name, W in matrices.items()}


def compute_agreements(
    queries: Float[Tensor, "query d_k"],
    keys: Float[Tensor, "key d_k"],
    visible: Bool[Tensor, "_ key"],
) -> Float[Tensor, "query key"]:
    """Return the dot product of every query with every key; minus infinity for hidden keys."""
    return (queries @ keys.T).masked_fill(~visible, -float("inf"))


def find_strongest_key(
    weights: Float[Tensor, " key"], query: int, words: Collection[int]
) -> tuple[int, float, bool]:
    """Return the key of largest weight, this weight, and whether query and key are distant words.

    Args:
        weights: the query's attention weights, after the softmax.
        query: position of the query.
        words: positions of the tokens that are whole words.

    Returns:
        The key's position; its weight; True if query and key are both whole words and at least two
        positions apart.
    """
    key = int(weights.argmax())
    far = {query, key} <= set(words) and abs(query - key) > 1
    return key, weights[key].item(), far
