"""Searches with edits, and recorded teacher-forced passes."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model.decoding import Candidate, Step, beam_search, rank_hypotheses
from model.tokenizer import PAD
from model.trace import Edit, Trace, editing, grad_mode, recording
from model.transformer import Transformer

Watch = Callable[[Iterator[Step]], Iterator[Step]]


@dataclass(frozen=True, repr=False)
class SearchResult:
    """The result of a search for one sentence.

    Args:
        hypotheses: all that ended, best first; those that the length limit truncated come last.
        steps: the candidates considered at each step, best first.
    """

    hypotheses: tuple[Candidate, ...]
    steps: tuple[Sequence[Candidate], ...]

    def __repr__(self) -> str:
        return f"<SearchResult: {len(self.hypotheses)} hypotheses after {len(self.steps)} steps>"


@dataclass(frozen=True)
class Search:
    """Settings of a beam search.

    Args:
        width: beam width (section 6.1 of the paper: 4).
        alpha: exponent of the length penalty (section 6.1: 0.6).
        prefix: ids that the translation is forced to begin with.
        cached: whether keys and values are cached; see ``model.changes.kinds.can_cache``.
        watch: wraps the iterator of the search's steps.
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
    """Record one teacher-forced pass over a sentence and its finished translation.

    Row t of every target-side tensor is what step t of the search computed, because no position
    attends to later ones: one pass shows all steps.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        target: the start token and the translation's ids, without the end token.
        edits: tap name -> function of the tensor that passes there.
        grad: whether a later ``backward`` leaves gradients at the taps.

    Raises:
        ValueError: if an edit names no tap.
    """
    device = model.E.weight.device
    with grad_mode(grad), recording(model, edits, grad) as trace:
        model(torch.tensor([source], device=device), torch.tensor([target], device=device))
    return trace


def record_batch(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    targets: Sequence[Sequence[int]],
    edits: Mapping[str, Edit] = MappingProxyType({}),
    names: Container[str] | None = None,
) -> list[Trace]:
    """Record teacher-forced passes of several sentences in a padded batch; a trace for each.

    But for rounding, each trace is as if recorded alone, since no position attends to padding. An
    edit would get the padding: with edits, all sources must be of one length, and all targets.

    Args:
        model: the trained network.
        sources: ids of each source, the end token included.
        targets: for each, the start token and the translation's ids, without the end token.
        edits: tap name -> function of the tensor that passes there.
        names: taps whose tensors are kept; None for all.

    Returns:
        A trace for each sentence, without padding.
    """
    device = model.E.weight.device
    source, target = (
        pad_sequence([torch.tensor(ids, device=device) for ids in side], True, PAD)
        for side in (sources, targets)
    )
    with grad_mode(False), recording(model, edits, names=names) as trace:
        model(source, target)
    lengths = ({"source": len(a), "target": len(b)} for a, b in zip(sources, targets, strict=True))
    return [trace.sentence(row, known) for row, known in enumerate(lengths)]


def search_with_edits(
    model: Transformer,
    source: Sequence[int],
    start_id: int,
    edits: Mapping[str, Edit] = MappingProxyType({}),
    search: Search = Search(),
) -> list[Candidate]:
    """Translate one sentence by beam search, with edits at some taps.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        start_id: the start token of the language to translate into.
        edits: tap name -> function of the tensor that passes there.
        search: settings of the beam search.

    Returns:
        All hypotheses that ended, best first; those that the length limit truncated come last.
    """
    return search_batch(model, [source], [start_id], edits, search)[0]


def search_batch(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    start_ids: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
    search: Search = Search(),
) -> list[list[Candidate]]:
    """Translate several sentences by beam search in one batch, with edits at some taps.

    Args:
        model: the trained network.
        sources: ids of each source, the end token included.
        start_ids: for each, the start token of the language to translate into.
        edits: tap name -> function of the tensor that passes there.
        search: settings of the beam search.

    Returns:
        For each sentence, all hypotheses that ended, best first; those that the length limit
        truncated come last.
    """
    with editing(model, edits):
        steps = beam_search(model, sources, start_ids, search.width, search.prefix, search.cached)
        found = rank_hypotheses(search.watch(steps), search.alpha)
    return [found[number] for number in range(len(sources))]


def collect_steps(watch: Watch, recorded: list[Sequence[Candidate]]) -> Watch:
    """Return ``watch``, extended to append each step's candidates to a list as the search runs.

    Args:
        watch: wraps the iterator of a search's steps, as ``Search.watch``.
        recorded: the list to append to; of a batch, it gets the first sentence's candidates only.
    """

    def watch_and_collect(search: Iterator[Step]) -> Iterator[Step]:
        """Yield each observed step, after appending its candidates to ``recorded``."""
        for step in watch(search):
            recorded.append(step[0])
            yield step

    return watch_and_collect


@grad_mode(False)
def forced_logits(
    model: Transformer,
    source: Sequence[int],
    target: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> Float[Tensor, "target vocab"]:
    """Return the logits of a teacher-forced pass; nothing is recorded.
    ``source`` has its end token; ``target`` is the start token and the translation without its end.
    """
    device = model.E.weight.device
    with editing(model, edits):
        sources = torch.tensor([source], device=device)
        return model(sources, torch.tensor([target], device=device))[0]
