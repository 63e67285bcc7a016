"""Benchmark of the head census's pruning curve of a sentence, against one recorded pass."""

from collections.abc import Iterator
from functools import partial

import torch

from benchmarks.measure import Comparison, compare_durations
from model.census.orders import list_heads
from model.passes import record_pass
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer
from pages.lab.head_census.compute import compute_pruning_curve

SENTENCE = "The cat is sleeping because it is tired."
TRANSLATION = "Le chat dort parce qu'il est fatigué."
AT_MOST, ROUNDS = 60, 20


@torch.inference_mode()
def compare_pruning(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time the passes with 0, 1, ... up to all heads silenced, as the page computes them."""
    source = [*tokenizer.encode(SENTENCE), EOS]
    target = [tokenizer.start("fr"), *tokenizer.encode(TRANSLATION), EOS]
    order = list_heads(model.config)
    name = f"Head census: 0 to {len(order)} heads silenced, {len(source)} tokens / watched pass"
    silence = partial(compute_pruning_curve, model, source, target, order)
    watched = partial(record_pass, model, source, target[:-1])
    yield compare_durations(name, silence, watched, ROUNDS, AT_MOST)
