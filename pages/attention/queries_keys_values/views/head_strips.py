"""The query, key and value of a word in every head of a layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from jaxtyping import Float
from torch import Tensor

from ui.choices.controls import set_choice
from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class HeadStripsData:
    """Vectors are head x d_k, lengths one for each head, words the tokens that they belong to."""

    vectors: Mapping[str, Float[Tensor, "head component"]]
    lengths: Mapping[str, Sequence[float]]
    words: Mapping[str, Label]
    head: int


@dataclass(frozen=True)
class HeadStripsEvents:
    """What is told: the number of the chosen head, from 1."""

    head: int


_head_strips = register_view(
    __file__,
    HeadStripsData,
    HeadStripsEvents,
    tables=[tensor_table("vectors", "head component", Q="vectors.Q", K="vectors.K", V="vectors.V")],
)


def show_head_strips(vectors: Mapping[str, Tensor], words: Mapping[str, Token], head: int) -> None:
    """Draw the query, key and value vectors of every head; a click sets "head" in the session.

    Args:
        vectors: "Q", "K" and "V" -> the vectors of one token in all heads, head x d_k.
        words: "Q", "K" and "V" -> the token that the vectors belong to.
        head: the chosen head, from 0.
    """
    lengths = {role: vector.norm(dim=-1).tolist() for role, vector in vectors.items()}
    labels = dict(zip(words, label_tokens(list(words.values())), strict=True))
    data = HeadStripsData(vectors, lengths, labels, head)
    _head_strips(key="head_strips", data=data, on_head_change=partial(set_choice, "head"))
