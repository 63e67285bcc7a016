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
from functools import cached_property

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
class Run:
    """One run of words of a translation.

    Args:
        text: its words.
        there: how often the translation has it.
        right: how many of these the reference has, too.
    """

    text: str
    there: int
    right: int


@dataclass(frozen=True)
class Bleu:
    """A translation beside a reference.

    Args:
        translation: its words.
        reference: its words.
        runs: for lengths 1 to 4, the runs of the translation, in their order.
    """

    translation: tuple[str, ...]
    reference: tuple[str, ...]
    runs: tuple[tuple[Run, ...], ...]

    @cached_property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """For each length: runs that the reference has, and all."""
        return tuple((sum(r.right for r in n), sum(r.there for r in n)) for n in self.runs)

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
    runs = tuple(_runs(said, wanted, n) for n in range(1, LONGEST + 1))
    return Bleu(tuple(said), tuple(wanted), runs)


def _runs(said: Sequence[str], wanted: Sequence[str], n: int) -> tuple[Run, ...]:
    there, known = (
        Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1)) for text in (said, wanted)
    )
    # Clipped: a word said three times that the reference has once is right once.
    return tuple(Run(" ".join(run), count, min(count, known[run])) for run, count in there.items())
