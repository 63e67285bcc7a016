"""Two ways to lay out sines and cosines, side by side."""

from model.embedding import positional_encoding
from pages.input.positional_encoding.compute import concatenated_encoding
from ui.messages import _
from ui.views import encode_tensor, register_view
from ui.views.export_tables import tensor_table

LARGEST = 64  # columns; more could not be told apart
_layouts = register_view(__file__)


def show_layouts(length: int, d_model: int, position: int, pair: int, *, key: str) -> None:
    """Show interleaved and concatenated encodings as heatmaps, with one position and pair marked.

    Args:
        length: number of positions.
        d_model: width of the encoding, drawn with at most ``LARGEST`` columns.
        position: the highlighted position, from 0.
        pair: the highlighted pair of sine and cosine, from 0.
        key: Streamlit key, unique on the page.
    """
    width = min(d_model, LARGEST)
    same = pair * width // d_model  # the pair with about the same frequency at this width
    data = {
        "tables": [
            encode_tensor(positional_encoding(length, width)),
            encode_tensor(concatenated_encoding(length, width)),
        ],
        "titles": [_("Interleaved, as in the paper"), _("Concatenated, as in Tensor2Tensor")],
        "rings": [[2 * same, 2 * same + 1], [same, width // 2 + same]],
        "word": position,
        "takes": [
            tensor_table(
                "layouts", "position component", interleaved="tables.0", concatenated="tables.1"
            ),
        ],
    }
    _layouts(key=key, data=data)
