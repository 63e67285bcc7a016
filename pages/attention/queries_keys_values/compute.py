"""What the picture of Q, K and V says about its numbers."""

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity


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


def lengths(rows: Float[Tensor, "head d_k"]) -> Float[Tensor, " head"]:
    """Return the Euclidean length of each row."""
    return rows.norm(dim=-1)
