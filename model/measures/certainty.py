"""Quality estimation: the probability that a translation is wrong, from token probabilities.

The tokens are those of the translation, and those of the source read back from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from model.hypotheses import Candidate
from model.measures.surprisal import log_p
from model.tokenizer import EOS, SPACE, Tokenizer
from model.transformer import Transformer

PUNCTUATION = ".,;:!?…¿¡\"'«»“”()[]"  # punctuation around words
WRONG_THRESHOLD = 0.5  # probability of being wrong from which a translation is marked


class Evidence(NamedTuple):
    """What tells wrong translations from right ones: log-probabilities, in nats.

    Args:
        mean: the mean over the translation's tokens.
        lowest: that of the translation's least probable word.
        reconstruction: the mean over the source's tokens, given the translation; 0 if the model
            does not write the source's language.
    """

    mean: float
    lowest: float
    reconstruction: float = 0.0


@dataclass(frozen=True)
class Certainty:
    r"""Logistic regression of being wrong: $p = \sigma(b + w_1 x_1 + w_2 x_2 + w_3 x_3)$.

    Args:
        intercept: $b$.
        mean: $w_1$, the weight of ``Evidence.mean``.
        lowest: $w_2$, the weight of ``Evidence.lowest``.
        reconstruction: $w_3$, the weight of ``Evidence.reconstruction``.
    """

    intercept: float
    mean: float
    lowest: float
    reconstruction: float = 0.0

    def probability_wrong(self, evidence: Evidence) -> float:
        """Return the estimated probability that a person judges a translation wrong."""
        weights = (self.mean, self.lowest, self.reconstruction)
        score = self.intercept + sum(w * x for w, x in zip(weights, evidence, strict=True))
        return torch.tensor(score).sigmoid().item()


@torch.inference_mode()
def reconstruction_log_p(
    model: Transformer,
    tokenizer: Tokenizer,
    source: Sequence[int],
    language: str,
    translation: Sequence[int],
) -> list[float]:
    """Return ln p of each token of a source given its translation, in nats.

    The model translates backwards, from the translation into the source's language, with the
    source given: the "channel model" of Yee et al. (2019), arXiv:1908.05731.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        source: ids of the source, the end token included.
        language: code of the source's language, one that the model writes.
        translation: ids of the translation; an end token is added where it has none.
    """
    device = model.E.weight.device
    read = [*(token for token in translation if token != EOS), EOS]
    target = [tokenizer.start(language), *source]
    logits = model(torch.tensor([read], device=device), torch.tensor([target[:-1]], device=device))
    return log_p(logits[0].float(), source).tolist()


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
    x: Float[Tensor, "translation 3"], wrong: Float[Tensor, " translation"]
) -> Certainty:
    """Fit a ``Certainty`` to the evidence on translations and their labels: 1 if wrong, else 0.

    Args:
        x: the ``Evidence`` on each translation. A number that is the same for all gets no weight.
        wrong: 1 where a translation is wrong, else 0.
    """
    spread = x.std(dim=0)
    scale = torch.where(spread > 0, spread, 1.0)
    inputs = torch.cat([x / scale, torch.ones(len(x), 1)], dim=1).double()
    ridge = torch.eye(4, dtype=torch.double)
    w = torch.zeros(4, dtype=torch.double)
    for _ in range(25):
        p = (inputs @ w).sigmoid()
        curvature = (inputs.T * (p * (1 - p))) @ inputs + ridge
        w -= torch.linalg.solve(curvature, inputs.T @ (p - wrong) + ridge @ w)
    return Certainty(w[3].item(), *(w[:3] / scale).tolist())


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """Return the area under the ROC curve: how often a positive is above a negative, ties half."""
    # In two lines, so that the website need not install scikit-learn.
    a, b = torch.tensor(positives)[:, None], torch.tensor(negatives)[None]
    return ((a > b).double() + 0.5 * (a == b).double()).mean().item()
