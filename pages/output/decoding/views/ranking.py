"""The finished hypotheses of a search: their scores, and which one wins under which penalty."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.decoding import Candidate
from model.hypotheses import Fate
from model.tokenizer import Tokenizer
from ui.views import register_view
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class Ending:
    """A final hypothesis: its text, total ln p, length with the end token, and how it ended."""

    text: str
    total: float
    length: int
    fate: Fate


@dataclass(frozen=True)
class RankingData:
    """Final hypotheses, and the exponent of the length penalty."""

    endings: Sequence[Ending]
    alpha: float


_ranking = register_view(__file__, RankingData, tables=[record_table("endings")])


def show_ranking(endings: Sequence[Candidate], tokenizer: Tokenizer, alpha: float) -> None:
    """Show the scores of a search's final hypotheses, as a table and as curves over alpha, the
    exponent of the length penalty.

    Both follow the search tree's slider for alpha.

    Args:
        endings: the last candidate of each final hypothesis.
        tokenizer: the tokenizer, which gives the hypotheses' texts.
        alpha: initial value of alpha.
    """
    hypotheses = [
        Ending(tokenizer.decode(one.tokens), one.total, len(one.path), one.fate) for one in endings
    ]
    _ranking(key="ranking", data=RankingData(hypotheses, alpha))
