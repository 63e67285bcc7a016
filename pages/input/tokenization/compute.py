"""Look inside a vocabulary: what became of a text, piece by piece, and what was learned when."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile

from model.tokenizer import BYTES, SPACE, TYPOGRAPHIC, UNK, Tokenizer

SPACES, INVISIBLE, QUOTES, CAPITALS, FORMS = "spaces", "invisible", "quotes", "capitals", "forms"

LONGEST = 40  # characters of a word that is replayed


@dataclass(frozen=True)
class Change:
    """A stretch of text before and after normalization.

    Args:
        before: as it was typed.
        after: as the model knows it.
        reason: why the two differ, such as "spaces; quotes", or "".
    """

    before: str
    after: str
    reason: str = ""


@dataclass(frozen=True)
class Piece:
    """One piece of a text.

    Args:
        id: its row in the vocabulary; UNK for what the vocabulary lacks.
        text: the normalized characters that it stands for, the space as a low line; of a
            character in bytes the first one has it, the next ones nothing.
        word: number of the word that it belongs to, from 0.
        byte_of: the character that it is a byte of, or "".
        name: how the vocabulary writes it; what it lacks has no name and is written as it is.
    """

    id: int
    text: str
    word: int
    byte_of: str
    name: str

    @property
    def known(self) -> bool:
        """Whether the vocabulary has it."""
        return self.id != UNK


def letter_pieces(parts: Sequence[Piece]) -> list[tuple[str, ...]]:
    """Return the pieces of letters that each word of a text was cut into."""
    words: dict[int, list[str]] = {}
    for piece in parts:
        text = piece.text.removeprefix(SPACE)
        if piece.known and not piece.byte_of and text.isalpha():
            words.setdefault(piece.word, []).append(text)
    return [tuple(pieces) for pieces in words.values()]


@dataclass(frozen=True)
class Contents:
    """How many pieces of each kind a vocabulary has."""

    special: int
    merges: int
    characters: int
    bytes: int


def contents(tokenizer: Tokenizer) -> Contents:
    """Count a vocabulary's special tokens, merges, single characters and bytes."""
    special = _first(tokenizer)
    characters = sum(len(p) == 1 for p in tokenizer.pieces(range(special, len(tokenizer))))
    count = len(BYTES) if tokenizer.has_bytes else 0
    return Contents(special, len(tokenizer) - special - characters - count, characters, count)


def rank(tokenizer: Tokenizer, piece: str) -> int | None:
    """Return the rank of the BPE merge that makes a piece, from 0; None if no merge does."""
    place = tokenizer.id_of(piece) - _first(tokenizer)  # ids rise with the order of learning
    return place if place >= 0 and len(piece) > 1 and piece not in BYTES else None


def pair_ranks(tokenizer: Tokenizer, pieces: Sequence[str]) -> list[int | None]:
    """Return the rank of the BPE merge of each two neighbouring pieces; None if there is none."""
    return [rank(tokenizer, left + right) for left, right in pairwise(pieces)]


def segment(tokenizer: Tokenizer, text: str) -> list[Piece]:
    """Split a text into pieces, each with the characters that it stands for."""
    pieces: list[Piece] = []
    word, character = -1, ""
    ids = tokenizer.encode(text)
    names = tokenizer.pieces(ids)
    for identity, name, covered in zip(ids, names, tokenizer.piece_texts(text), strict=True):
        word += covered.startswith(SPACE)
        character = covered or character  # a byte that covers nothing continues one
        byte_of = character if name in BYTES else ""
        named = covered if identity == UNK else name
        pieces.append(Piece(identity, covered, word, byte_of, named))
    return pieces


