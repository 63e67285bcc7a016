"""Minimal pairs, patched one after the other: where the prediction of each is decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jaxtyping import Float
from torch import Tensor

from model.glass import Glass
from model.measures.pairs import columns
from model.passes import search_with_edits
from model.patching import answers
from model.patching.places import in_one_row, lay_out, maps
from model.patching.runs import at_each_step, run, up_to


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
class Found:
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


def survey(glass: Glass, pairs: Sequence[MinimalPair]) -> Iterator[Found]:
    """Yield patching results of each minimal pair, at the step where its runs diverge."""
    for pair in pairs:
        yield _survey_pair(glass, pair)


def _survey_pair(glass: Glass, pair: MinimalPair) -> Found:
    """Return the patching results of one minimal pair."""
    model, starts = glass.network, list(map(glass.tokenizer.start, pair.targets))
    sources = list(map(glass.source_ids, pair.texts, pair.targets))
    said = search_with_edits(model, sources[0], starts[0])[0].tokens[:-1]
    whole = [
        run(model, source, (start, *said), {})
        for source, start in zip(sources, starts, strict=True)
    ]
    compared = answers.steps(*(at_each_step(model, one) for one in whole))
    known = 0 < pair.step <= len(compared)
    step = pair.step - 1 if known else answers.parting(compared)
    tokens = (compared[step].clean, compared[step].changed)
    clean, changed = both = [up_to(model, one, step) for one in whole]
    d = answers.own_answers(both, tokens).differences
    found = Found(pair, tokens, tuple(d.tolist()), {}, [])
    if (d[1] - d[0]).abs() < answers.LEAST:
        return found
    paired = columns(clean.source, changed.source)
    places = maps(model.config, paired, step + 1, False)
    *_, last = answers.patch_answers(model, both, in_one_row(places), tokens)
    values = lay_out(places, answers.effects(last.differences, *d))
    ids = clean.source, changed.source
    read: dict[str, Sequence[int]] = {
        "encoder": [
            next(each[i] for each, i in zip(ids, column, strict=True) if i is not None)
            for column in paired
        ],
        "decoder": clean.target,
    }
    paths = {stack: _path(values[stack], ids) for stack, ids in read.items()}
    return replace(found, paths=paths, cross=values["cross-heads"][:, -1].tolist())


def _path(values: Float[Tensor, "depth column"], ids: Sequence[int]) -> list[tuple[float, int]]:
    """Return the largest effect at each depth, with the token id of its column."""
    best = values.nan_to_num().abs().argmax(dim=1)
    return [
        (row[place].item(), ids[place]) for row, place in zip(values, best.tolist(), strict=True)
    ]
