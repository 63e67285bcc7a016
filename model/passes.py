"""One recorded pass: a sentence is translated, then read once more with its translation."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

import torch

from model.decoding import Candidate, Step, beam_search, ranking
from model.trace import Edit, Trace, editing, recording
from model.transformer import Transformer

Watch = Callable[[Iterator[Step]], Iterator[Step]]


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


def search_with_edits(
    model: Transformer,
    source: Sequence[int],
    start: int,
    edits: Mapping[str, Edit] = MappingProxyType({}),
    *,
    width: int = 4,
    alpha: float = 0.6,
    prefix: Sequence[int] = (),
    cached: bool = True,
    watch: Watch = iter,
) -> list[Candidate]:
    """Search for a translation while some taps are edited.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        start: the start token of the language to translate into.
        edits: tap name -> function of the tensor that passes there.
        width: of the beam (section 6.1 of the paper: 4).
        alpha: exponent of the length penalty (there: 0.6).
        prefix: ids that the translation is made to begin with.
        cached: whether keys and values are kept; see ``model.changes.kinds.by_position``.
        watch: sees the steps of the search as they come.

    Returns:
        All hypotheses that ended, best first.
    """
    with editing(model, edits):
        steps = beam_search(model, [source], [start], width, prefix, cached)
        return ranking(watch(steps), alpha)[0]
