"""One recorded pass: a sentence is translated, then read once more with its translation."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import torch

from model.trace import Edit, Trace, recording
from model.transformer import Transformer


@torch.inference_mode()
def recorded_pass(
    model: Transformer,
    source: Sequence[int],
    target: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> Trace:
    """Record one pass over a sentence and its finished translation (teacher forcing).

    Row t of every target-side tensor is what step t of the search computed, because no position
    looks at later ones: one pass shows all steps.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        target: the start token and the translation's ids, without the end token.
        edits: tap name -> function of the tensor that passes there.

    Raises:
        ValueError: if an edit names no tap.
    """
    device = model.E.weight.device
    with recording(model, edits) as trace:
        model(torch.tensor([source], device=device), torch.tensor([target], device=device))
    return trace
