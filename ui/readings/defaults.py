"""A word, a head and a step of a reading that show something: what pages show at first.

Places count from 0; ``ui.choices.first`` knows whose reading it is.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool
from torch import Tensor

from model.languages import LANGUAGES
from model.measures.surprisal import log_p
from model.tokenizer import from_bytes
from ui.readings.reading import Reading, Token

LONG = 4  # letters from which on a word mostly has a meaning of its own


def word(tokens: Sequence[Token], language: str) -> int:
    """Return the index of the token to select by default: a pronoun, or a noun.

    Which words are nouns nobody knows here: the first one of the longest is taken. Where there are
    no words, the place is 0.

    Args:
        tokens: of a sentence; a mark may stand at either end.
        language: of the sentence; where its pronouns are unknown, there are none.
    """
    words = _words(tokens)
    pronouns = LANGUAGES[language].pronouns if language in LANGUAGES else ()
    return next(
        (place for place, text in list(words.items())[1:] if text.lower() in pronouns),
        longest_word(tokens),
    )


def longest_word(tokens: Sequence[Token]) -> int:
    """Return the index of the first token of the longest word; 0 if there is none."""
    words = _words(tokens)
    return max(words, key=lambda place: len(words[place]), default=0)


def longest_whole_word(tokens: Sequence[Token]) -> int:
    """Return the place of the longest word that is one token; of the longest if none is."""
    words = _words(tokens)
    whole = {
        place: text
        for place, text in words.items()
        if place + 1 == len(tokens) or not tokens[place + 1].joined or place + 1 in words
        or not _is_part_of_word(tokens[place + 1])
    }  # fmt: skip
    return max(whole, key=lambda place: len(whole[place]), default=longest_word(tokens))


def head(reading: Reading, attention: str, layer: int, place: int) -> int:
    """Return the head of a layer with the most telling attention for a token.

    Neighbours count only where no head reads anything else most, as many heads read the token
    before, of whatever word; so do short words, which mostly mean little. Then signs count, and
    last what no head reads most.

    Args:
        reading: of a sentence.
        attention: a key of ``ATTENTIONS``.
        layer: from 0.
        place: of the word that asks, from 0.
    """
    rows = reading.attention(attention, layer)["weights"][0, :, place]
    most, where = rows.max(dim=-1)
    for worth in (worths := _worth_reading(reading.axes(attention)[1], attention, place)):
        if (found := worth[where]).any():
            return int(most.masked_fill(~found, -1).argmax())
    return int(rows.masked_fill(~worths[-1], 0).amax(dim=-1).argmax())


def step(reading: Reading) -> int:
    """Return the step with the least probable token; 0 if there are no words."""
    said, words = reading.output_ids, [_is_part_of_word(token) for token in reading.output]
    surprisal = -log_p(reading.trace["logits"][0], said)
    return int(surprisal.masked_fill(~torch.tensor(words), -1).argmax())


def _worth_reading(
    keys: Sequence[Token], attention: str, place: int
) -> tuple[Bool[Tensor, " key"], ...]:
    """Return which keys show something if they are read most: the best ones first, then more."""
    lettered = torch.tensor([_is_part_of_word(token) for token in keys])
    typed = torch.tensor([not token.special for token in keys])
    if attention == "cross":  # the other side's words, of which none is its neighbour
        return lettered, typed
    distance = (torch.arange(len(keys)) - place).abs()
    long = torch.zeros(len(keys), dtype=torch.bool)
    for start, text in _words(keys).items():
        long[start] = len(text) >= LONG
    far = lettered & (distance > 1)
    return long & far, far, lettered & (distance > 0), typed & (distance > 0)


def _words(tokens: Sequence[Token]) -> dict[int, str]:
    """Return the words of a sentence by the places where they begin: pieces joined, no signs."""
    words, start = {}, None
    for place, token in enumerate(tokens):
        if not _is_part_of_word(token):
            start = None
        elif token.joined and start is not None:
            words[start] += token.text
        else:
            start = place
            words[start] = token.text
    return {place: from_bytes(word) for place, word in words.items()}


def _is_part_of_word(token: Token) -> bool:
    """Whether a token is a part of a word."""
    return not token.special and any(map(str.isalpha, token.text))
