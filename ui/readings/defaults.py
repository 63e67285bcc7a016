"""Defaults of a reading that are worth showing: a token, a head, and a decoding step.

Indices count from 0; ``ui.choices.default_choices`` applies these to the visitor's sentence.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool
from torch import Tensor

from model.languages import LANGUAGES
from model.measures.surprisal import log_p
from model.tokenizer import decode_byte_pieces
from ui.readings.reading import Reading, Token

LONG_WORD_THRESHOLD = 4  # characters; words at least this long mostly carry meaning


def find_default_token(tokens: Sequence[Token], language: str) -> int:
    """Return the index of the token that is selected at first: a pronoun, else the longest word.

    The first word of the sentence does not count as a pronoun. Of several longest words, the first
    is taken. For a word of several tokens, the index is that of its first token; without any words
    it is 0.

    Args:
        tokens: the tokens of a sentence, with or without start and end tokens.
        language: code of the sentence's language; if its pronouns are not known to the app, the
            longest word is taken.
    """
    words = _words_by_start(tokens)
    pronouns = LANGUAGES[language].pronouns if language in LANGUAGES else ()
    return next(
        (place for place, text in list(words.items())[1:] if text.lower() in pronouns),
        find_longest_word(tokens),
    )


def find_longest_word(tokens: Sequence[Token]) -> int:
    """Return the index of the first token of the longest word; 0 if there is none."""
    words = _words_by_start(tokens)
    return max(words, key=lambda place: len(words[place]), default=0)


def find_longest_single_token_word(tokens: Sequence[Token]) -> int:
    """Return the index of the longest word that is a single token.

    If there is no such word, it is the index of the first token of the longest word.
    """
    words = _words_by_start(tokens)
    whole = {
        place: text
        for place, text in words.items()
        if place + 1 == len(tokens) or not tokens[place + 1].joined or place + 1 in words
        or not _is_part_of_word(tokens[place + 1])
    }  # fmt: skip
    return max(whole, key=lambda place: len(whole[place]), default=find_longest_word(tokens))


def find_default_head(reading: Reading, attention: str, layer: int, position: int) -> int:
    """Return the index of the head that a page selects at first, for a query token in a layer.

    A head's main key is the one with its largest weight. In self-attention, a main key is best if
    it is a long word not next to the query; then follow other words not next to it, neighbouring
    words, and punctuation. In cross-attention, words are best, then punctuation. Of the heads with
    the best kind of main key, the one with the largest weight is taken. If all main keys are
    special tokens or the query itself, it is the head with the largest weight on any other key.

    Args:
        reading: the reading of a sentence.
        attention: a key of ``ATTENTIONS``: "encoder", "decoder" or "cross".
        layer: index of the layer, from 0.
        position: index of the query token, from 0.
    """
    rows = reading.attention(attention, layer)["weights"][0, :, position]
    most, where = rows.max(dim=-1)
    for worth in (
        worths := _informative_key_masks(reading.axes(attention)[1], attention, position)
    ):
        if (found := worth[where]).any():
            return int(most.masked_fill(~found, -1).argmax())
    return int(rows.masked_fill(~worths[-1], 0).amax(dim=-1).argmax())


def find_default_step(reading: Reading) -> int:
    """Return the index of the decoding step whose word, or part of a word, was least probable.

    Steps that wrote punctuation or special tokens do not count; without any words the index is 0.
    """
    said, words = reading.output_ids, [_is_part_of_word(token) for token in reading.output]
    surprisal = -log_p(reading.trace["logits"][0], said)
    return int(surprisal.masked_fill(~torch.tensor(words), -1).argmax())


def _informative_key_masks(
    keys: Sequence[Token], attention: str, position: int
) -> tuple[Bool[Tensor, " key"], ...]:
    """Return masks of the keys worth attending to, from the strictest to the widest."""
    lettered = torch.tensor([_is_part_of_word(token) for token in keys])
    typed = torch.tensor([not token.special for token in keys])
    if attention == "cross":  # keys of the other sentence, which are no neighbours
        return lettered, typed
    distance = (torch.arange(len(keys)) - position).abs()
    long = torch.zeros(len(keys), dtype=torch.bool)
    for start, text in _words_by_start(keys).items():
        long[start] = len(text) >= LONG_WORD_THRESHOLD
    far = lettered & (distance > 1)
    return long & far, far, lettered & (distance > 0), typed & (distance > 0)


def _words_by_start(tokens: Sequence[Token]) -> dict[int, str]:
    """Return a sentence's words without punctuation, by the index of their first token."""
    words, start = {}, None
    for place, token in enumerate(tokens):
        if not _is_part_of_word(token):
            start = None
        elif token.joined and start is not None:
            words[start] += token.text
        else:
            start = place
            words[start] = token.text
    return {place: decode_byte_pieces(word) for place, word in words.items()}


def _is_part_of_word(token: Token) -> bool:
    """Whether a token has a letter and is no special token."""
    return not token.special and any(map(str.isalpha, token.text))
