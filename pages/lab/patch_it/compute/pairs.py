"""Pairs of sentences measured one after the other: where each of them turns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from model.passes import search_with_edits
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer
from pages.lab.patch_it.compute.answers import LEAST, answers, effects, patch_answers
from pages.lab.patch_it.compute.places import columns, laid_out, maps
from pages.lab.patch_it.compute.runs import logits, run
from pages.lab.patch_it.compute.steps import next_logits, parting, steps
from pages.lab.patch_it.presets import Pair


@dataclass(frozen=True)
class Found:
    """What one pair of sentences showed.

    Args:
        pair: the sentences.
        said: the clean run's translation.
        tokens: ids of the two that compete.
        differences: d of the clean and of the changed run.
        paths: for each stack the largest effect at each depth, with the id of the token there;
            none if the runs differ too little.
        cross: the effect of all heads of cross-attention in each layer, likewise.
    """

    pair: Pair
    said: str
    tokens: tuple[int, int]
    differences: tuple[float, float]
    paths: dict[str, list[tuple[float, int]]]
    cross: list[float]


def survey(model: Transformer, tokenizer: Tokenizer, pairs: Sequence[Pair]) -> Iterator[Found]:
    """Patch all places of each pair, changed into clean, at the step where its runs part."""
    for pair in pairs:
        yield _survey_pair(model, tokenizer, pair)


def _survey_pair(model: Transformer, tokenizer: Tokenizer, pair: Pair) -> Found:
    languages = (pair.target, pair.other or pair.target)
    texts = map(tokenizer.source_text, (pair.clean, pair.changed), languages)
    sources = [[*tokenizer.encode(text), EOS] for text in texts]
    starts = [tokenizer.start(code) for code in languages]
    said = search_with_edits(model, sources[0], starts[0])[0].tokens
    given = [[start, *said[:-1]] for start in starts]
    compared = steps(*(next_logits(model, *one, {}) for one in zip(sources, given, strict=True)))
    step = pair.step - 1 if 0 < pair.step <= len(compared) else parting(compared)
    tokens = (compared[step].clean, compared[step].changed)
    clean, changed = (
        run(model, source, target[: step + 1], {})
        for source, target in zip(sources, given, strict=True)
    )
    d = answers(logits(clean, changed), tokens).differences
    if (d[1] - d[0]).abs() < LEAST:
        return Found(pair, tokenizer.decode(said), tokens, tuple(d.tolist()), {}, [])
    paired = columns(clean.source, changed.source)
    places = maps(model.config, paired, step + 1, False)
    every = [one for rows in places.values() for row in rows for one in row if one]
    *_, last = patch_answers(model, (clean, changed), every, tokens)
    values = laid_out(places, effects(last.differences, d[0], d[1]))
    read = {
        "encoder": [clean.source[a] if a is not None else changed.source[b] for a, b in paired],
        "decoder": clean.target,
    }
    paths = {stack: _path(values[stack], ids) for stack, ids in read.items()}
    cross = values["cross-heads"][:, -1].tolist()
    return Found(pair, tokenizer.decode(said), tokens, tuple(d.tolist()), paths, cross)


def _path(values: Float[Tensor, "depth column"], ids: Sequence[int]) -> list[tuple[float, int]]:
    """Return the largest effect at each depth, and the token of its column."""
    best = values.nan_to_num().abs().argmax(dim=1)
    return [
        (row[place].item(), ids[place]) for row, place in zip(values, best.tolist(), strict=True)
    ]
