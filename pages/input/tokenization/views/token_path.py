"""A sentence on its way from your keyboard to the encoder."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from model.tokenizer import EOS, SPACE, Tokenizer
from pages.input.tokenization import compute
from pages.input.tokenization.compute import Piece
from ui.messages import N_, _
from ui.readings.reading import Reading
from ui.views import register_view
from ui.views.export_tables import record_table

SHOWN = 300  # at most this many characters of the typed text are shown
REASONS = {  # why normalization changes a stretch
    compute.SPACES: N_("spaces: one between words, none at the ends"),
    compute.INVISIBLE: N_("invisible characters are dropped"),
    compute.QUOTES: N_("typographic quotes become plain ones"),
    compute.CAPITALS: N_("text in ALL CAPITALS is read as an ordinary sentence"),
    compute.FORMS: N_("one form for each character (Unicode NFKC)"),
}


@dataclass(frozen=True)
class PathPiece:
    """A piece of a word; rank is the merge that made it, from 1, if one did.

    Args:
        text: how the vocabulary writes it; the text itself if it is unknown.
        id: its id.
        known: whether the vocabulary has it.
        byte_of: the character that it is a byte of, or "".
        joined: whether it continues a word.
        rank: rank of its merge.
        word: the word it belongs to.
    """

    text: str
    id: int
    known: bool
    byte_of: str
    joined: bool
    rank: int | None
    word: str


@dataclass(frozen=True)
class EndToken:
    """The token after the sentence."""

    text: str
    id: int


@dataclass(frozen=True)
class TokenPathData:
    """From the typed text to the pieces.

    Args:
        changes: stretches of text before and after normalization, with its reasons.
        length: length of the typed text.
        more: whether only its beginning is shown.
        pieces: the pieces that the encoder reads.
        end: the token after them.
        merges: number of merges that were learned; 0 in a unigram model.
        chosen: index of the chosen piece.
    """

    changes: Sequence[tuple[str, str, Sequence[str]]]
    length: int
    more: bool
    pieces: Sequence[PathPiece]
    end: EndToken
    merges: int
    chosen: int


@dataclass(frozen=True)
class TokenPathEvents:
    """Event of the view: number of the clicked piece, from 1."""

    pick: int


_path = register_view(
    __file__, TokenPathData, TokenPathEvents, needs_model=("pick",), tables=[record_table("pieces")]
)


def show_token_path(
    typed_text: str,
    reading: Reading,
    pieces: list[Piece],
    tokenizer: Tokenizer,
    chosen_piece: int,
) -> None:
    """Show how a sentence becomes ids: typed text, normalized text, pieces, ids.

    A click on a piece stores the number of the piece as "word" in the session, and empties the
    field ("spell") in which another word can be typed.

    Args:
        typed_text: the sentence as typed.
        reading: the sentence as the model reads it, with its translation.
        pieces: the pieces that the encoder reads.
        tokenizer: the tokenizer of the pieces.
        chosen_piece: index of the chosen piece, from 0; ``len(pieces)`` stands for the end token.
    """

    def pick(piece_index: int) -> None:
        """Choose the clicked piece, and clear the typed word."""
        st.session_state["word"] = piece_index
        st.session_state["spell"] = ""  # from now on a word of the sentence is replayed

    text = reading.text
    # A cut must not leave a space at the end, which normalization would drop.
    begun = typed_text if len(typed_text) <= SHOWN else typed_text[:SHOWN].rstrip()
    changes = compute.list_normalizations(tokenizer, begun, text[:SHOWN])
    words = tokenizer.normalized_text(text).split(SPACE)[1:]
    data = TokenPathData(
        changes=[(one.before, one.after, _list_reasons(one.reason)) for one in changes],
        length=len(typed_text),
        more=len(typed_text) > SHOWN,
        pieces=[_path_piece(tokenizer, piece, words) for piece in pieces],
        end=EndToken("</s>", EOS),
        merges=compute.count_vocabulary(tokenizer).merges if tokenizer.merging else 0,
        chosen=chosen_piece,
    )
    _path(key="token_path", data=data, on_pick_change=pick)


def _list_reasons(named: str) -> list[str]:
    """Return the reasons of a normalization, named by their keys, as translated messages."""
    return [_(REASONS[name]) for name in named.split("; ") if name]


def _path_piece(tokenizer: Tokenizer, piece: Piece, words: list[str]) -> PathPiece:
    """Return a piece as data for the view, with the rank of its merge."""
    rank = compute.find_merge_rank(tokenizer, piece.name) if piece.known else None
    return PathPiece(
        text=piece.name,
        id=piece.id,
        known=piece.known,
        byte_of=piece.character,
        joined=not piece.name.startswith(SPACE),
        rank=None if rank is None else rank + 1,
        word=words[piece.word][:40],
    )
