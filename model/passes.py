"""One recorded pass: a sentence is translated, then read once more with its translation."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model.decoding import Candidate, Step, beam_search, ranking
from model.tokenizer import PAD
from model.trace import Edit, Trace, editing, gradients, recording
from model.transformer import Transformer

Watch = Callable[[Iterator[Step]], Iterator[Step]]


@dataclass(frozen=True, repr=False)
class SearchResult:
    """What a search came to.

    Args:
        hypotheses: all that ended, best first; those that the length limit cut come last.
        steps: what it considered at each step, best first.
    """

    hypotheses: tuple[Candidate, ...]
    steps: tuple[Sequence[Candidate], ...]

    def __repr__(self) -> str:
        return f"<SearchResult: {len(self.hypotheses)} hypotheses after {len(self.steps)} steps>"


@dataclass(frozen=True)
class Search:
    """How a translation is searched for.

    Args:
        width: of the beam (section 6.1 of the paper: 4).
        alpha: exponent of the length penalty (there: 0.6).
        prefix: ids that the translation is made to begin with.
        cached: whether keys and values are kept; see ``model.changes.kinds.can_cache``.
        watch: sees the steps of the search as they come.
    """

    width: int = 4
    alpha: float = 0.6
    prefix: Sequence[int] = ()
    cached: bool = True
    watch: Watch = iter


def record_pass(
    model: Transformer,
    source: Sequence[int],
    target: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
    grad: bool = False,
) -> Trace:
    """Record one pass over a sentence and its finished translation (teacher forcing).

    Row t of every target-side tensor is what step t of the search computed, because no position
    looks at later ones: one pass shows all steps.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        target: the start token and the translation's ids, without the end token.
        edits: tap name -> function of the tensor that passes there.
        grad: whether a later ``backward`` reaches what passes each tap.

    Raises:
        ValueError: if an edit names no tap.
    """
    device = model.E.weight.device
    with gradients(grad), recording(model, edits, grad) as trace:
        model(torch.tensor([source], device=device), torch.tensor([target], device=device))
    return trace


def record_together(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    targets: Sequence[Sequence[int]],
    edits: Mapping[str, Edit] = MappingProxyType({}),
    names: Container[str] | None = None,
) -> list[Trace]:
    """Record the passes of several sentences at once; but for rounding, as each alone.

    Shorter ones are padded, which no position of theirs sees. An edit may: where there are any,
    let all sources be of one length, and all targets.

    Args:
        model: the trained network.
        sources: ids of each source, the end token included.
        targets: for each, the start token and the translation's ids, without the end token.
        edits: tap name -> function of the tensor that passes there.
        names: of the tensors that are kept; None for all.

    Returns:
        A trace for each sentence, without what was padded.
    """
    device = model.E.weight.device
    source, target = (
        pad_sequence([torch.tensor(ids, device=device) for ids in side], True, PAD)
        for side in (sources, targets)
    )
    with gradients(False), recording(model, edits, names=names) as trace:
        model(source, target)
    lengths = ({"source": len(a), "target": len(b)} for a, b in zip(sources, targets, strict=True))
    return [trace.sentence(row, known) for row, known in enumerate(lengths)]


def search_with_edits(
    model: Transformer,
    source: Sequence[int],
    start: int,
    edits: Mapping[str, Edit] = MappingProxyType({}),
    search: Search = Search(),
) -> list[Candidate]:
    """Search for one translation while some taps are edited; see ``search_together``."""
    return search_together(model, [source], [start], edits, search)[0]


def search_together(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    starts: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
    search: Search = Search(),
) -> list[list[Candidate]]:
    """Search for translations of several sentences at once while some taps are edited.

    Args:
        model: the trained network.
        sources: ids of each source, the end token included.
        starts: for each, the start token of the language to translate into.
        edits: tap name -> function of the tensor that passes there.
        search: how they are searched for.

    Returns:
        For each sentence all hypotheses that ended, best first.
    """
    with editing(model, edits):
        steps = beam_search(model, sources, starts, search.width, search.prefix, search.cached)
        found = ranking(search.watch(steps), search.alpha)
    return [found[number] for number in range(len(sources))]


def note_steps(watch: Watch, noted: list[Sequence[Candidate]]) -> Watch:
    """Return a watch that besides notes what one sentence's search considers at each step."""

    def watch_and_note(search: Iterator[Step]) -> Iterator[Step]:
        for step in watch(search):
            noted.append(step[0])
            yield step

    return watch_and_note


@gradients(False)
def forced_logits(
    model: Transformer,
    source: Sequence[int],
    target: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> Float[Tensor, "target vocab"]:
    """Return the logits of the pass that ``record_pass`` records, and keep nothing else."""
    device = model.E.weight.device
    with editing(model, edits):
        sources = torch.tensor([source], device=device)
        return model(sources, torch.tensor([target], device=device))[0]
