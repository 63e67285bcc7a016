"""Tokens as a person reads them: of a sentence as it was typed, of a translation as it was said."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.config import MAX_PIECES
from model.tokenizer import BYTES, EOS, SPACE, UNK, Tokenizer, normalize

TYPED = "und"  # what HTML calls a language that is not determined: only a visitor could tell


@dataclass(frozen=True)
class Token:
    """A token as the screen shows it.

    Args:
        text: what the person typed, or the piece of a translation; a byte's name.
        joined: whether it continues the word before it.
        special: whether it is a mark such as the end token.
        known: False for a character that the vocabulary lacks.
        language: in which it is pronounced: a code, ``TYPED``, or "" where it belongs to no text.
    """

    text: str
    joined: bool = False
    special: bool = False
    known: bool = True
    language: str = field(default="", compare=False)


@dataclass(frozen=True)
class Source:
    """A sentence as the encoder reads it: at most 128 pieces, and the end token.

    Args:
        text: as the model reads it.
        ids: of the tokens.
        tokens: as the person typed them.
        truncated: whether there were more pieces.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[Token, ...]
    truncated: bool


def truncate_source(tokenizer: Tokenizer, text: str, language: str = "") -> Source:
    """Return what the encoder reads of a sentence to be translated into a language.

    Raises:
        ValueError: if it is no text.
    """
    if not isinstance(text, str):
        raise ValueError(f"a {type(text).__name__} is no sentence: one str is read at a time")
    text = tokenizer.source_text(text, language)
    pieces = tokenizer.pieces_with_surfaces(text)
    some = pieces[:MAX_PIECES]
    return Source(
        normalize(text),
        (*(identity for identity, _ in some), EOS),
        (*_source_tokens(tokenizer, some), Token("</s>", special=True)),
        len(pieces) > MAX_PIECES,
    )


def source_of(tokenizer: Tokenizer, text: str, language: str) -> Source:
    """Return what the encoder reads of a sentence to be translated into a language.

    Raises:
        ValueError: if there is nothing to translate.
    """
    source = truncate_source(tokenizer, text, language)
    if all(token.special for token in source.tokens):
        raise ValueError("there is no text to translate")
    return source


def source_tokens(tokenizer: Tokenizer, text: str) -> tuple[Token, ...]:
    """Return the tokens of a text as the person typed them."""
    return _source_tokens(tokenizer, tokenizer.pieces_with_surfaces(text))


def _source_tokens(tokenizer: Tokenizer, pieces: Sequence[tuple[int, str]]) -> tuple[Token, ...]:
    ids = [identity for identity, _ in pieces]
    return tuple(
        Token(
            piece if piece in BYTES else surface.strip() or piece.removeprefix(SPACE) or SPACE,
            joined=not piece.startswith(SPACE) and place > 0,
            special=tokenizer.is_language(piece),
            known=identity != UNK,
            language=TYPED,
        )
        for place, ((identity, surface), piece) in enumerate(
            zip(pieces, tokenizer.pieces(ids), strict=True)
        )
    )


def target_tokens(tokenizer: Tokenizer, ids: list[int], language: str = "") -> tuple[Token, ...]:
    """Return the tokens of a translation into a language."""
    pieces = tokenizer.pieces(ids)
    return tuple(
        Token(
            piece.removeprefix(SPACE) or SPACE,
            joined=not piece.startswith(SPACE) and place > 0 and identity != EOS,
            special=identity == EOS,
            known=identity != UNK,
            language=language,
        )
        for place, (identity, piece) in enumerate(zip(ids, pieces, strict=True))
    )


def translation_ids(
    tokenizer: Tokenizer, said: str | Sequence[int], end: Sequence[int] = ()
) -> list[int]:
    """Return the ids of a translation, or of its beginning, that somebody gives.

    Args:
        tokenizer: cuts it.
        said: the text; or the ids, which are taken as they are.
        end: ids that follow a text.

    Raises:
        ValueError: if the vocabulary lacks a part of the text, or an id.
    """
    if not isinstance(said, str):
        if strange := [one for one in said if one not in range(len(tokenizer))]:
            raise ValueError(f"the vocabulary has no token {strange[0]!r}")
        return list(said)
    ids = tokenizer.encode_target(said)
    if UNK in ids:
        lacks = tokenizer.pieces([UNK])[0]
        parts = zip(tokenizer.surfaces(said), ids, strict=False)
        unknown = next((part.strip() for part, one in parts if one == UNK), lacks)
        raise ValueError(f"the vocabulary has no piece for {unknown!r}")
    return [*ids, *end]


def decoder_input(start: int, said: Sequence[int]) -> list[int]:
    """Return what the decoder reads while it writes a translation: no end token."""
    return [start, *(said[:-1] if said[-1:] == [EOS] else said)]
