"""Search for a translation (section 6.1): greedy, beam search and sampling, one step at a time.

A search is a generator of steps. A step holds, for each unfinished sentence, the candidates that
were considered, best first; each knows its parent, so together they form the search tree.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

import torch
from jaxtyping import Float
from torch import Tensor

from model.hypotheses import EXTRA_LENGTH, Candidate, Fate, Hypotheses, Step, length_penalty
from model.transformer import Transformer

__all__ = [
    "EXTRA_LENGTH",
    "Candidate",
    "Fate",
    "Sampling",
    "Step",
    "beam_search",
    "length_penalty",
    "rank_hypotheses",
    "sample",
    "sampling_probabilities",
]

ALTERNATIVES = 8  # tokens a sampling step records beside the one it drew


@torch.inference_mode()
def beam_search(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    start_ids: Sequence[int],
    width: int = 4,
    prefix: Sequence[int] = (),
    use_cache: bool = True,
) -> Iterator[Step]:
    """Yield the steps of a beam search; each maps a sentence's index to its candidates, best first.

    A sentence is done when ``width`` of its hypotheses have ended. Which of them wins is decided
    afterwards, by ``rank_hypotheses``: the length penalty plays no part in the search itself.

    Args:
        model: the trained network.
        sources: ids of each source sentence, the end token included.
        start_ids: for each sentence, the start token of the language to translate into.
        width: hypotheses kept at each step (1: greedy search); twice as many candidates are
            recorded.
        prefix: ids that every translation is made to begin with.
        use_cache: whether keys and values are kept from step to step. It must be False if an edit
            lets positions attend to later ones: their vectors then change with each new token.

    Raises:
        ValueError: if the width is not positive.
    """
    if width < 1:
        raise ValueError(f"a beam of width {width} keeps nothing")
    hypotheses = Hypotheses(model, sources, start_ids, use_cache)
    finished = dict.fromkeys(range(len(sources)), 0)
    while hypotheses.unfinished:
        forced = prefix[hypotheses.length] if hypotheses.length < len(prefix) else None
        step = {
            sentence: _assign_fates(hypotheses, sentence, options, width)
            for sentence, options in _best_continuations(hypotheses, 2 * width, forced).items()
        }
        for sentence, candidates in step.items():
            finished[sentence] += sum(c.fate is Fate.FINISHED for c in candidates)
        yield step
        hypotheses.advance({s: c for s, c in step.items() if finished[s] < width})


def _best_continuations(
    hypotheses: Hypotheses, continuation_count: int, forced_token: int | None
) -> dict[int, list[Candidate]]:
    """Return, for each sentence, the best continuations of its hypotheses, best first."""
    log_probabilities = hypotheses.log_probabilities()
    if forced_token is None:
        values, tokens = log_probabilities.topk(min(continuation_count, log_probabilities.shape[1]))
    else:
        values = log_probabilities[:, forced_token : forced_token + 1]
        tokens = torch.full_like(values, forced_token, dtype=torch.long)
    value_rows, token_rows = values.tolist(), tokens.tolist()
    best = {}
    for sentence, rows in hypotheses.by_sentence():
        options = [
            (parent.total + value, value, token, parent)
            for row, parent in rows
            for token, value in zip(token_rows[row], value_rows[row], strict=True)
        ]
        options.sort(key=itemgetter(0), reverse=True)
        best[sentence] = [
            Candidate(p, token, v, total) for total, v, token, p in options[:continuation_count]
        ]
    return best


def _assign_fates(
    hypotheses: Hypotheses, sentence: int, continuations: list[Candidate], width: int
) -> list[Candidate]:
    """Set each continuation's fate: kept in the beam, finished, truncated or pruned."""
    candidates, kept = [], 0
    for rank, option in enumerate(continuations):
        fate = hypotheses.fate(sentence, option.token)
        # An ending counts only among the best; else any step could end a sentence.
        if rank >= width if fate is Fate.FINISHED else kept == width:
            fate = Fate.PRUNED
        kept += fate in (Fate.KEPT, Fate.TRUNCATED)
        candidates.append(replace(option, fate=fate))
    return candidates


