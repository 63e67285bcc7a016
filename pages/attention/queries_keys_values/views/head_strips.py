"""The query, key and value of a word in every head of a layer."""

from collections.abc import Mapping
from functools import partial

from torch import Tensor

from ui.choices.controls import choose
from ui.forms import PLACE
from ui.views import pack, view
from ui.views.tables import table

_head_strips = view(__file__, says={"head": PLACE})


def head_strips(vectors: Mapping[str, Tensor], words: Mapping[str, str], head: int) -> None:
    """Draw one row for each head; a click sets ``head`` in the session.

    Args:
        vectors: head x d_k for each of Q, K, V.
        words: the token that each of them belongs to.
        head: the chosen one, from 0.
    """
    data = {
        "vectors": {role: pack(vector) for role, vector in vectors.items()},
        "lengths": {role: vector.norm(dim=-1).tolist() for role, vector in vectors.items()},
        "words": dict(words),
        "head": head,
        "takes": [
            table("vectors", "head component", Q="vectors.Q", K="vectors.K", V="vectors.V"),
        ],
    }
    _head_strips(key="head_strips", data=data, on_head_change=partial(choose, "head"))
