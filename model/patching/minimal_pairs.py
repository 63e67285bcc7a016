"""Minimal pairs, patched one after the other: where the prediction of each is decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jaxtyping import Float
from torch import Tensor

from model.glass import Glass
from model.measures.pairs import align_tokens
from model.passes import search_with_edits
from model.patching import predictions
from model.patching.runs import logits_at_each_step, record_run, truncate_run
from model.patching.sites import arrange_in_maps, flatten_sites, patch_site_maps


@dataclass(frozen=True)
class MinimalPair:
    """Two sentences that differ little, or one that is translated into two languages.

    Args:
        name: what differs between the sentences.
        texts: the clean sentence and the changed one.
        targets: code of the target language of each.
        step: step at which they are compared, from 1; 0 for the first at which they diverge.
    """

    name: str
    texts: tuple[str, str]
    targets: tuple[str, str]
    step: int = 0


@dataclass(frozen=True)
class PairResult:
    """Patching results of one minimal pair.

    Args:
        pair: the minimal pair.
        tokens: ids of the two competing tokens.
        differences: logit difference d of the clean and of the changed run.
        paths: for each stack, the largest effect at each depth, with the token id of its position;
            empty if the runs differ too little.
        cross: the effect of all cross-attention heads together, by layer; empty likewise.
    """

    pair: MinimalPair
    tokens: tuple[int, int]
    differences: tuple[float, float]
    paths: dict[str, list[tuple[float, int]]]
    cross: list[float]


def patch_minimal_pairs(glass: Glass, pairs: Sequence[MinimalPair]) -> Iterator[PairResult]:
    """Yield the patching results of each minimal pair, in the order of the pairs.

    The runs on the two sentences are compared at the pair's ``step``. If that is 0, they are
    compared at the first step at which they clearly predict different tokens; see
    ``first_divergent_step``.
    """
    for pair in pairs:
        yield _patch_minimal_pair(glass, pair)


def _patch_minimal_pair(glass: Glass, pair: MinimalPair) -> PairResult:
    """Return the patching results of one minimal pair."""
    model, starts = glass.network, list(map(glass.tokenizer.start, pair.targets))
    sources = list(map(glass.source_ids, pair.texts, pair.targets))
    output_ids = search_with_edits(model, sources[0], starts[0])[0].tokens[:-1]
    whole = [
        record_run(model, source, (start, *output_ids), {})
        for source, start in zip(sources, starts, strict=True)
    ]
    compared = predictions.compare_steps(*(logits_at_each_step(model, one) for one in whole))
    known = 0 < pair.step <= len(compared)
    step = pair.step - 1 if known else predictions.first_divergent_step(compared)
    tokens = (compared[step].clean, compared[step].changed)
    clean, changed = both = [truncate_run(model, one, step) for one in whole]
    d = predictions.unpatched_predictions(both, tokens).differences
    found = PairResult(pair, tokens, tuple(d.tolist()), {}, [])
    if (d[1] - d[0]).abs() < predictions.MIN_LOGIT_DIFFERENCE:
        return found
    paired = align_tokens(clean.source, changed.source)
    maps = patch_site_maps(model.config, paired, step + 1, False)
    *_, last = predictions.patched_predictions(model, both, flatten_sites(maps), tokens)
    values = arrange_in_maps(maps, predictions.normalized_effects(last.differences, *d))
    ids = clean.source, changed.source
    read: dict[str, Sequence[int]] = {
        "encoder": [
            next(each[i] for each, i in zip(ids, column, strict=True) if i is not None)
            for column in paired
        ],
        "decoder": clean.target,
    }
    paths = {stack: _largest_effects(values[stack], ids) for stack, ids in read.items()}
    return replace(found, paths=paths, cross=values["cross-heads"][:, -1].tolist())


def _largest_effects(
    values: Float[Tensor, "depth column"], ids: Sequence[int]
) -> list[tuple[float, int]]:
    """Return the largest effect at each depth, and the token id where it occurs."""
    best = values.nan_to_num().abs().argmax(dim=1)
    return [
        (row[position].item(), ids[position])
        for row, position in zip(values, best.tolist(), strict=True)
    ]
