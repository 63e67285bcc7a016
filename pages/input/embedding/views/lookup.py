"""One-hot x E: the matrix of all tokens, and the row that a token picks from it."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

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
    """Show how a token's one-hot vector picks its row of the embedding matrix.

    Args:
        E: the embedding matrix.
        tokenizer: turns the rows beside the picked one into pieces.
        tokens: tokens of the sentence; the visitor can switch between them without a rerun.
        ids: ids of the tokens.
        chosen_token: index of the token that is shown first.
    """
    step = -(-len(E) // PIXELS)
    starts = [first_enlarged_row(id_, len(E)) for id_ in ids]
    data = {
        "tokens": token_labels_data(tokens),
        "ids": list(ids),
        "chosen": chosen_token,
        "vocabulary": len(E),
        "step": step,
        "overview": cache_or_inline(encode_tensor(E[::step])),
        "starts": starts,
        "windows": encode_tensor(torch.stack([E[start : start + ROWS] for start in starts])),
        "names": [tokenizer.pieces(range(start, start + ROWS)) for start in starts],
        "takes": [
            tensor_table("E", "token:tokens row component", value="windows"),
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
