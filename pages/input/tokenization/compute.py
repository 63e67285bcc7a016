"""Tokenization in detail: pieces of a text, merge ranks, normalization, and the vocabulary."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile

from model.tokenizer import BYTES, SPACE, TYPOGRAPHIC, UNK, Tokenizer

SPACES, INVISIBLE, QUOTES, CAPITALS, FORMS = "spaces", "invisible", "quotes", "capitals", "forms"

LONGEST = 40  # at most this many characters of a word are replayed


@dataclass(frozen=True)
class Normalization:
    """A stretch of text before and after normalization.

    Args:
        before: the text as typed.
        after: the normalized text.
        reason: why the two differ, such as "spaces; quotes", or "".
    """

    before: str
    after: str
    reason: str = ""


@dataclass(frozen=True)
class Piece:
    """One piece of a tokenized text.

    Args:
        id: its row in the vocabulary; UNK for what the vocabulary lacks.
        text: the normalized characters that it covers, a space as ▁; of a character in bytes, the
            first byte covers it and the others nothing.
        word: number of the word that it belongs to, from 0.
        character: the character that it is a byte of, or "".
        name: how the vocabulary writes it; the text itself if it is unknown.
    """

    id: int
    text: str
    word: int
    character: str
    name: str

    @property
    def known(self) -> bool:
        """Whether the vocabulary has the piece; if not, its id is that of <unk>."""
        return self.id != UNK


def list_alphabetic_pieces(pieces: Sequence[Piece]) -> list[tuple[str, ...]]:
    """Return the known pieces of letters only, without ▁, as a tuple for each word that has any."""
    words: dict[int, list[str]] = {}
    for piece in pieces:
        text = piece.text.removeprefix(SPACE)
        if piece.known and not piece.character and text.isalpha():
            words.setdefault(piece.word, []).append(text)
    return [tuple(texts) for texts in words.values()]


@dataclass(frozen=True)
class VocabularyCounts:
    """Numbers of pieces of each type in a vocabulary."""

    special: int
    merges: int
    characters: int
    bytes: int


def count_vocabulary(tokenizer: Tokenizer) -> VocabularyCounts:
    """Return the numbers of special tokens, merges, characters and bytes in a vocabulary."""
    special = _first_piece_id(tokenizer)
    characters = sum(len(p) == 1 for p in tokenizer.pieces(range(special, len(tokenizer))))
    count = len(BYTES) if tokenizer.has_byte_fallback else 0
    return VocabularyCounts(
        special, len(tokenizer) - special - characters - count, characters, count
    )


def find_merge_rank(tokenizer: Tokenizer, piece: str) -> int | None:
    """Return the rank, from 0, of the BPE merge that makes a piece; None if no merge makes it."""
    place = tokenizer.id_of(piece) - _first_piece_id(
        tokenizer
    )  # ids rise with the order of learning
    return place if place >= 0 and len(piece) > 1 and piece not in BYTES else None


def pair_ranks(tokenizer: Tokenizer, pieces: Sequence[str]) -> list[int | None]:
    """Return the rank, from 0, of the BPE merge of each pair of adjacent pieces, or None."""
    return [find_merge_rank(tokenizer, left + right) for left, right in pairwise(pieces)]


def segment(tokenizer: Tokenizer, text: str) -> list[Piece]:
    """Return the pieces into which the tokenizer splits a text, with the characters they cover."""
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


def replace_bytes_by_unknown(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with each run of byte pieces in a word replaced by one unknown piece, as in
    a vocabulary without bytes.
    """
    result: list[Piece] = []
    for unknown, run in groupby(pieces, key=lambda piece: (bool(piece.character), piece.word)):
        if not unknown[0]:
            result.extend(run)
            continue
        text = "".join(piece.text for piece in run)
        result.append(Piece(UNK, text, unknown[1], "", text))
    return result


def split_words(characters: str) -> list[str]:
    """Return normalized text split into words, ▁ included, and single punctuation marks.

    An apostrophe between two letters belongs to their word, as in "didn't".
    """
    parts: list[str] = []
    inside = False  # whether the next letter continues the current word
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


