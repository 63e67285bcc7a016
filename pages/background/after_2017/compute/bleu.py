r"""BLEU by hand (Papineni et al. 2002), for one translation and one reference.

$$\mathrm{BLEU} = \mathrm{BP} \cdot (p_1\, p_2\, p_3\, p_4)^{1/4}, \quad
  \mathrm{BP} = \min(1, e^{1 - r/c})$$

It was made for a whole test set: the counts of all sentences are added first. One sentence often
has no run of four words in common with its reference, and then BLEU is 0. Trainings are scored by
sacreBLEU; here every count is shown.
"""

import html
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST = 4  # words of a run

# The rules of mteval-v13a, as sacrebleu has them: punctuation stands apart, except in numbers.
_RULES = (
    (re.compile(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])"), r" \1 "),
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


def words(text: str) -> list[str]:
    """Cut a text into words and punctuation, as the scores in papers do (tokenizer 13a)."""
    text = html.unescape(text.replace("<skipped>", "").replace("-\n", "").replace("\n", " "))
    text = f" {text} "
    for pattern, apart in _RULES:
        text = pattern.sub(apart, text)
    return text.split()


@dataclass(frozen=True)
class Bleu:
    """A translation beside a reference.

    Args:
        translation: its words.
        reference: its words.
        there: for lengths 1 to 4, the runs of the translation, in their order.
        right: how many of these the reference has, too.
    """

    translation: list[str]
    reference: list[str]
    there: list[Counter[str]]
    right: list[Counter[str]]

    @property
    def counts(self) -> list[tuple[int, int]]:
        """For each length: runs that the reference has, and all."""
        pairs = zip(self.right, self.there, strict=True)
        return [(right.total(), there.total()) for right, there in pairs]

    @property
    def precisions(self) -> tuple[float, ...]:
        """For each length: the share of the runs that the reference has; 0 where there is none."""
        return tuple(right / there if there else 0.0 for right, there in self.counts)

    @property
    def brevity(self) -> float:
        """BP: below 1 for a translation that is shorter than its reference."""
        c, r = len(self.translation), len(self.reference)
        return 0.0 if c == 0 else min(1.0, math.exp(1 - r / c))

    @property
    def score(self) -> float:
        """BLEU, in percent."""
        if not all(self.precisions):
            return 0.0
        return 100 * self.brevity * math.prod(self.precisions) ** (1 / LONGEST)


def bleu(translation: str, reference: str) -> Bleu:
    """Count runs of one to four words that a translation shares with a reference."""
    said, wanted = words(translation), words(reference)
    lengths = range(1, LONGEST + 1)
    there, known = ([_runs(text, n) for n in lengths] for text in (said, wanted))
    # Clipped: a word said three times that the reference has once is right once.
    right = [own & other for own, other in zip(there, known, strict=True)]
    return Bleu(said, wanted, there, right)


def _runs(text: Sequence[str], n: int) -> Counter[str]:
    return Counter(" ".join(text[i : i + n]) for i in range(len(text) - n + 1))
