"""Quality estimation: the probability that a translation is wrong, from its token probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from jaxtyping import Float
from torch import Tensor

from model.hypotheses import Candidate
from model.tokenizer import EOS, SPACE, Tokenizer

PUNCTUATION = ".,;:!?…¿¡\"'«»“”()[]"  # punctuation around words
WRONG_THRESHOLD = 0.5  # probability of being wrong from which a translation is marked


@dataclass(frozen=True)
class Certainty:
    r"""Logistic regression of being wrong: $p(\text{wrong}) = \sigma(b + w_1 x_1 + w_2 x_2)$.

    Args:
        intercept: $b$.
        mean: $w_1$, the weight of the tokens' mean log-probability.
        lowest: $w_2$, the weight of the least probable word's log-probability.
    """

    intercept: float
    mean: float
    lowest: float

    def probability_wrong(self, tokenizer: Tokenizer, translation: Candidate) -> float:
        """Return the estimated probability that a person judges a translation wrong.

        Args:
            tokenizer: the model's vocabulary.
            translation: a hypothesis that ended, as the search returns it.
        """
        mean, lowest = mean_and_lowest_log_p(tokenizer, translation)
        score = self.intercept + self.mean * mean + self.lowest * lowest
        return torch.tensor(score).sigmoid().item()


def mean_and_lowest_log_p(tokenizer: Tokenizer, translation: Candidate) -> tuple[float, float]:
    """Return the mean log-probability per token, and the least probable word's, in nats.

    The mean includes the end token. A word's log-probability is the sum over its pieces;
    punctuation around a word, and the end token, are words of their own.
    """
    path = translation.path
    groups: list[list[tuple[str, float]]] = []
    for node, piece in zip(path, tokenizer.pieces(translation.tokens), strict=True):
        part = piece.removeprefix(SPACE), node.log_probability
        if groups and node.token != EOS and not piece.startswith(SPACE):
            groups[-1].append(part)
        else:
            groups.append([part])
    words = [
        sum(log_p for _piece, log_p in group[part])
        for group in groups
        for part in split_punctuation([piece for piece, _log_p in group])
    ]
    return translation.total / len(path), min(words)


def split_punctuation(pieces: Sequence[str]) -> list[slice]:
    """Return slices of one word's pieces: punctuation before it, the word, punctuation after.

    Parts that are missing have no slice. An apostrophe or a hyphen between letters belongs to the
    word; punctuation without a word is one slice.

    Args:
        pieces: the pieces of the word, without ▁.
    """
    inside = [place for place, piece in enumerate(pieces) if piece.strip(PUNCTUATION)]
    bounds = [0, inside[0], inside[-1] + 1, len(pieces)] if inside else [0, len(pieces)]
    if pieces[:1] == [""] and bounds[1:2] == [1]:
        del bounds[1]  # the space before a word is a piece of the word
    return [slice(begin, end) for begin, end in pairwise(bounds) if begin < end]


def fit_certainty(
    x: Float[Tensor, "translation 2"], wrong: Float[Tensor, " translation"]
) -> Certainty:
    """Fit a ``Certainty`` to (mean, lowest ln p) of translations and labels: 1 if wrong, else 0.

    Args:
        x: for each translation, what ``mean_and_lowest_log_p`` returns.
        wrong: 1 where a translation is wrong, else 0.
    """
    scale = x.std(dim=0)
    inputs = torch.cat([x / scale, torch.ones(len(x), 1)], dim=1).double()
    ridge = torch.eye(3, dtype=torch.double)
    w = torch.zeros(3, dtype=torch.double)
    for _ in range(25):
        p = (inputs @ w).sigmoid()
        curvature = (inputs.T * (p * (1 - p))) @ inputs + ridge
        w -= torch.linalg.solve(curvature, inputs.T @ (p - wrong) + ridge @ w)
    mean, lowest, intercept = w.tolist()
    first, second = scale.tolist()
    return Certainty(intercept, mean / first, lowest / second)


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """Return the area under the ROC curve: how often a positive is above a negative, ties half."""
    # In two lines, so that the website need not install scikit-learn.
    a, b = torch.tensor(positives)[:, None], torch.tensor(negatives)[None]
    return ((a > b).double() + 0.5 * (a == b).double()).mean().item()
