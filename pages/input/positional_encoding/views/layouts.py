"""Two ways to lay out sines and cosines, side by side."""

from model.embedding import positional_encoding
from pages.input.positional_encoding.compute import sines_then_cosines
from ui.messages import _
from ui.views import pack, view
from ui.views.tables import table

LARGEST = 64  # columns; more could not be told apart
_layouts = view(__file__)


def layouts(length: int, d_model: int, place: int, pair: int, *, key: str) -> None:
    """Show both layouts as heatmaps with one position and one pair highlighted in each.

    Args:
        length: number of positions.
        d_model: width of the encoding, drawn with at most ``LARGEST`` columns.
        place: the highlighted position, from 0.
        pair: the highlighted pair of sine and cosine, from 0.
        key: Streamlit key, unique on the page.
    """
    width = min(d_model, LARGEST)
    same = pair * width // d_model  # the pair with about the same frequency at this width
    data = {
        "tables": [
            pack(positional_encoding(length, width)),
            pack(sines_then_cosines(length, width)),
        ],
        "titles": [_("Interleaved, as in the paper"), _("Concatenated, as in Tensor2Tensor")],
        "rings": [[2 * same, 2 * same + 1], [same, width // 2 + same]],
        "word": place,
        "takes": [
            table("layouts", "position component", interleaved="tables.0", concatenated="tables.1"),
        ],
    }
    _layouts(key=key, data=data)
