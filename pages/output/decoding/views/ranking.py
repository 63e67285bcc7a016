"""The finished hypotheses of a search: their scores, and which one wins under which penalty."""

from collections.abc import Sequence

from model.decoding import Candidate
from model.tokenizer import Tokenizer
from ui.views import register_view
from ui.views.export_tables import record_table

_ranking = register_view(__file__)


def show_ranking(endings: Sequence[Candidate], tokenizer: Tokenizer, alpha: float) -> None:
    """Show scores as a table and as curves over alpha; both follow the search tree's slider.

    Args:
        endings: hypotheses that finished or were cut.
        tokenizer: decodes them to text.
        alpha: exponent of the length penalty.
    """
    data = {
        "endings": hypothesis_data(endings, tokenizer),
        "alpha": alpha,
        "takes": [record_table("endings", "endings")],
    }
    _ranking(key="ranking", data=data)


def hypothesis_data(endings: Sequence[Candidate], tokenizer: Tokenizer) -> list[dict[str, object]]:
    """Return each hypothesis as data for the view: text, total ln p, length, how it ended."""
    return [
        {
            "text": tokenizer.decode(one.tokens),
            "total": one.total,
            "length": len(one.path),
            "fate": one.fate.value,
        }
        for one in endings
    ]
