"""A map of tokens among their nearest neighbours, and one token's neighbours as a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from jaxtyping import Float
from torch import Tensor

from ui.choices.controls import choose
from ui.forms import PLACE
from ui.views import pack, view
from ui.views.tables import records, table

_word_map = view(__file__, says={"word": PLACE})


@dataclass(frozen=True)
class Near:
    """A row that is near to something.

    Args:
        text: its piece as the vocabulary writes it.
        cosine: with what it is near to.
        special: whether it is a mark such as the end token.
        note: what else is to be said of it.
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
        text: its name, a piece as the vocabulary writes it.
        kind: "source", "said" (in the translation), "added", "mean" (of an added word's pieces) or
            "near".
        near: its own nearest rows, itself left out.
        links: places, in the list of points, of its neighbours that are on the map.
        special: whether it is a mark such as the end token.
    """

    text: str
    kind: str
    near: tuple[Near, ...]
    links: tuple[int, ...] = ()
    special: bool = False


def word_map(
    points: Sequence[Point],
    places: Float[Tensor, "point 2"],
    tokens: Sequence[int],
    chosen: int,
    below: Mapping[str, object],
) -> None:
    """Draw the map; a click on a token's point sets the number "word".

    Args:
        points: what is on the map.
        places: point x 2.
        tokens: the point of each token of the sentence.
        chosen: place of the chosen token.
        below: what stands below: "note", and "chance", the cosine of two rows by chance.
    """

    data = {
        "points": [vars(point) | {"near": [vars(n) for n in point.near]} for point in points],
        "places": pack(places),
        "tokens": list(tokens),
        "chosen": chosen,
        **below,
        "takes": [
            table("map", "point:points axis", value="places"),
            records("points", "points"),
        ],
    }
    _word_map(key="word_map", data=data, on_word_change=partial(choose, "word"))
