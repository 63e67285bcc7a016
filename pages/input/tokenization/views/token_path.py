"""A sentence on its way from your keyboard to the encoder and the decoder."""

import streamlit as st

from model.marian.tokenizer import start_piece
from model.tokenizer import EOS, SPACE, Tokenizer
from pages.input.tokenization import compute
from pages.input.tokenization.compute import Piece
from ui.messages import N_, _
from ui.readings.reading import Reading
from ui.schemas import INDEX
from ui.views import register_view
from ui.views.export_tables import record_table
from ui.words import language_name

SHOWN = 300  # at most this many characters of the typed text are shown
REASONS = {  # why normalization changes a stretch
    compute.SPACES: N_("spaces: one between words, none at the ends"),
    compute.INVISIBLE: N_("invisible characters are dropped"),
    compute.QUOTES: N_("typographic quotes become plain ones"),
    compute.CAPITALS: N_("text in ALL CAPITALS is read as an ordinary sentence"),
    compute.FORMS: N_("one form for each character (Unicode NFKC)"),
}
_path = register_view(__file__, needs_model=("pick",), schemas={"pick": INDEX})


def show_token_path(
    typed: str,
    reading: Reading,
    pieces: list[Piece],
    tokenizer: Tokenizer,
    chosen: int,
) -> None:
    """Show typed text, normalized text, pieces and ids; a click sets "word" in the session.

    Args:
        typed: the sentence as typed.
        reading: the reading of the sentence.
        pieces: the pieces that the encoder reads.
        tokenizer: the tokenizer of the pieces.
        chosen: index of the chosen piece, from 0; the end token is the last.
    """

    def pick(index: int) -> None:
        """Choose the clicked piece, and clear the typed word."""
        st.session_state["word"] = index
        st.session_state["spell"] = ""  # from now on a word of the sentence is replayed

    text, start = reading.text, reading.target[0].text
    # A cut must not leave a space at the end, which normalization would drop.
    begun = typed if len(typed) <= SHOWN else typed[:SHOWN].rstrip()
    changes = compute.list_normalizations(tokenizer, begun, text[:SHOWN])
    words = tokenizer.characters(text).split(SPACE)[1:]
    data = {
        "changes": [[one.before, one.after, _list_reasons(one.reason)] for one in changes],
        "length": len(typed),
        "more": len(typed) > SHOWN,
        "pieces": [_piece_data(tokenizer, piece, words) for piece in pieces],
        "end": {"text": "</s>", "id": EOS},
        "start": {
            "text": start,
            "id": tokenizer.id_of(start),
            "language": language_name(reading.language),
        },
        "several": start == start_piece(()),  # one start token for several languages
        "merges": compute.count_vocabulary(tokenizer).merges if tokenizer.merging else 0,
        "chosen": chosen,
        "takes": [
            record_table("pieces", "pieces"),
        ],
    }
    _path(key="token_path", data=data, on_pick_change=pick)


def _list_reasons(named: str) -> list[str]:
    """Return the reasons of a normalization, named by their keys, as translated messages."""
    return [_(REASONS[name]) for name in named.split("; ") if name]


def _piece_data(tokenizer: Tokenizer, piece: Piece, words: list[str]) -> dict[str, object]:
    """Return a piece as data for the view, with the rank of its merge."""
    rank = compute.find_merge_rank(tokenizer, piece.name) if piece.known else None
    return {
        "text": piece.name,
        "id": piece.id,
        "known": piece.known,
        "byte_of": piece.character,
        "joined": not piece.name.startswith(SPACE),
        "rank": None if rank is None else rank + 1,
        "word": words[piece.word][:40],
    }
