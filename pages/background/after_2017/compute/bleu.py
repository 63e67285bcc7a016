r"""BLEU by hand (Papineni et al. 2002), for one translation and one reference.

$$\mathrm{BLEU} = \mathrm{BP} \cdot (p_1\, p_2\, p_3\, p_4)^{1/4}, \quad
  \mathrm{BP} = \min(1, e^{1 - r/c})$$

It was made for a whole test set: the counts of all sentences are added first. One sentence often
has no 4-gram in common with its reference, and then BLEU is 0. Models are evaluated with
sacreBLEU; here every count is shown.
"""

import html
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

MAX_NGRAM = 4  # longest n-gram

# The rules of mteval-v13a, as in sacreBLEU: punctuation is split off, except in numbers.
_TOKENIZER_RULES = (
    (re.compile(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])"), r" \1 "),
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


def tokenize_13a(text: str) -> list[str]:
    """Return the words and punctuation of a text, by tokenizer 13a of mteval and sacreBLEU."""
    text = html.unescape(text.replace("<skipped>", "").replace("-\n", "").replace("\n", " "))
    text = f" {text} "
    for pattern, apart in _TOKENIZER_RULES:
        text = pattern.sub(apart, text)
    return text.split()


@dataclass(frozen=True)
class BleuCounts:
    """N-gram counts of a translation and its reference, and the BLEU made of them.

    Args:
        translation: words of the translation.
        reference: words of the reference.
        ngrams: n-grams of the translation, for n from 1 to 4.
        matched_ngrams: those also in the reference, with clipped counts.
    """

    translation: list[str]
    reference: list[str]
    ngrams: list[Counter[str]]
    matched_ngrams: list[Counter[str]]

    @property
    def counts(self) -> list[tuple[int, int]]:
        """Return (matched n-grams, all n-grams) of the translation, for each n from 1 to 4."""
        pairs = zip(self.matched_ngrams, self.ngrams, strict=True)
        return [(right.total(), there.total()) for right, there in pairs]

    @property
    def precisions(self) -> tuple[float, ...]:
        """Return the share of matched n-grams, for each n from 1 to 4; 0 where there are none."""
        return tuple(right / there if there else 0.0 for right, there in self.counts)

    @property
    def brevity_penalty(self) -> float:
        """Return the brevity penalty: 1; less if the translation is shorter than the reference."""
        c, r = len(self.translation), len(self.reference)
        return 0.0 if c == 0 else min(1.0, math.exp(1 - r / c))

    @property
    def score(self) -> float:
        """Return BLEU without smoothing, from 0 to 100; 0 if no n-gram of some length n matched."""
        if not all(self.precisions):
            return 0.0
        return 100 * self.brevity_penalty * math.prod(self.precisions) ** (1 / MAX_NGRAM)


def compute_bleu(translation: str, reference: str) -> BleuCounts:
    """Return the BLEU of a translation with the n-gram counts (n = 1 to 4) it is computed from."""
    said, wanted = tokenize_13a(translation), tokenize_13a(reference)
    lengths = range(1, MAX_NGRAM + 1)
    there, known = ([_count_ngrams(text, n) for n in lengths] for text in (said, wanted))
    # Clipped: a word used three times that the reference has once counts once.
    right = [own & other for own, other in zip(there, known, strict=True)]
    return BleuCounts(said, wanted, there, right)


def _count_ngrams(text: Sequence[str], n: int) -> Counter[str]:
    """Return the counts of all n-grams of a text."""
    return Counter(" ".join(text[i : i + n]) for i in range(len(text) - n + 1))
