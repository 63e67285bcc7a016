"""Benchmark of translations along a direction: in one batch, against one after the other."""

from collections.abc import Iterator
from functools import partial

import torch

from benchmarks.measure import Comparison, compare_durations
from model.changes.steering import Steering
from model.passes import search_with_edits
from model.steering.along import translate_with_each_steering
from model.steering.pairs import find_direction, read_pairs
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

SENTENCE = "I think that you work too much."
ALPHAS = (-4.0, -2.0, 0.0, 2.0, 4.0)
AT_MOST, ROUNDS = 0.9, 10


@torch.inference_mode()
def compare_steering(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time five translations of a sentence of some ten tokens, one for each alpha."""
    source, start = [*tokenizer.encode(SENTENCE), EOS], tokenizer.start("de")
    direction = find_direction(model, tokenizer, read_pairs("polite"))
    steerings = [Steering(direction, alpha) for alpha in ALPHAS]

    def translate_one_by_one() -> None:
        """Translate with each alpha in a search of its own."""
        for one in steerings:
            search_with_edits(model, source, start, one.edits(model))

    name = f"five alphas of Steer it, {len(source)} tokens / five searches"
    together = partial(translate_with_each_steering, model, source, start, steerings)
    yield compare_durations(name, together, translate_one_by_one, ROUNDS, AT_MOST)
