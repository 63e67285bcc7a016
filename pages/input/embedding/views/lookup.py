"""The row of E that an id picks, next to its neighbours by number and by direction."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures import neighbours
from model.tokenizer import Tokenizer
from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.data_cache import CacheAddress, cache_or_inline
from ui.views.export_tables import tensor_table

ROWS = 7  # rows of the enlarged part
PIXELS = 168  # at most this many rows of the whole matrix are drawn


@dataclass(frozen=True)
class LookupData:
    """For each token its row of E among others, all but those of ``overview`` without the mean row.

    Args:
        tokens: tokens of the sentence.
        ids: their ids.
        chosen: index of the token that is shown.
        vocabulary: number of rows of E.
        overview: rows of E at equal steps, which stand for all.
        starts: for each token, the id of the first row of its window,
        windows: the rows of the window, the token's own among them,
        names: and their pieces.
        near: for each token, its row and those that point most nearly the same way,
        near_names: and their pieces.
    """

    tokens: Sequence[Label]
    ids: Sequence[int]
    chosen: int
    vocabulary: int
    overview: Float[Tensor, "row component"] | CacheAddress
    starts: Sequence[int]
    windows: Float[Tensor, "token row component"]
    names: Sequence[Sequence[str]]
    near: Float[Tensor, "token row component"]
    near_names: Sequence[Sequence[str]]


_lookup = register_view(
    __file__,
    LookupData,
    tables=[tensor_table("E", value="windows"), tensor_table("nearest", value="near")],
)


def show_lookup(
    E: Float[Tensor, "vocab d_model"],
    tokenizer: Tokenizer,
    tokens: Sequence[Token],
    ids: Sequence[int],
    chosen_token: int,
) -> None:
    """Show which row of the embedding matrix a token picks.

    Args:
        E: the embedding matrix.
        tokenizer: turns the rows beside the picked one into pieces.
        tokens: tokens of the sentence; the visitor can switch between them without a rerun.
        ids: ids of the tokens.
        chosen_token: index of the token that is shown first.
    """
    starts = [first_enlarged_row(id_, len(E)) for id_ in ids]
    rest, own = neighbours.subtract_mean(E), list(ids)
    found = neighbours.nearest_rows(neighbours.cosine_matrix(rest, rest[own]), ROWS)
    near = [
        [id_, *(row for row, __ in each if row != id_)][:ROWS]
        for id_, each in zip(own, found, strict=True)
    ]
    data = LookupData(
        tokens=label_tokens(tokens),
        ids=own,
        chosen=chosen_token,
        vocabulary=len(E),
        overview=cache_or_inline(E[:: -(-len(E) // PIXELS)]),
        starts=starts,
        windows=torch.stack([rest[start : start + ROWS] for start in starts]),
        names=[tokenizer.pieces(range(start, start + ROWS)) for start in starts],
        near=rest[torch.tensor(near)],
        near_names=[tokenizer.pieces(rows) for rows in near],
    )
    _lookup(key="lookup", data=data)


def first_enlarged_row(row: int, row_count: int) -> int:
    """Return the first id of the ``ROWS`` (7) rows of E that are drawn enlarged.

    They are centred on a row, except near the ends of E.

    Args:
        row: id of this row.
        row_count: number of rows of E.
    """
    return min(max(0, row - ROWS // 2), row_count - ROWS)
