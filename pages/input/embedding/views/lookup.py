"""The row of E that an id picks, next to its neighbours by number and by direction."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures import neighbours
from model.tokenizer import Tokenizer
from ui.readings.reading import Token
from ui.views import encode_tensor, register_view, token_labels_data
from ui.views.data_cache import cache_or_inline
from ui.views.export_tables import tensor_table

_lookup = register_view(__file__)

ROWS = 7  # rows of the enlarged part
PIXELS = 168  # at most this many rows of the whole matrix are drawn


def show_lookup(
    E: Float[Tensor, "vocab d_model"],
    tokenizer: Tokenizer,
    tokens: Sequence[Token],
    ids: Sequence[int],
    chosen_token: int,
) -> None:
    """Show which row of the embedding matrix a token picks, with the rows next to it and the rows
    that point most nearly the same way, all without the mean row.

    Args:
        E: the embedding matrix.
        tokenizer: turns the rows beside the picked one into pieces.
        tokens: tokens of the sentence; the visitor can switch between them without a rerun.
        ids: ids of the tokens.
        chosen_token: index of the token that is shown first.
    """
    step = -(-len(E) // PIXELS)
    starts = [first_enlarged_row(id_, len(E)) for id_ in ids]
    rest = neighbours.subtract_mean(E)
    own = list(ids)
    near = [
        [id_, *(row for row, __ in found if row != id_)][:ROWS]
        for id_, found in zip(
            own,
            neighbours.nearest_rows(neighbours.cosine_matrix(rest, rest[own]), ROWS),
            strict=True,
        )
    ]
    data = {
        "tokens": token_labels_data(tokens),
        "ids": own,
        "chosen": chosen_token,
        "vocabulary": len(E),
        "step": step,
        "overview": cache_or_inline(encode_tensor(E[::step])),
        "starts": starts,
        "windows": encode_tensor(torch.stack([rest[start : start + ROWS] for start in starts])),
        "names": [tokenizer.pieces(range(start, start + ROWS)) for start in starts],
        "near": encode_tensor(rest[torch.tensor(near)]),
        "near_names": [tokenizer.pieces(rows) for rows in near],
        "takes": [
            tensor_table("E", "token:tokens row component", value="windows"),
            tensor_table("nearest", "token:tokens row component", value="near"),
        ],
    }
    _lookup(key="lookup", data=data)


def first_enlarged_row(row: int, row_count: int) -> int:
    """Return the first id of the ``ROWS`` (7) rows of E that are drawn enlarged.

    They are centred on a row, except near the ends of E.

    Args:
        row: id of this row.
        row_count: number of rows of E.
    """
    return min(max(0, row - ROWS // 2), row_count - ROWS)
