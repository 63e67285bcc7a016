"""Tokens as a person reads them: of a source as it was typed, and of a translation."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.config import MAX_PIECES
from model.tokenizer import BYTES, EOS, SPACE, UNK, Tokenizer, normalize

UNDETERMINED_LANGUAGE = (
    "und"  # HTML's code for an undetermined language: that of what a visitor typed
)


@dataclass(frozen=True)
class Token:
    """A token as the screen shows it.

    Args:
        text: the typed substring, or the piece of a translation; for a byte piece, its name.
        joined: whether it continues the previous token's word.
        special: whether it is a special token, such as the end token.
        known: False for a character that the vocabulary lacks.
        language: code of its language for screen readers, "und" (undetermined) for what was
            typed, or "" for special tokens.
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
        text: the text as the model reads it.
        ids: token ids.
        tokens: the tokens as the person typed them.
        truncated: whether the text had more pieces.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[Token, ...]
    truncated: bool


def clip_source(tokenizer: Tokenizer, text: str, language: str = "") -> Source:
    """Return a sentence as the encoder reads it: at most 128 pieces, and the end token.

    Args:
        tokenizer: the model's vocabulary.
        text: the sentence.
        language: code of the target language; used only by converted models that read it as a
            piece in front of the sentence, such as >>fra<<.

    Raises:
        ValueError: if the sentence is not a str.
    """
    if not isinstance(text, str):
        raise ValueError(f"a {type(text).__name__} is no sentence: one str is read at a time")
    text = tokenizer.source_text(text, language)
    pieces = tokenizer.pieces_with_surfaces(text)
    some = pieces[:MAX_PIECES]
    return Source(
        normalize(text),
        (*(identity for identity, _ in some), EOS),
        (*_tokens_from_pieces(tokenizer, some), Token("</s>", special=True)),
        len(pieces) > MAX_PIECES,
    )


def encode_source(tokenizer: Tokenizer, text: str, language: str) -> Source:
    """Return a sentence as the encoder reads it, as ``clip_source`` does, but refuse an empty one.

    Raises:
        ValueError: if there is no text.
    """
    source = clip_source(tokenizer, text, language)
    if all(token.special for token in source.tokens):
        raise ValueError("there is no text to translate")
    return source


def source_tokens(tokenizer: Tokenizer, text: str) -> tuple[Token, ...]:
    """Return the tokens of a text, in the spelling that was typed."""
    return _tokens_from_pieces(tokenizer, tokenizer.pieces_with_surfaces(text))


def _tokens_from_pieces(
    tokenizer: Tokenizer, pieces: Sequence[tuple[int, str]]
) -> tuple[Token, ...]:
    """Return the tokens of (id, typed substring) pairs."""
    ids = [identity for identity, _ in pieces]
    return tuple(
        Token(
            piece if piece in BYTES else surface.strip() or piece.removeprefix(SPACE) or SPACE,
            joined=not piece.startswith(SPACE) and place > 0,
            special=tokenizer.is_language_token(piece),
            known=identity != UNK,
            language=UNDETERMINED_LANGUAGE,
        )
        for place, ((identity, surface), piece) in enumerate(
            zip(pieces, tokenizer.pieces(ids), strict=True)
        )
    )


def target_tokens(tokenizer: Tokenizer, ids: list[int], language: str = "") -> tuple[Token, ...]:
    """Return the tokens of output ids; ``language`` is their language code, for screen readers."""
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
    tokenizer: Tokenizer, translation: str | Sequence[int], end: Sequence[int] = ()
) -> list[int]:
    """Return the token ids of a given translation, or of the given beginning of one.

    Args:
        tokenizer: the model's vocabulary.
        translation: a text; or ids, which are checked and returned as a list.
        end: ids to append, such as the end token, if the translation is a text.

    Raises:
        ValueError: if the vocabulary lacks a piece of the text, or one of the ids.
    """
    if not isinstance(translation, str):
        if strange := [one for one in translation if one not in range(len(tokenizer))]:
            raise ValueError(f"the vocabulary has no token {strange[0]!r}")
        return list(translation)
    ids = tokenizer.encode_target(translation)
    if UNK in ids:
        lacks = tokenizer.pieces([UNK])[0]
        parts = zip(tokenizer.surfaces(translation), ids, strict=False)
        unknown = next((part.strip() for part, one in parts if one == UNK), lacks)
        raise ValueError(f"the vocabulary has no piece for {unknown!r}")
    return [*ids, *end]


def decoder_input(start_id: int, output_ids: Sequence[int]) -> list[int]:
    """Return the decoder's input ids: start token, then the output without its end token."""
    return [start_id, *(output_ids[:-1] if output_ids[-1:] == [EOS] else output_ids)]


def find_piece_id(tokenizer: Tokenizer, text: str, joined: bool) -> int:
    """Return the id of a piece, as the screen shows it or, with ▁, as the vocabulary writes it.

    Args:
        tokenizer: the model's vocabulary.
        text: the piece.
        joined: decides between two pieces that the screen shows alike, such as "▁in", which begins
            a word, and "in", which continues one: True takes the latter.

    Raises:
        ValueError: if the text is not a single piece.
    """
    order = (text, SPACE + text) if joined else (SPACE + text, text)
    known = [tokenizer.id_of(piece) for piece in order]
    if ids := [one for one in known if one != UNK or text == tokenizer.pieces([UNK])[0]]:
        return ids[0]
    ids = translation_ids(tokenizer, text)
    if len(ids) != 1:
        raise ValueError(f"{text!r} is {len(ids)} pieces: one token was expected")
    return ids[0]
