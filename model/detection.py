r"""Which language a text is written in: letters and words vote, each with a learned weight.

$$p(\text{language} \mid \text{text}) = \mathrm{softmax}\Big(\sum_{f \in \text{text}} W_f\Big)$$

The features f of a word are its runs of one to four letters, with a mark at both ends, and the word
itself. Each falls by its checksum into one of the rows of W (Weinberger et al. 2009): the table
needs no list of words. ``model.data.detection`` learns it.
"""

import re
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
# Of 30 sentences in Italian, Portuguese and Dutch 21 have fewer votes a word; of 1,345 sentences of
# our own in the four languages 8 have. Chosen on others; shorter texts say too little.
FEWEST_WORDS, FEWEST_VOTES = 4, 1.0
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
TABLE = Path(__file__).parents[1] / "assets" / "detection.safetensors"


@lru_cache(maxsize=256)  # each page asks it twice of the sentence
def features(text: str) -> tuple[int, ...]:
    """Return the rows of W that vote on a text; none where it has no letters."""
    rows = []
    for word in WORD.findall(normalize(text).lower()):
        marked = f"_{word}_"
        runs = {
            marked[begin : begin + length]
            for length in range(1, LONGEST_RUN + 1)
            for begin in range(len(marked) - length + 1)
        }
        rows += [zlib.crc32(run.encode()) % ROWS for run in sorted(runs | {f"={word}"})]
    return tuple(rows)


@dataclass(frozen=True)
class Detector:
    """A learned table.

    Args:
        languages: codes, one for each column.
        weights: W.
    """

    languages: tuple[str, ...]
    weights: Float[Tensor, "row language"]

    def probabilities(self, text: str, among: Sequence[str]) -> dict[str, float]:
        """Return how probable each of some languages is; nothing where the text has no letters.

        Args:
            text: in one language.
            among: codes; those that the table does not know are left out.
        """
        known = [code for code in among if code in self.languages]
        rows = features(text)
        if not known or not rows:
            return {}
        columns = [self.languages.index(code) for code in known]
        shares = self.weights[list(rows)].sum(dim=0)[columns].softmax(dim=0)
        return dict(zip(known, shares.tolist(), strict=True))

    def knows(self, text: str, among: Sequence[str]) -> bool:
        """Whether a text may be in one of some languages: its words have enough votes for one.

        Args:
            text: in one language, perhaps in another one than these.
            among: codes that the table knows.
        """
        words = WORD.findall(normalize(text).lower())
        columns = [self.languages.index(code) for code in among]
        votes = self.weights[list(features(text))].sum(dim=0)[columns].max().item()
        return len(words) < FEWEST_WORDS or votes >= FEWEST_VOTES * len(words)


def load(path: Path = TABLE) -> Detector:
    """Read a table.

    Raises:
        ValueError: if it is missing or damaged.
    """
    try:
        with safe_open(path, framework="pt") as file:
            languages = tuple(file.metadata()["languages"].split())
            weights = file.get_tensor("weights").float() * file.get_tensor("step")
    except (OSError, SafetensorError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is missing or damaged: {error}") from error
    if weights.shape != (ROWS, len(languages)):
        raise ValueError(f"{path} does not hold {ROWS} rows of {len(languages)} weights")
    return Detector(languages, weights)


def detect_language(detector: Detector, text: str, among: Sequence[str]) -> tuple[str, float]:
    """Return the likeliest of some languages and its probability.

    Args:
        detector: a learned table.
        text: that somebody typed.
        among: codes; where nothing is known, the first of them, with probability zero.
    """
    found = detector.probabilities(text, among)
    return max(found.items(), key=lambda item: item[1]) if found else (among[0], 0.0)
