"""PCA of the vectors in the encoder stack, and the cosines between them."""

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import normalize

from model.measures.neighbours import pca_plane


def project_to_plane(
    vectors: Float[Tensor, "depth token d_model"],
) -> tuple[Float[Tensor, "depth token 2"], float]:
    """Project vectors onto the plane of their first two principal components (PCA).

    The components are computed from the vectors of all depths together.

    Returns:
        The coordinates in the plane; and the share of the variance that the plane keeps, 0 to 1.
    """
    points, share = pca_plane(vectors.flatten(0, 1))
    return points.unflatten(0, vectors.shape[:2]), share


def compute_cosines(
    vectors: Float[Tensor, "*some item d_model"],
) -> Float[Tensor, "*some item item"]:
    """Return the cosine similarity of every pair of vectors."""
    directions = normalize(vectors, dim=-1)
    return directions @ directions.transpose(-2, -1)
