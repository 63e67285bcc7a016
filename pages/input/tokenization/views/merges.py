"""Byte-pair encoding of one word, merge by merge."""

from functools import partial

from model.tokenizer import UNK, Tokenizer
from pages.input.tokenization import compute
from pages.input.tokenization.compute import LONGEST
from ui.choices.controls import set_choice
from ui.schemas import INDEX
from ui.views import register_view
from ui.views.export_tables import record_table

_merges = register_view(__file__, schemas={"move": INDEX})


def show_merge_player(tokenizer: Tokenizer, word: str, shown: int) -> None:
    """Show a word's BPE merges one by one.

    When the visitor moves to another merge, "merge" in the session is set to the number of merges
    shown.

    Args:
        tokenizer: the tokenizer whose merges are shown.
        word: a word of at most ``LONGEST`` (40) characters.
        shown: number of merges shown at first; a larger number than the word has means all.
    """
    steps = tokenizer.merges(word)
    ids = [tokenizer.id_of(piece) for piece in steps[-1].pieces]
    data = {
        "word": word,
        "steps": [
            {
                "pieces": list(step.pieces),
                "joined": step.joined,
                "rank": step.rank + 1,
                "pairs": [
                    None if rank is None else rank + 1
                    for rank in compute.pair_ranks(tokenizer, step.pieces)
                ],
            }
            for step in steps
        ],
        "known": [tokenizer.id_of(piece) != UNK for piece in steps[0].pieces],
        "ids": ids,
        "merges": compute.count_vocabulary(tokenizer).merges,
        "shown": min(shown, len(steps) - 1),
        "all": LONGEST,
        "takes": [
            record_table("merges", "steps"),
        ],
    }
    _merges(key="merges", data=data, on_move_change=partial(set_choice, "merge"))
