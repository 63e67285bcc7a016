"""The encoder's rows before and after a shuffle of the tokens, with positions and without."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.messages import _
from ui.readings.reading import Token
from ui.views import labels, pack, view
from ui.views.tables import table

SEEN = 64  # numbers of each row that are drawn
_shuffled = view(__file__)


def shuffled(
    tokens: Sequence[Token],
    order: Sequence[int],
    rows: Float[Tensor, "2 2 position d_model"],
    differences: Sequence[Sequence[str]],
    *,
    key: str,
) -> None:
    """Draw each token's row before the shuffle above its row after it.

    Args:
        tokens: of the sentence.
        order: place i of the shuffled sentence takes the token from this place.
        rows: without positions or with them, before or after, position, d_model.
        differences: the largest of each token, without positions and with them.
        key: unique on the page.
    """
    data = {
        "tokens": labels(tokens),
        "order": list(order),
        "rows": pack(rows[..., :SEEN]),
        "conditions": [_("without positions"), _("with positions")],
        "orders": [_("before"), _("after")],
        "takes": [
            table("rows", "encoder:conditions shuffle:orders token:tokens component", value="rows"),
            table("differences", "encoder:conditions token:tokens", largest="differences"),
        ],
        "differences": differences,
    }
    _shuffled(key=key, data=data)
