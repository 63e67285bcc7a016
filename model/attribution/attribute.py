"""One request to any method: how much did each token contribute to some decoding steps?"""

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

RERUN_METHODS = {"gradient": gradient_times_input, "occlusion": occlusion}


@dataclass(frozen=True)
class AttributionRequest:
    """What to attribute, and how: method, decoding steps, foil token and aligner.

    Args:
        method: a key of ``METHODS``.
        steps: decoding steps, from 0.
        foil: id of the foil, a token that the output token is compared with; needs a single step.
        aligner: the cross-attention head and layer that the methods "attention" and "value" use.
    """

    method: str
    steps: Sequence[int]
    foil: int | None = None
    aligner: Aligner | None = None


def attribute(
    model: Transformer, trace: Trace, forced_pair: ForcedPair, request: AttributionRequest
) -> Scores:
    """Return how much each token contributed to the output tokens of the requested decoding steps.

    Args:
        model: the network, without edits.
        trace: the pass of this network over the pair, recorded without edits.
        forced_pair: token ids of the sentence and its translation.
        request: the method, the steps, and a foil if there is one: a token with which the output
            token is compared.

    Returns:
        One row of scores for each step. With a foil, the scores for the output token minus those
        for the foil.

    Raises:
        ValueError: if there is no such method, or if it cannot compare with a foil.
    """
    method, steps, foil = request.method, request.steps, request.foil
    if method not in METHODS:
        raise ValueError(f"there is no method {method!r}, only {', '.join(METHODS)}")
    if foil is not None and method not in LINEAR:
        raise ValueError(f"{METHODS[method]} knows no rival: {', '.join(LINEAR)} do")
    if method in RERUN_METHODS or method == "integrated":
        own = _attribute_by_rerunning(model, forced_pair, method, steps)
        if foil is None:
            return own
        [step] = steps
        output_ids = (*forced_pair.output_ids[:step], foil, *forced_pair.output_ids[step + 1 :])
        other = _attribute_by_rerunning(
            model, replace(forced_pair, output_ids=output_ids), method, steps
        )
        return Scores(own.source - other.source, own.prefix - other.prefix)
    last = len(model.decoder.layers) - 1
    found = attribute_from_trace(model, trace, request.aligner or Aligner(last, None, last))[method]
    rows, read = (
        list(steps),
        len(forced_pair.target),
    )  # a cut translation was recorded with one more
    return Scores(found.source[rows], found.prefix[rows, :read])


def _attribute_by_rerunning(
    model: Transformer, forced_pair: ForcedPair, method: str, steps: Sequence[int]
) -> Scores:
    """Return scores by a method that runs the network again, with gradients or occluded tokens."""
    if method in RERUN_METHODS:
        return RERUN_METHODS[method](model, forced_pair, steps)
    rows = model.E.weight.new_zeros(len(steps), forced_pair.length)
    for row, step in zip(rows, steps, strict=True):
        scores = integrated_gradients(model, forced_pair, step).scores
        known = torch.cat([scores.source[0], scores.prefix[0]])
        row[: len(known)] = known
    return split_scores(rows, len(forced_pair.source))
