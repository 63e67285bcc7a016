"""Names of a reading's tokens in remarks; pages import the model's own classes from here."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from model.changes.kinds import Change, FilledTap, SilencedHead
from model.parts import ATTENTIONS
from model.reading import Reading
from model.tokenizer import SPACE
from model.tokens import Token, source_tokens, target_tokens
from ui.messages import N_, _
from ui.words import in_quotes

__all__ = [
    "ATTENTIONS",
    "Change",
    "FilledTap",
    "Reading",
    "SilencedHead",
    "Token",
    "distinct_names",
    "quote_pieces",
    "source_tokens",
    "target_tokens",
    "token_name",
    "whole_words",
]
NTH = (N_("{count}th"), N_("{count}st"), N_("{count}nd"), N_("{count}rd"))  # 4th, 1st, 2nd, 3rd


class HasText(Protocol):
    """Anything with a text that a remark can name: a token, or a word of several."""

    @property
    def text(self) -> str:
        """The text of the token or word, as it was written."""
        ...


def distinct_names(tokens: Sequence[HasText]) -> list[str]:
    """Return each token's text in quotes, numbered where a text repeats.

    For "the dog the cat" they are “the” (1st), “dog”, “the” (2nd) and “cat”.
    """
    texts, names = [token.text for token in tokens], []
    met: Counter[str] = Counter()
    for text in texts:
        met[text] += 1
        several = texts.count(text) > 1
        nth = _("“{token}” ({nth})").format(token=text, nth=_ordinal(met[text]))
        names.append(nth if several else in_quotes(text))
    return names


def _ordinal(number: int) -> str:
    """Return an ordinal number in the visitor's language, such as "2nd"."""
    teens = 10 < number % 100 < 20
    return _(NTH[0 if teens or number % 10 > 3 else number % 10]).format(count=number)


def whole_words(tokens: Sequence[Token]) -> dict[int, str]:
    """Return the texts of the tokens that are whole words, by the index of the token.

    Parts of words, punctuation and special tokens are left out.
    """
    following = [*tokens[1:], Token("", special=True)]
    return {
        place: token.text
        for place, (token, after) in enumerate(zip(tokens, following, strict=True))
        if not token.special
        and not token.joined
        and token.text.isalpha()
        and not (after.joined and after.text[:1].isalpha())
    }


def quote_pieces(pieces: Sequence[str]) -> list[str]:
    """Return vocabulary pieces in quotes, without the sign "▁" that marks the start of a word.

    Of pieces that then look alike, such as "▁a" and "a", each says where it stands: “a” at the
    start of a word, “a” within a word.
    """
    plain = [piece.removeprefix(SPACE) or SPACE for piece in pieces]
    twins = {name for name in plain if len(_pieces_with_label(name, pieces, plain)) > 1}
    return [
        _piece_template(piece).format(piece=name) if name in twins else in_quotes(name)
        for name, piece in zip(plain, pieces, strict=True)
    ]


def _pieces_with_label(
    label: str, pieces: Sequence[str], displayed_pieces: Sequence[str]
) -> set[str]:
    """Return the pieces that are displayed with this label."""
    return {piece for piece, other in zip(pieces, displayed_pieces, strict=True) if other == label}


def _piece_template(piece: str) -> str:
    """Return the text with gap {piece} that says whether a piece begins a word."""
    start, inside = _("“{piece}” at the start of a word"), _("“{piece}” within a word")
    return start if piece.startswith(SPACE) else inside


def token_name(tokens: Sequence[Token], token_index: int) -> str:
    """Return a token's text in quotes, with its row, “the” (row 4), if the text is not unique.

    Args:
        tokens: the tokens of the sentence; in tables, each has a row, in the same order.
        token_index: index of the token, from 0; rows count from 1.
    """
    texts = [token.text for token in tokens]
    if texts.count(texts[token_index]) == 1:
        return in_quotes(texts[token_index])
    return _("“{token}” (row {row})").format(token=texts[token_index], row=token_index + 1)
