"""The encoder's rows before and after a shuffle of the tokens, with positions and without."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from ui.messages import _
from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table

SEEN = 64  # components of each row that are drawn


@dataclass(frozen=True)
class ShuffledData:
    """Rows of the encoder's output without positions and with, before and after a shuffle.

    Args:
        tokens: tokens of the sentence.
        order: for each position of the shuffled sentence, the token's original position.
        rows: the rows.
        conditions: names of both encoders.
        orders: names of both orders.
        differences: largest difference of each token, without positions and with.
    """

    tokens: Sequence[Label]
    order: Sequence[int]
    rows: Float[Tensor, "2 2 position component"]
    conditions: Sequence[str]
    orders: Sequence[str]
    differences: Sequence[Sequence[str]]


_shuffled = register_view(
    __file__,
    ShuffledData,
    tables=[
        tensor_table(
            "rows", "encoder:conditions shuffle:orders token:tokens component", value="rows"
        ),
        tensor_table("differences", "encoder:conditions token:tokens", largest="differences"),
    ],
)


def show_shuffled(
    tokens: Sequence[Token],
    order: Sequence[int],
    rows: Float[Tensor, "2 2 position d_model"],
    differences: Sequence[Sequence[str]],
    *,
    key: str,
) -> None:
    """Show each token's encoder output in the sentence and, below it, in the shuffled sentence.

    Args:
        tokens: tokens of the sentence.
        order: for each position of the shuffled sentence, the token's original position.
        rows: the outputs, as ``encode_both_orders`` returns them.
        differences: two lists, without positional encodings and with them: for each token, as text,
            the largest difference of a component between its two outputs.
        key: Streamlit key, unique on the page.
    """
    data = ShuffledData(
        tokens=label_tokens(tokens),
        order=order,
        rows=rows[..., :SEEN],
        conditions=[_("without positions"), _("with positions")],
        orders=[_("before"), _("after")],
        differences=differences,
    )
    _shuffled(key=key, data=data)