@dataclass(frozen=True)
class Sampling:
    """Settings of sampling; see ``sampling_probabilities``.

    Args:
        temperature: below 1 likely tokens become likelier.
        top_k: number of tokens that stay; 0 for all.
        top_p: share of the probability that stays (nucleus).
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0


@torch.inference_mode()
def sample(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    start_ids: Sequence[int],
    generator: torch.Generator,
    sampling: Sampling = Sampling(),
    prefix: Sequence[int] = (),
    use_cache: bool = True,
) -> Iterator[Step]:
    """Yield the steps of sampling: each draws one token after temperature, top-k and top-p.
    A step maps a sentence's index to its candidates, the drawn one first.

    Args:
        model: the trained network.
        sources: ids of each source sentence, the end token included.
        start_ids: for each sentence, the start token of the language to translate into.
        generator: random numbers, on the CPU; its seed decides the result.
        sampling: temperature, top-k and top-p.
        prefix: ids that every translation is made to begin with.
        use_cache: see ``beam_search``.
    """
    hypotheses = Hypotheses(model, sources, start_ids, use_cache)
    while hypotheses.unfinished:
        log_probabilities = hypotheses.log_probabilities().cpu()
        allowed = sampling_probabilities(
            log_probabilities, sampling.temperature, sampling.top_k or None, sampling.top_p
        )
        sampled = torch.multinomial(allowed, 1, generator=generator)[:, 0].tolist()
        if hypotheses.length < len(prefix):
            sampled = [prefix[hypotheses.length]] * len(sampled)
        step = {}
        for sentence, [(row, parent)] in hypotheses.by_sentence():
            fate = hypotheses.fate(sentence, sampled[row])
            step[sentence] = _sampling_candidates(
                parent, sampled[row], fate, log_probabilities[row]
            )
        yield step
        hypotheses.advance(step)


def _sampling_candidates(
    parent: Candidate, sampled: int, fate: Fate, log_probabilities: Float[Tensor, " vocab"]
) -> list[Candidate]:
    """Return the drawn token's candidate, then those of the likeliest undrawn tokens."""
    likely = log_probabilities.topk(min(ALTERNATIVES, len(log_probabilities))).indices.tolist()
    tokens = [sampled, *(token for token in likely if token != sampled)]
    values = log_probabilities[tokens].tolist()
    return [
        Candidate(parent, token, value, parent.total + value, Fate.PRUNED if place else fate)
        for place, (token, value) in enumerate(zip(tokens, values, strict=True))
    ]


def sampling_probabilities(
    logits: Float[Tensor, "*some vocab"],
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float = 1.0,
) -> Float[Tensor, "*some vocab"]:
    """Return the probabilities that sampling draws from: after temperature, top-k and top-p.

    Args:
        logits: scores, or log-probabilities, of the vocabulary.
        temperature: below 1 sharpens the distribution, above 1 flattens it.
        top_k: number of most probable tokens that stay; None for all.
        top_p: the fewest most probable tokens with at least this share stay (nucleus).

    Raises:
        ValueError: if a setting is out of its range.
    """
    if not temperature > 0:
        raise ValueError(f"temperature={temperature} must be above 0")
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k={top_k} must be at least 1")
    if not 0 < top_p <= 1:
        raise ValueError(f"top_p={top_p} must lie in (0, 1]")
    probabilities, order = (logits / temperature).softmax(dim=-1).sort(dim=-1, descending=True)
    rank = torch.arange(probabilities.shape[-1], device=logits.device)
    dropped = rank >= (top_k or len(rank))
    if top_p < 1:  # a token goes when those before it already hold the share
        dropped = dropped | (probabilities.cumsum(dim=-1) - probabilities >= top_p)
    probabilities = probabilities.masked_fill(dropped, 0)
    probabilities = probabilities / probabilities.sum(dim=-1, keepdim=True)
    return torch.zeros_like(probabilities).scatter(-1, order, probabilities)


def rank_hypotheses(steps: Iterable[Step], alpha: float = 0.6) -> dict[int, list[Candidate]]:
    """Return each sentence's ended hypotheses, best first, by the sentence's index.
    Finished ones come first, by log-probability over length penalty; then truncated ones.

    Args:
        steps: a search, such as ``beam_search`` returns; it is run to its end.
        alpha: exponent of the length penalty; 0 compares plain log-probabilities.
    """
    ended: dict[int, list[Candidate]] = {}
    for step in steps:
        for sentence, candidates in step.items():
            ends = [c for c in candidates if c.fate in (Fate.FINISHED, Fate.TRUNCATED)]
            ended.setdefault(sentence, []).extend(ends)
    return {
        sentence: sorted(ends, key=lambda c: (c.fate is Fate.TRUNCATED, -c.score(alpha)))
        for sentence, ends in ended.items()
    }
