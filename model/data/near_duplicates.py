"""Sentences too like one that a model is judged by: nothing of them may be trained on."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

NEAR = 0.5  # Jaccard index of two sentences' word trigrams, from which they are near duplicates


class NearDuplicates:
    """Index of sentences by their word trigrams, to find near duplicates of them."""

    def __init__(self, sentences: Iterable[str]) -> None:
        """Index these sentences by their words and their word trigrams."""
        words = [comparable_words(sentence) for sentence in sentences]
        self._exact = set(words)
        self._trigrams = [_trigrams(one) for one in words]
        self._holders = defaultdict(list)  # trigram -> numbers of the sentences that hold it
        for number, trigrams in enumerate(self._trigrams):
            for trigram in trigrams:
                self._holders[trigram].append(number)

    def __contains__(self, sentence: object) -> bool:
        """Whether a sentence has an indexed one's words, or shares half of the two's trigrams.

        Half is a Jaccard index of 0.5: shared trigrams, by the trigrams of either. Letter case and
        punctuation do not count.
        """
        words = comparable_words(str(sentence))
        trigrams = _trigrams(words)
        shared = Counter(n for trigram in trigrams for n in self._holders.get(trigram, ()))
        return words in self._exact or any(
            count >= NEAR * len(trigrams | self._trigrams[number])
            for number, count in shared.items()
        )


def comparable_words(sentence: str) -> tuple[str, ...]:
    """Return a sentence's words in lower case, without punctuation."""
    return tuple(re.findall(r"\w+", sentence.casefold()))


def _trigrams(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Return the distinct runs of three words."""
    return set(zip(words, words[1:], words[2:]))  # noqa: B905 (the last runs end it)
