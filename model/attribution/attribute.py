"""One question to any method: what did each token contribute to some steps of a reading?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from model.attribution.inputs import (
    ForcedPair,
    Scores,
    gradient_times_input,
    occlusion,
    split_scores,
)
from model.attribution.methods import LINEAR, METHODS, Aligner, attribute_from_trace
from model.attribution.paths import integrated_gradients
from model.trace import Trace
from model.transformer import Transformer

AGAIN = {"gradient": gradient_times_input, "occlusion": occlusion}


@dataclass(frozen=True)
class Question:
    """Which attribution is asked for: method, steps, foil and aligner.

    Args:
        method: a key of ``METHODS``.
        steps: counted from 0.
        rival: id of a token that the said one is compared with; then there is one step.
        aligner: which weights of cross-attention stand for all of it.
    """

    method: str
    steps: Sequence[int]
    rival: int | None = None
    aligner: Aligner | None = None


def attribute(model: Transformer, trace: Trace, forced: ForcedPair, question: Question) -> Scores:
    """Return the attribution scores of some decoding steps, by any method.

    Args:
        model: the network, without edits.
        trace: its recorded pass.
        forced: what was read and said.
        question: the method, and which steps.

    Raises:
        ValueError: if there is no such method, or if it knows no rival.
    """
    method, steps, rival = question.method, question.steps, question.rival
    if method not in METHODS:
        raise ValueError(f"there is no method {method!r}, only {', '.join(METHODS)}")
    if rival is not None and method not in LINEAR:
        raise ValueError(f"{METHODS[method]} knows no rival: {', '.join(LINEAR)} do")
    if method in AGAIN or method == "integrated":
        own = _run_again(model, forced, method, steps)
        if rival is None:
            return own
        [step] = steps
        said = (*forced.said[:step], rival, *forced.said[step + 1 :])
        other = _run_again(model, replace(forced, said=said), method, steps)
        return Scores(own.source - other.source, own.prefix - other.prefix)
    last = len(model.decoder.layers) - 1
    found = attribute_from_trace(model, trace, question.aligner or Aligner(last, None, last))[
        method
    ]
    rows, read = list(steps), len(forced.target)  # a cut translation was recorded with one more
    return Scores(found.source[rows], found.prefix[rows, :read])


def _run_again(model: Transformer, forced: ForcedPair, method: str, steps: Sequence[int]) -> Scores:
    if method in AGAIN:
        return AGAIN[method](model, forced, steps)
    rows = model.E.weight.new_zeros(len(steps), forced.length)
    for row, step in zip(rows, steps, strict=True):
        scores = integrated_gradients(model, forced, step).scores
        known = torch.cat([scores.source[0], scores.prefix[0]])
        row[: len(known)] = known
    return split_scores(rows, len(forced.source))
