"""Which token somebody typed, and how a token is written on its own."""

from model.tokenizer import EOS, PAD, SPACE, UNK, Tokenizer, normalize
from ui.readings.reading import Token, target_tokens

NOTES = {
    PAD: "Padding: what is said after it never counted while the model was trained.",
    UNK: "The vocabulary lacks this: the decoder reads its one unknown piece.",
    EOS: "The decoder never read </s> while it was trained: it is only ever a target.",
}
TIE = "\u203f"  # written before a piece that continues a word


def token_of(tokenizer: Tokenizer, typed: str) -> tuple[int, str]:
    """Return the id of the token that a text means, and what should be known about it.

    Names as ``name`` writes them, of pieces and special tokens, are understood. Of a longer text
    the first piece counts.
    """
    text = normalize(typed) or typed
    special = tokenizer.id_of(text)
    if special <= EOS + len(tokenizer.languages) and tokenizer.pieces([special]) == [text]:
        return special, NOTES.get(special, "A start token: it asks for a language.")
    exact = text.removeprefix(TIE) if text.startswith(TIE) else tokenizer.characters(text)
    if (known := tokenizer.id_of(exact or SPACE)) > EOS:
        return known, ""
    pieces = tokenizer.encode(text)
    if not pieces or pieces[0] == UNK:
        return UNK, NOTES[UNK]
    names = [piece.removeprefix(SPACE) or SPACE for piece in tokenizer.pieces(pieces)]
    more = " + ".join(names[:5]) + (" + …" if len(names) > 5 else "")
    return pieces[0], (
        f"This is {len(pieces)} pieces ({more}). A step reads one piece: only the first, "
        f"“{names[0]}”, is put in."
    )


def name(tokenizer: Tokenizer, token: int) -> str:
    """Return how a token is written on its own, with a tie if it continues a word."""
    [piece] = tokenizer.pieces([token])
    joined = token > EOS + len(tokenizer.languages) and not piece.startswith(SPACE)
    return (TIE if joined else "") + (piece.removeprefix(SPACE) or SPACE)


def shown(tokenizer: Tokenizer, token: int) -> Token:
    """Return a token that stands where another stood."""
    special = token <= EOS + len(tokenizer.languages) and token != UNK
    [plain] = target_tokens(tokenizer, [token])
    joined = name(tokenizer, token).startswith(TIE)
    return Token(plain.text, joined=joined, special=special, known=token != UNK)