def without_bytes(parts: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that a vocabulary without bytes had cut: their characters are unknown."""
    result: list[Piece] = []
    for unknown, run in groupby(parts, key=lambda piece: (bool(piece.byte_of), piece.word)):
        if not unknown[0]:
            result.extend(run)
            continue
        text = "".join(piece.text for piece in run)
        result.append(Piece(UNK, text, unknown[1], "", text))
    return result


def words(characters: str) -> list[str]:
    """Split normalized text into words and single punctuation marks.

    An apostrophe between two letters belongs to their word, as in "didn't".
    """
    parts: list[str] = []
    inside = False  # a run that the next letter continues
    for place, char in enumerate(characters):
        letter = unicodedata.category(char)[0] in "LMN"
        if char == "'" and inside and parts[-1] != SPACE:
            letter = characters[place + 1 : place + 2].isalpha()
        if parts and (parts[-1] == SPACE or (inside and letter)):
            parts[-1] += char
        else:
            parts.append(char)
        inside = letter or char == SPACE
    return parts


def find(tokenizer: Tokenizer, text: str) -> list[int]:
    """Return the ids of all pieces that contain a text, prefixes first.

    Args:
        tokenizer: whose pieces are searched.
        text: a space stands for the beginning of a word.
    """
    wanted = unicodedata.normalize("NFKC", text).replace(" ", SPACE)
    first = _first(tokenizer)
    found = [
        (not written.removeprefix(SPACE).startswith(wanted.removeprefix(SPACE)), identity)
        for identity, written in enumerate(tokenizer.pieces(range(first, len(tokenizer))), first)
        if wanted and wanted in written
    ]
    return [identity for _, identity in sorted(found)]


def changes(tokenizer: Tokenizer, text: str, read: str) -> list[Change]:
    """Return the differences between a text as typed and as normalized.

    Args:
        tokenizer: which normalizes it.
        text: as typed.
        read: the same as the encoder reads it, another text if all was in capitals.
    """
    if tokenizer.is_shouted(text) and not tokenizer.is_shouted(read):
        return [Change(text, _spelling(tokenizer, read), CAPITALS)]
    after = _spelling(tokenizer, text)
    runs = _runs(text)
    found = []
    for place, run in enumerate(runs):
        kinds = {_kind(char) for char in run}
        if kinds <= {SPACES, INVISIBLE}:
            inside = 0 < place < len(runs) - 1
            found.append((run, " " if inside and SPACES in kinds else ""))
        else:
            found.append((run, _spelling(tokenizer, run)))
    if "".join(new for _, new in found) != after:  # a form that depends on its neighbours
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, after, strict=False))
        )
        found = [(text[:same], after[:same]), (text[same:], after[same:])]
    result: list[Change] = []
    for old, new in filter(any, found):
        change = _change(old, new)
        if result and not (change.reason or result[-1].reason):
            change = Change(result[-1].before + old, result.pop().after + new)
        result.append(change)
    return result


def _change(before: str, after: str) -> Change:
    if before == after:
        return Change(before, after)
    kinds = [_kind(char) for char in before]
    reasons = [reason for reason in (SPACES, INVISIBLE, QUOTES, FORMS) if reason in kinds]
    return Change(before, after, "; ".join(reasons))


def _runs(text: str) -> list[str]:
    """Split a text into what is normalized together: a character and its marks, or a gap."""
    runs: list[str] = []
    for char in text:
        gap = _kind(char) in (SPACES, INVISIBLE)
        mark = unicodedata.category(char).startswith("M")
        before = bool(runs) and _kind(runs[-1][0]) in (SPACES, INVISIBLE)
        if runs and ((gap and before) or (mark and not before)):
            runs[-1] += char
        else:
            runs.append(char)
    return runs


def _kind(char: str) -> str:
    """Return the part of normalization that deals with a character."""
    if char.isspace() or char in (SPACE, "\ufffd"):
        return SPACES
    if unicodedata.category(char) in {"Cc", "Cf", "Cs"}:
        return INVISIBLE
    return QUOTES if char in TYPOGRAPHIC else FORMS


def _spelling(tokenizer: Tokenizer, text: str) -> str:
    return tokenizer.characters(text).removeprefix(SPACE).replace(SPACE, " ")


def _first(tokenizer: Tokenizer) -> int:
    return tokenizer.first_piece


@dataclass(frozen=True)
class Entry:
    """One piece of a list.

    Args:
        text: what stands in the chip.
        id: the number below it.
        note: what stands beside it.
        kind: "special", "unknown" or "".
        joined: whether it continues the piece before it.
    """

    text: str
    id: int
    note: str = ""
    kind: str = ""
    joined: bool = False
