r"""Detect a text's language: hashed character n-grams and words, each with learned weights.

$$p(\text{language} \mid \text{text}) = \mathrm{softmax}\Big(\sum_{f \in \text{text}} W_f\Big)$$

Further columns of W are languages that the model does not know, by family, and random typing: where
these are much likelier, the text is in none of the model's languages.

The features f of a word are its character n-grams of length 1 to 4, with a boundary mark at both
ends, and the word itself. A checksum hashes each to a row of W (feature hashing, Weinberger et al.
2009): the table needs no list of words. ``model.data.detection`` learns it.
"""

import re
import unicodedata
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from jaxtyping import Float
from safetensors import SafetensorError, safe_open
from torch import Tensor

from model.tokenizer import normalize

ROWS = 2**14
LONGEST_RUN = 4
# Log-odds above which a text counts as foreign, chosen on sentences of the training archives: known
# languages must not be rejected, even if some foreign texts pass. The model card has both errors.
FOREIGN_LOG_ODDS = 5.0
MAX_FORMULA_LETTERS = 2  # characters of a word that may be a symbol in a formula
SCRIPT = "LATIN"  # of all languages that are distinguished
MATH_SCRIPT = "GREEK"  # a single letter of this script is a mathematical symbol
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
TABLE = Path(__file__).parents[1] / "assets" / "detection.safetensors"


@lru_cache(maxsize=256)  # each page calls it twice for its sentence
def feature_rows(text: str) -> tuple[int, ...]:
    """Return which rows of the detector's weight matrix W belong to a text.

    There is one index for each word and for each of its character n-grams, by hash. The result is
    empty if the text has no letters.
    """
    words = WORD.findall(normalize(text).lower())
    return tuple(row for word in words for row in _word_feature_rows(word))


@lru_cache(maxsize=2**14)  # learning the table meets the same words again and again
def _word_feature_rows(word: str) -> tuple[int, ...]:
    """Return the weight rows of one word and its n-grams, by hash."""
    marked = f"_{word}_"
    runs = {
        marked[begin : begin + length]
        for length in range(1, LONGEST_RUN + 1)
        for begin in range(len(marked) - length + 1)
    }
    return tuple(zlib.crc32(run.encode()) % ROWS for run in sorted(runs | {f"={word}"}))


def is_foreign_script(text: str) -> bool:
    """Whether most letters of a text are not Latin.

    Greek letters are not counted if every letter of the text stands alone, as in a formula.
    """
    words = WORD.findall(unicodedata.normalize("NFKC", normalize(text)))
    names = [unicodedata.name(char, "") for word in words for char in word]
    if all(len(word) == 1 for word in words):
        names = [name for name in names if not name.startswith(MATH_SCRIPT)]
    return 2 * sum(name.startswith(SCRIPT) for name in names) < len(names)


@dataclass(frozen=True)
class Detector:
    """A learned language detector: a linear classifier over hashed n-grams.

    Args:
        languages: language codes, one for each of the first columns of W.
        weights: the weight matrix W; its other columns stand for other languages and random typing.
    """

    languages: tuple[str, ...]
    weights: Float[Tensor, "row language"]

    def probabilities(self, text: str, candidates: Sequence[str]) -> dict[str, float]:
        """Return each candidate language's probability, by code; empty if the text has no letters.

        Args:
            text: a text in one language.
            candidates: codes of the candidates; unknown ones are left out.
        """
        known = [code for code in candidates if code in self.languages]
        rows = feature_rows(text)
        if not known or not rows:
            return {}
        columns = [self.languages.index(code) for code in known]
        shares = self.weights[list(rows)].sum(dim=0)[columns].softmax(dim=0)
        return dict(zip(known, shares.tolist(), strict=True))

    def can_be_in(self, text: str, candidates: Sequence[str]) -> bool:
        """Whether a text may be in one of the candidate languages.

        False if most letters are not Latin, or if the log-odds of all other columns of W against
        the candidates' are at least ``FOREIGN_LOG_ODDS``. True for a text of very short words only,
        such as a formula, unless its letters are not Latin.

        Args:
            text: a text in one language, not necessarily a candidate.
            candidates: language codes, all of them among ``languages``.
        """
        if is_foreign_script(text):
            return False
        words = WORD.findall(normalize(text))
        if all(sum(map(str.isalpha, word)) <= MAX_FORMULA_LETTERS for word in words):
            return True
        own = [self.languages.index(code) for code in candidates]
        others = [column for column in range(self.weights.shape[1]) if column not in own]
        votes = self.weights[list(feature_rows(text))].sum(dim=0)
        odds = votes[others].logsumexp(dim=0) - votes[own].logsumexp(dim=0)
        return odds.item() < FOREIGN_LOG_ODDS


def load_detector(path: Path = TABLE) -> Detector:
    """Load a detector from a safetensors file.

    Raises:
        ValueError: if it is missing or damaged.
    """
    try:
        with safe_open(path, framework="pt") as file:
            languages = tuple(file.metadata()["languages"].split())
            weights = file.get_tensor("weights").float() * file.get_tensor("step")
    except (OSError, SafetensorError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is missing or damaged: {error}") from error
    if len(weights) != ROWS or weights[0].numel() < len(languages):
        raise ValueError(f"{path} does not hold {ROWS} rows of {len(languages)} weights or more")
    return Detector(languages, weights)


def detect_language(detector: Detector, text: str, candidates: Sequence[str]) -> tuple[str, float]:
    """Return the code of the likeliest candidate language and its probability.

    Args:
        detector: a learned detector.
        text: the text.
        candidates: codes of the languages to choose from. If the text has no letters, or the
            detector knows none of them, the result is the first code and probability 0.
    """
    found = detector.probabilities(text, candidates)
    return max(found.items(), key=lambda item: item[1]) if found else (candidates[0], 0.0)
