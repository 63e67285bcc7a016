"""A map of tokens among their nearest neighbours, and one token's neighbours as a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from jaxtyping import Float
from torch import Tensor

from ui.choices.controls import set_choice
from ui.schemas import INDEX
from ui.views import encode_tensor, register_view
from ui.views.export_tables import record_table, tensor_table

_word_map = register_view(__file__, schemas={"word": INDEX})


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
    near: tuple[NearRow, ...]
    links: tuple[int, ...] = ()
    special: bool = False


def show_word_map(
    points: Sequence[Point],
    coordinates: Float[Tensor, "point 2"],
    token_points: Sequence[int],
    chosen_token: int,
    below: Mapping[str, object],
) -> None:
    """Show the map of tokens among their nearest rows of E, and a list of one token's nearest rows.

    A click on a token's point sets "word" in the session.

    Args:
        points: the points of the map.
        coordinates: coordinates of the points.
        token_points: for each token of the sentence, the index of its point in ``points``.
        chosen_token: index of the chosen token in the sentence.
        below: "note", the text below the map; and "chance", the mean cosine of two random rows,
            which is marked in the list.
    """

    data = {
        "points": [vars(point) | {"near": [vars(n) for n in point.near]} for point in points],
        "places": encode_tensor(coordinates),
        "tokens": list(token_points),
        "chosen": chosen_token,
        **below,
        "takes": [
            tensor_table("map", "point:points axis", value="places"),
            record_table("points", "points"),
        ],
    }
    _word_map(key="word_map", data=data, on_word_change=partial(set_choice, "word"))
