"""The same text as characters, as words and as pieces, one above the other."""

from model.tokenizer import Tokenizer
from pages.input.tokenization import compute
from pages.input.tokenization.compute import Piece
from ui.views import view
from ui.views.tables import records

_units = view(__file__)


def units(tokenizer: Tokenizer, pieces: list[Piece]) -> None:
    """Draw the three rows, and what each of them costs.

    Args:
        tokenizer: where the pieces come from.
        pieces: those that the encoder reads.
    """
    text = "".join(piece.text for piece in pieces)
    known = [unit.known for unit in pieces for _ in unit.text]
    words = compute.words(text)
    contents = compute.contents(tokenizer)
    rows = [
        {
            "name": "characters",
            "one": "character",
            "units": [[char, 1, ok] for char, ok in zip(text, known, strict=True)],
            "vocabulary": f"{contents.characters}",
            "remark": "Anything can be spelled, but a unit means little and the sequence is long.",
        },
        {
            "name": "words and signs",
            "one": "word or sign",
            "units": [[word, len(word), True] for word in words],
            "vocabulary": "open-ended",
            "remark": "The sequence is short, but no list is complete: every name, every ending.",
        },
        {
            "name": "pieces",
            "one": "piece",
            "units": [[piece.name, _width(piece), piece.known] for piece in pieces],
            "vocabulary": f"{len(tokenizer):,}",
            "remark": "Frequent words are one unit, rare ones a few, and the list is closed.",
        },
    ]
    _units(key="units", data={"rows": rows, "takes": [records("units", "rows")]})


def _width(piece: Piece) -> float:
    """How many characters wide a piece is drawn: bytes share the one that they write."""
    return 1 / len(piece.byte_of.encode()) if piece.byte_of else len(piece.text)
