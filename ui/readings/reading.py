"""How tokens of a reading are named in a sentence; what a reading is, the model's own code says."""

from collections import Counter
from collections.abc import Sequence

from model.changes.kinds import Change, FilledTap, SilencedHead
from model.parts import ATTENTIONS
from model.reading import Reading, Token, source_tokens, target_tokens
from model.tokenizer import SPACE

__all__ = [
    "ATTENTIONS",
    "Change",
    "FilledTap",
    "Reading",
    "SilencedHead",
    "Token",
    "name_of",
    "quote",
    "source_tokens",
    "target_tokens",
    "told_apart",
]


def told_apart(tokens: Sequence[Token]) -> list[str]:
    """Return how a sentence calls each token: in quotes, and counted where it stands twice."""
    texts, names = [token.text for token in tokens], []
    met: Counter[str] = Counter()
    for text in texts:
        met[text] += 1
        names.append(f"“{text}”" + (f" ({_nth(met[text])})" if texts.count(text) > 1 else ""))
    return names


def _nth(count: int) -> str:
    """Write an ordinal number."""
    teens = 10 < count % 100 < 20
    return f"{count}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(count % 10, 'th')}"


def quote(pieces: Sequence[str]) -> list[str]:
    """Name pieces as they stand in a text; two that would look the same say where in a word."""
    plain = [piece.removeprefix(SPACE) or SPACE for piece in pieces]
    twins = {name for name in plain if len(_spellings(name, pieces, plain)) > 1}
    return [
        f"“{name}”" + (_place(piece) if name in twins else "")
        for name, piece in zip(plain, pieces, strict=True)
    ]


def _spellings(name: str, pieces: Sequence[str], plain: Sequence[str]) -> set[str]:
    return {piece for piece, other in zip(pieces, plain, strict=True) if other == name}


def _place(piece: str) -> str:
    return " at the start of a word" if piece.startswith(SPACE) else " within a word"


def name_of(tokens: Sequence[Token], place: int) -> str:
    """Name a token, with its row if the sentence has it twice."""
    texts = [token.text for token in tokens]
    row = f" (row {place + 1})" if texts.count(texts[place]) > 1 else ""
    return f"“{texts[place]}”{row}"
