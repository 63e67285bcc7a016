"""How likely a translation is wrong, told from how sure the model was of what it said."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from jaxtyping import Float
from torch import Tensor

from model.hypotheses import Candidate
from model.tokenizer import EOS, SPACE, Tokenizer

SIGNS = ".,;:!?…¿¡\"'«»“”()[]"  # that stand around a word
MARKED = 0.5  # chance that a translation is wrong, from which on it is marked


@dataclass(frozen=True)
class Certainty:
    r"""A logistic regression: $p(\text{wrong}) = \sigma(b + w_1 x_1 + w_2 x_2)$.

    Args:
        intercept: $b$.
        mean: $w_1$, of the mean log-probability of the tokens.
        lowest: $w_2$, of the log-probability of the least probable word.
    """

    intercept: float
    mean: float
    lowest: float

    def chance_wrong(self, tokenizer: Tokenizer, translation: Candidate) -> float:
        """Return the chance that somebody who reads a translation finds it wrong."""
        mean, lowest = mean_and_lowest_log_p(tokenizer, translation)
        score = self.intercept + self.mean * mean + self.lowest * lowest
        return torch.tensor(score).sigmoid().item()


def mean_and_lowest_log_p(tokenizer: Tokenizer, translation: Candidate) -> tuple[float, float]:
    """Return the mean log-probability of a translation's tokens and that of its lowest word.

    A word is as probable as all its pieces, each after what was said before. Signs around it and
    the end are parts of their own.
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
        for part in word_and_signs([piece for piece, _log_p in group])
    ]
    return translation.total / len(path), min(words)


def word_and_signs(pieces: Sequence[str]) -> list[slice]:
    """Part what stands between two spaces into signs before a word, the word, signs behind it.

    So a word is as probable in the middle of a sentence as before its full stop. An apostrophe or a
    hyphen between letters is the word's; signs without a word are one part.
    """
    inside = [place for place, piece in enumerate(pieces) if piece.strip(SIGNS)]
    bounds = [0, inside[0], inside[-1] + 1, len(pieces)] if inside else [0, len(pieces)]
    if pieces[:1] == [""] and bounds[1:2] == [1]:
        del bounds[1]  # the space before a word is a piece: it is the word's
    return [slice(begin, end) for begin, end in pairwise(bounds) if begin < end]


def fit(x: Float[Tensor, "translation 2"], wrong: Float[Tensor, " translation"]) -> Certainty:
    """Fit the regression to judged translations, with a little ridge, by Newton's method.

    Args:
        x: what ``mean_and_lowest_log_p`` returns of each.
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


def auroc(higher: Sequence[float], lower: Sequence[float]) -> float:
    """Return how often a value of the first list is above one of the second; ties count half."""
    # scikit-learn has it, but would be installed with the website for these two lines.
    a, b = torch.tensor(higher)[:, None], torch.tensor(lower)[None]
    return ((a > b).double() + 0.5 * (a == b).double()).mean().item()
