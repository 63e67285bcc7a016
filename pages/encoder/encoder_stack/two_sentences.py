"""Two sentences that share a word: its vectors in both, and the cosine between them by depth."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity

from pages.encoder.encoder_stack.compute import compute_cosines
from ui.readings.reading import Reading, Token


@dataclass(frozen=True)
class SentencePair:
    """Two sentences with a word in common.

    Args:
        language: language of both sentences.
        first: one sentence.
        second: the other sentence.
    """

    language: str
    first: str
    second: str


PAIRS = {
    "watch": SentencePair(
        "en", "They watch the children in the garden.", "He lost his watch in the garden."
    ),
    "like": SentencePair("en", "They like their father.", "They are like their father."),
    "weiß": SentencePair("de", "Ich weiß nicht, wo mein Auto ist.", "Mein Auto ist weiß."),
    "porte": SentencePair("fr", "Ma sœur porte une robe rouge.", "Ma sœur a fermé la porte."),
    "traje": SentencePair("es", "Te traje un regalo.", "Compré un traje negro."),
}


def find_default_pair(interface_language: str, languages: Sequence[str]) -> str:
    """Return the key, in ``PAIRS``, of the pair of sentences that is shown by default.

    It is the first pair in the interface's language if the model reads that language, otherwise the
    first of all.

    Args:
        interface_language: code of the interface's language.
        languages: codes of the languages that the model reads.
    """
    own = (
        name
        for name, pair in PAIRS.items()
        if pair.language == interface_language and interface_language in languages
    )
    return next(own, next(iter(PAIRS)))


def find_target_language(pair_language: str, preferred: str, languages: Sequence[str]) -> str:
    """Return the language to translate a pair of sentences into: not the one they are written in.

    It is the preferred language, or else the first of ``languages``, that is not ``pair_language``;
    ``pair_language`` if there is no other.

    Args:
        pair_language: code of the language of the two sentences.
        preferred: code of the chosen target language.
        languages: codes of the model's target languages.
    """
    return next((code for code in (preferred, *languages) if code != pair_language), pair_language)


@dataclass(frozen=True)
class SharedWords:
    """The words that two sentences share, with the cosine of their vectors at every depth.

    Args:
        cosines: shared word -> cosine between its vectors in the two sentences.
        mean_cosine_of_others: mean cosine between different words of the two sentences.
        names: all words of the first sentence, then all of the second, in lower case.
        vectors: the vectors of these words, in the same order.
    """

    cosines: dict[str, Float[Tensor, " depth"]]
    mean_cosine_of_others: Float[Tensor, " depth"]
    names: tuple[str, ...]
    vectors: Float[Tensor, "depth word d_model"]

    def find_indices(self, word: str) -> list[int]:
        """Return the indices of a word in ``names`` and ``vectors``: one for each sentence."""
        return [place for place, name in enumerate(self.names) if name == word]


def group_words(tokens: Sequence[Token]) -> list[tuple[str, list[int]]]:
    """Return (word, positions of its tokens) for each word but punctuation and special tokens."""
    result: list[tuple[str, list[int]]] = []
    for place, token in enumerate(tokens):
        if token.special:
            continue
        letters = any(char.isalnum() for char in token.text)
        if token.joined and letters and result and result[-1][1][-1] == place - 1:
            text, places = result[-1]
            result[-1] = (text + token.text, [*places, place])
        elif letters:
            result.append((token.text, [place]))
    return result


def find_shared_words(first_reading: Reading, second_reading: Reading) -> list[str]:
    """Return the words that occur exactly once in each of two sentences, ignoring case.

    Args:
        first_reading: the reading of the first sentence.
        second_reading: the reading of the second one.
    """
    once = [
        [
            word
            for word, n in Counter(text.lower() for text, __ in group_words(r.source)).items()
            if n == 1
        ]
        for r in (first_reading, second_reading)
    ]
    return [word for word in once[0] if word in once[1]]


def compute_word_vectors(reading: Reading) -> dict[str, Float[Tensor, "depth d_model"]]:
    """Return each word's encoder vectors at every depth, averaged over the word's tokens.
    The keys are the words in lower case.
    """
    stream = reading.trace.residual_stream("encoder")
    return {
        text.lower(): stream[:, places].mean(dim=1) for text, places in group_words(reading.source)
    }


def find_word_inputs(reading: Reading, word: str) -> tuple[Tensor, Tensor]:
    """Return the two parts of a word's encoder input: its embeddings and positional encodings.

    Args:
        reading: a sentence that has the word exactly once.
        word: the word in lower case.

    Returns:
        Rows of E of the word's tokens, and the encodings of their positions: both (token, d_model).
    """
    [places] = [places for text, places in group_words(reading.source) if text.lower() == word]
    stem = "encoder.embedding"
    return reading.trace[f"{stem}.rows"][0, places], reading.trace[f"{stem}.positions"][places]


def compare_sentences(first_reading: Reading, second_reading: Reading) -> SharedWords | None:
    """Return the words that two sentences share, with the cosines of their vectors at each depth.

    The result is None if they share no word; see ``find_shared_words``.

    Args:
        first_reading: the reading of the first sentence.
        second_reading: the reading of the second one.
    """
    one, two = compute_word_vectors(first_reading), compute_word_vectors(second_reading)
    shared = find_shared_words(first_reading, second_reading)
    if not shared:
        return None
    a, b = torch.stack(list(one.values()), dim=1), torch.stack(list(two.values()), dim=1)
    across = compute_cosines(torch.cat([a, b], dim=1))[:, : a.shape[1], a.shape[1] :]
    different = torch.tensor([[x != y for y in two] for x in one])
    others = (
        across[:, different].mean(dim=1) if different.any() else torch.full((len(a),), torch.nan)
    )
    return SharedWords(
        cosines={word: cosine_similarity(one[word], two[word], dim=-1) for word in shared},
        mean_cosine_of_others=others,
        names=(*one, *two),
        vectors=torch.cat([a, b], dim=1),
    )
