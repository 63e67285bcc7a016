"""One head's own part of the matrices, and what the picture says about their products."""

from collections.abc import Collection

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity

from model.attention import MultiHeadAttention
from model.parts import ATTENTIONS, part
from model.transformer import Transformer


def projections(
    model: Transformer, attention: str, layer: int, head: int
) -> dict[str, Float[Tensor, "d_model d_k"]]:
    """Return one head's own columns of W_Q, W_K and W_V, as in X W."""
    module = part(model, ATTENTIONS[attention].format(layer), MultiHeadAttention)
    matrices = {"Q": module.W_Q, "K": module.W_K, "V": module.W_V}
    # nn.Linear keeps its matrix turned: its rows are the columns of the paper's W.
    return {name: W.weight.unflatten(0, (module.h, -1))[head].T for name, W in matrices.items()}


def most_alike(rows: Float[Tensor, "position d_k"], place: int) -> tuple[int, float]:
    """Return the other row that points most nearly the same way, and the cosine between them.

    Args:
        rows: queries, keys or values of one head; at least two.
        place: the row that is compared with all others.
    """
    alike = cosine_similarity(rows[place].unsqueeze(0), rows)
    alike[place] = -2  # below any cosine
    other = int(alike.argmax())
    return other, float(alike[other])


def best_key(
    weights: Float[Tensor, " key"], query: int, words: Collection[int]
) -> tuple[int, float, bool]:
    """Return the key that a query fits best.

    Args:
        weights: of the query's row, after the softmax.
        query: its position.
        words: positions of the whole words.

    Returns:
        Its position, its weight, and whether both are words that do not stand side by side.
    """
    key = int(weights.argmax())
    far = {query, key} <= set(words) and abs(query - key) > 1
    return key, weights[key].item(), far
