"""A beginning that every translation must have: what people type and links hold, as ids."""

from collections.abc import Sequence

from model.tokenizer import EOS, UNK, Tokenizer

END = "</s>"  # written where a beginning is meant to be the whole translation
PIECES = "·"  # before pieces that no words would be cut into


def read_prefix(tokenizer: Tokenizer, text: str) -> tuple[int, ...]:
    """Return the ids of a beginning: words, or after ``·`` the vocabulary's pieces, with spaces.

    Raises:
        ValueError: naming the part that the vocabulary lacks.
    """
    words = text.strip()
    body = words.removesuffix(END).strip()
    if body.startswith(PIECES):
        pieces = body.removeprefix(PIECES).split()
        ids = [tokenizer.id_of(piece) for piece in pieces]
        unknown = [p for p, i in zip(pieces, ids, strict=True) if [p] != tokenizer.pieces([i])]
    else:
        ids = tokenizer.encode(body)
        surfaces = zip(tokenizer.surfaces(body), ids, strict=True)
        unknown = [surface.strip() for surface, i in surfaces if i == UNK]
    if unknown:
        raise ValueError(unknown[0])
    return (*ids, EOS) if body != words else tuple(ids)


def write_prefix(tokenizer: Tokenizer, ids: Sequence[int]) -> str:
    """Return the words, or else the pieces, that ``read_prefix`` turns into these ids again."""
    said = [one for one in ids if one != EOS]
    end = END if len(said) < len(ids) else ""
    words = f"{tokenizer.decode(said)} {end}".strip()
    if UNK not in said and read_prefix(tokenizer, words) == tuple(ids):
        return words
    return " ".join([PIECES, *tokenizer.pieces(said), end]).strip()
