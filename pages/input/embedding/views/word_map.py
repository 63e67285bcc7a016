"""A map of tokens among their nearest neighbours, and one token's neighbours as a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from jaxtyping import Float
from torch import Tensor

from ui.choices.controls import set_choice
from ui.views import register_view
from ui.views.export_tables import record_table, tensor_table


@dataclass(frozen=True)
class NearRow:
    """A row of E in a list of nearest rows.

    Args:
        text: its piece as the vocabulary writes it.
        cosine: cosine with the vector whose neighbour it is.
        special: whether it is a special token such as the end token.
        note: a note beside it, or "".
        kind: "aside" if it does not count as an answer.
    """

    text: str
    cosine: float
    special: bool = False
    note: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Point:
    """A point of the map.

    Args:
        text: its label, a piece as the vocabulary writes it.
        kind: "source", "said" (in the translation), "added", "mean" (of an added word's pieces) or
            "near".
        near: its nearest rows, itself left out.
        links: indices, in the list of points, of its neighbours that are on the map.
        special: whether it is a special token such as the end token.
    """

    text: str
    kind: str
    near: Sequence[NearRow]
    links: Sequence[int] = ()
    special: bool = False


@dataclass(frozen=True)
class WordMapData:
    """A map of tokens among their nearest rows of E.

    Args:
        points: the points of the map.
        places: their coordinates.
        tokens: for each token of the sentence, the index of its point.
        chosen: index of the chosen token in the sentence.
        chance: mean cosine of two random rows, marked in the list.
        note: the text below the map.
    """

    points: Sequence[Point]
    places: Float[Tensor, "point axis"]
    tokens: Sequence[int]
    chosen: int
    chance: float
    note: str


@dataclass(frozen=True)
class WordMapEvents:
    """Event of the view: number of the clicked token, from 1."""

    word: int


_word_map = register_view(
    __file__,
    WordMapData,
    WordMapEvents,
    tables=[tensor_table("map", value="places"), record_table("points")],
)


def show_word_map(data: WordMapData) -> None:
    """Show the map, and a list of one token's nearest rows.

    A click on a token's point sets "word" in the session.
    """
    _word_map(key="word_map", data=data, on_word_change=partial(set_choice, "word"))
