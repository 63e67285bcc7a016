"""The forced prefix of every translation: conversion between text in a field or link and ids."""

from collections.abc import Sequence

from model.tokenizer import EOS, UNK, Tokenizer

END = "</s>"  # marks a prefix that is the whole translation
PIECES = "·"  # marks a list of pieces that tokenizing words would not give


def parse_prefix(tokenizer: Tokenizer, text: str) -> tuple[int, ...]:
    """Return the token ids of a prefix, the beginning that a translation is forced to have.

    Args:
        tokenizer: the model's tokenizer.
        text: words, such as "Le chien"; or, after "·", pieces of the vocabulary separated by
            spaces, such as "· ▁Le ▁chi en". A final "</s>" adds the end token.

    Raises:
        ValueError: if the vocabulary lacks a part of the text; the message is that part.
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


def format_prefix(tokenizer: Tokenizer, ids: Sequence[int]) -> str:
    """Return the text of a forced prefix, which ``parse_prefix`` turns into the same token ids.

    It is words, such as "Le chien", where these give the ids; else "·" and the pieces.

    Args:
        tokenizer: the model's tokenizer.
        ids: token ids of the prefix; an end token may come last.
    """
    said = [one for one in ids if one != EOS]
    end = END if len(said) < len(ids) else ""
    words = f"{tokenizer.decode(said)} {end}".strip()
    if UNK not in said and parse_prefix(tokenizer, words) == tuple(ids):
        return words
    return " ".join([PIECES, *tokenizer.pieces(said), end]).strip()
