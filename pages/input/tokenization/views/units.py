"""The same text as characters, as words and as pieces, one above the other."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass

from model.tokenizer import Tokenizer
from pages.input.tokenization import compute
from pages.input.tokenization.compute import Piece
from ui.messages import _, ngettext
from ui.views import register_view
from ui.views.export_tables import record_table
from ui.words import format_integer


@dataclass(frozen=True)
class CutRow:
    """One way of cutting a text.

    Args:
        name: name of its units.
        title: their number and name.
        units: each unit's text, length in characters, and whether the vocabulary has it.
        vocabulary: size of the vocabulary.
        remark: what this way is good for.
    """

    name: str
    title: str
    units: Sequence[tuple[str, float, bool]]
    vocabulary: str
    remark: str


@dataclass(frozen=True)
class UnitsData:
    """The same text, cut in several ways."""

    rows: Sequence[CutRow]


_units = register_view(__file__, UnitsData, tables=[record_table("units", "rows")])


def show_units(tokenizer: Tokenizer, pieces: list[Piece]) -> None:
    """Show the sentence cut into characters, into words and into pieces.

    For each, the view tells the number of units and the size of a vocabulary of such units.

    Args:
        tokenizer: the tokenizer of the pieces.
        pieces: the pieces that the encoder reads.
    """
    text = "".join(piece.text for piece in pieces)
    known = [unit.known and not unit.character for unit in pieces for __ in unit.text]
    words = compute.split_words(text)
    contents = compute.count_vocabulary(tokenizer)
    rows = [
        CutRow(
            name=_("characters"),
            title=_fill_count(ngettext("{count} character", "{count} characters", len(text)), text),
            units=[(char, 1.0, ok) for char, ok in zip(text, known, strict=True)],
            vocabulary=f"{contents.characters}",
            remark=_(
                "Characters can spell any word, but each one means little and the sequence gets "
                "long."
            ),
        ),
        CutRow(
            name=_("words and punctuation"),
            title=_fill_count(
                ngettext(
                    "{count} word or punctuation mark",
                    "{count} words and punctuation marks",
                    len(words),
                ),
                words,
            ),
            units=[(word, float(len(word)), True) for word in words],
            vocabulary=_("open-ended"),
            remark=_(
                "The sequence is short, but no list of words is ever complete: think of "
                "names and endings."
            ),
        ),
        CutRow(
            name=_("pieces"),
            title=_fill_count(ngettext("{count} piece", "{count} pieces", len(pieces)), pieces),
            units=[(piece.name, _piece_width(piece), piece.known) for piece in pieces],
            vocabulary=format_integer(len(tokenizer)),
            remark=_(
                "Common words take one unit, rare words a few, and the list can spell any word."
            ),
        ),
    ]
    _units(key="units", data=UnitsData(rows))


def _fill_count(message: str, units: Sized) -> str:
    """Return the message with the number of units filled in."""
    return message.format(count=format_integer(len(units)))


def _piece_width(piece: Piece) -> float:
    """Return the width of a piece in characters; bytes share the width of their character."""
    return 1 / len(piece.character.encode()) if piece.character else float(len(piece.text))
