"""Parsing of a token that a person typed, and the label of a token shown on its own."""

from typing import Any

from model.tokenizer import EOS, PAD, SPACE, UNK, Tokenizer, normalize
from ui.messages import N_, _
from ui.readings.reading import Token, target_tokens
from ui.words import truncate

NOTES = {
    PAD: N_("This is padding. In training, nothing predicted after it ever counted."),
    UNK: N_("The vocabulary lacks this, so the decoder reads the unknown token instead."),
    EOS: N_("In training, the decoder never read </s>; it was only a target."),
}
START = N_("This is a start token: it tells the decoder which language to write in.")
TIE = "\u203f"  # stands before a piece that continues a word


def parse_token(tokenizer: Tokenizer, typed_text: str) -> tuple[int, str]:
    """Return the id of the token that a person has typed, and a remark about it.

    The remark tells, for example, that the text has several tokens, of which only the first counts.
    It is "" if there is nothing to say.

    Args:
        tokenizer: the model's tokenizer.
        typed_text: a text, a special token such as "</s>", or a label from ``token_label``.
    """
    text = normalize(typed_text) or typed_text
    special = tokenizer.id_of(text)
    if special < tokenizer.first_piece and tokenizer.pieces([special]) == [text]:
        return special, _(NOTES.get(special, START))
    exact = text.removeprefix(TIE) if text.startswith(TIE) else tokenizer.normalized_text(text)
    if (known := tokenizer.id_of(exact or SPACE)) > EOS:
        return known, ""
    pieces = tokenizer.encode_target(text)
    if not pieces or pieces[0] == UNK:
        return UNK, _(NOTES[UNK])
    names = [piece.removeprefix(SPACE) or SPACE for piece in tokenizer.pieces(pieces)]
    more = " + ".join(names[:5]) + (" + …" if len(names) > 5 else "")
    return pieces[0], _(
        "That's {count} tokens ({tokens}). Only the first counts here: “{first}”."
    ).format(count=len(pieces), tokens=more, first=names[0])


def token_label(tokenizer: Tokenizer, token: int) -> str:
    """Return the text of a single token, such as "dog".

    A piece that continues a word begins with a tie: "‿ing".

    Args:
        tokenizer: the model's tokenizer.
        token: id of the token.
    """
    [piece] = tokenizer.pieces([token])
    joined = token >= tokenizer.first_piece and not piece.startswith(SPACE)
    return (TIE if joined else "") + (piece.removeprefix(SPACE) or SPACE)


def vocabulary_token(tokenizer: Tokenizer, token: int) -> Token:
    """Return a token of the vocabulary as a ``Token``, as a sentence has them.

    Args:
        tokenizer: the model's tokenizer.
        token: id of the token.
    """
    special = token < tokenizer.first_piece and token != UNK
    [plain] = target_tokens(tokenizer, [token])
    joined = token_label(tokenizer, token).startswith(TIE)
    return Token(plain.text, joined=joined, special=special, known=token != UNK)


def token_view_data(tokenizer: Tokenizer, token: int) -> dict[str, Any]:
    """Return a token of the vocabulary as JSON-ready data for a view.

    Args:
        tokenizer: the model's tokenizer.
        token: id of the token.

    Returns:
        "text", "special" (whether it is a special token) and "joined" (whether it continues a
        word).
    """
    [piece] = tokenizer.pieces([token])
    special = token < tokenizer.first_piece
    return {
        "text": piece.removeprefix(SPACE) or SPACE,
        "special": special,
        "joined": not special and not piece.startswith(SPACE),
    }


def parse_first_token(
    tokenizer: Tokenizer, typed_text: str, remark_if_several: str
) -> tuple[int | None, str]:
    """Return the id of the first token of a typed text, and a remark about it.

    Unlike ``parse_token``, it reads the text as the beginning of a word and knows no labels; the
    only special token that it knows is "</s>".

    Args:
        tokenizer: the model's tokenizer.
        typed_text: the text that a person typed.
        remark_if_several: the remark if the text has several tokens, with gaps: {text}, {count},
            {tokens} and {first}.

    Returns:
        The id, None if the text is empty or has characters that the vocabulary lacks; and the
        remark, "" for none.
    """
    text = normalize(typed_text)
    if not text:
        return None, ""
    if text == "</s>":
        return EOS, ""
    pieces = tokenizer.encode_target(text)
    if UNK in pieces:
        lacks = _("“{text}” contains characters that the vocabulary lacks.")
        return None, lacks.format(text=truncate(text, 40))
    names = [piece.removeprefix(SPACE) or SPACE for piece in tokenizer.pieces(pieces)]
    if len(pieces) > 1:
        more = " + ".join(names[:6]) + (" + …" if len(names) > 6 else "")
        return pieces[0], remark_if_several.format(
            text=truncate(text, 40), count=len(pieces), tokens=more, first=names[0]
        )
    return pieces[0], ""