def find_piece_ids(tokenizer: Tokenizer, text: str) -> list[int]:
    """Return the ids of all pieces that contain a text; those that begin with it come first.

    Args:
        tokenizer: the tokenizer whose pieces are searched.
        text: the text; a space stands for the beginning of a word.
    """
    wanted = unicodedata.normalize("NFKC", text).replace(" ", SPACE)
    first = _first_piece_id(tokenizer)
    found = [
        (not written.removeprefix(SPACE).startswith(wanted.removeprefix(SPACE)), identity)
        for identity, written in enumerate(tokenizer.pieces(range(first, len(tokenizer))), first)
        if wanted and wanted in written
    ]
    return [identity for _, identity in sorted(found)]


def list_normalizations(tokenizer: Tokenizer, text: str, read_text: str) -> list[Normalization]:
    """Return the stretches of a typed text, each with its normalized form and why the two differ.

    Neighbouring stretches that normalization leaves unchanged are joined into one.

    Args:
        tokenizer: the tokenizer that normalizes the text.
        text: the text as typed.
        read_text: the text as the encoder reads it. If ``text`` is all in capitals and
            ``read_text`` is not, the whole text is one stretch.
    """
    if tokenizer.is_shouted(text) and not tokenizer.is_shouted(read_text):
        return [Normalization(text, _normalize(tokenizer, read_text), CAPITALS)]
    after = _normalize(tokenizer, text)
    runs = _split_runs(text)
    found = []
    for place, run in enumerate(runs):
        kinds = {_normalization_rule(char) for char in run}
        if kinds <= {SPACES, INVISIBLE}:
            inside = 0 < place < len(runs) - 1
            found.append((run, " " if inside and SPACES in kinds else ""))
        else:
            found.append((run, _normalize(tokenizer, run)))
    if "".join(new for _, new in found) != after:  # a normalization that depends on neighbours
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, after, strict=False))
        )
        found = [(text[:same], after[:same]), (text[same:], after[same:])]
    result: list[Normalization] = []
    for old, new in filter(any, found):
        change = _make_normalization(old, new)
        if result and not (change.reason or result[-1].reason):
            change = Normalization(result[-1].before + old, result.pop().after + new)
        result.append(change)
    return result


def _make_normalization(typed_text: str, normalized_text: str) -> Normalization:
    """Return one stretch's normalization, with the reasons that its characters give."""
    if typed_text == normalized_text:
        return Normalization(typed_text, normalized_text)
    kinds = [_normalization_rule(char) for char in typed_text]
    reasons = [reason for reason in (SPACES, INVISIBLE, QUOTES, FORMS) if reason in kinds]
    return Normalization(typed_text, normalized_text, "; ".join(reasons))


def _split_runs(text: str) -> list[str]:
    """Split a text into runs normalized together: a character with its marks, or a gap."""
    runs: list[str] = []
    for char in text:
        gap = _normalization_rule(char) in (SPACES, INVISIBLE)
        mark = unicodedata.category(char).startswith("M")
        before = bool(runs) and _normalization_rule(runs[-1][0]) in (SPACES, INVISIBLE)
        if runs and ((gap and before) or (mark and not before)):
            runs[-1] += char
        else:
            runs.append(char)
    return runs


def _normalization_rule(char: str) -> str:
    """Return which part of normalization applies to a character."""
    if char.isspace() or char in (SPACE, "\ufffd"):
        return SPACES
    if unicodedata.category(char) in {"Cc", "Cf", "Cs"}:
        return INVISIBLE
    return QUOTES if char in TYPOGRAPHIC else FORMS


def _normalize(tokenizer: Tokenizer, text: str) -> str:
    """Return a text as the tokenizer normalizes it, with ordinary spaces."""
    return tokenizer.normalized_text(text).removeprefix(SPACE).replace(SPACE, " ")


def _first_piece_id(tokenizer: Tokenizer) -> int:
    """Return the id of the first piece that is no special token."""
    return tokenizer.first_piece


@dataclass(frozen=True)
class PieceEntry:
    """One piece in a list of pieces.

    Args:
        text: the text of the tag.
        id: the id below it.
        note: the note beside it, or "".
        kind: "special", "unknown" or "".
        joined: whether it continues the piece before it.
    """

    text: str
    id: int
    note: str = ""
    kind: str = ""
    joined: bool = False
