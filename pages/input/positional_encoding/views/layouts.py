"""Two ways to lay out sines and cosines, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from model.embedding import positional_encoding
from pages.input.positional_encoding.compute import concatenated_encoding
from ui.messages import _
from ui.views import register_view
from ui.views.export_tables import tensor_table

LARGEST = 64  # rows; more could not be told apart


@dataclass(frozen=True)
class LayoutsData:
    """Encodings in two layouts, with one position and one pair marked.

    Args:
        tables: encoding of each layout.
        titles: their names.
        rings: for each layout, the two components of the pair.
        word: the highlighted position, from 0.
    """

    tables: Sequence[Float[Tensor, "position component"]]
    titles: Sequence[str]
    rings: Sequence[tuple[int, int]]
    word: int


_layouts = register_view(
    __file__,
    LayoutsData,
    tables=[
        tensor_table(
            "layouts", "position component", interleaved="tables.0", concatenated="tables.1"
        )
    ],
)


def show_layouts(length: int, d_model: int, position: int, pair: int, *, key: str) -> None:
    """Show interleaved and concatenated encodings as heatmaps, with one position and pair marked.

    Args:
        length: number of positions.
        d_model: width of the encoding, drawn with at most ``LARGEST`` (64) rows.
        position: the highlighted position, from 0.
        pair: the highlighted pair of sine and cosine, from 0.
        key: Streamlit key, unique on the page.
    """
    width = min(d_model, LARGEST)
    same = pair * width // d_model  # the pair with about the same frequency at this width
    data = LayoutsData(
        tables=[positional_encoding(length, width), concatenated_encoding(length, width)],
        titles=[_("Interleaved, as in the paper"), _("Concatenated, as in Tensor2Tensor")],
        rings=[(2 * same, 2 * same + 1), (same, width // 2 + same)],
        word=position,
    )
    _layouts(key=key, data=data)
