"""Benchmark of one pass: recorded against plain, and against ``torch.nn.Transformer``."""

from collections.abc import Iterator
from functools import partial

import torch

from benchmarks.measure import Comparison, compare_durations
from benchmarks.reference import build_reference
from model.tokenizer import EOS, Tokenizer
from model.trace import recording
from model.transformer import Transformer

SENTENCE = "My old friends want to visit the small museum near the river."  # twelve words
TRANSLATION = "Mes vieux amis veulent visiter le petit musée près de la rivière."
ROUNDS, PASSES = 100, 5  # PASSES are timed together


@torch.inference_mode()
def compare_forward(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time a pass over a sentence of twelve words and its translation."""
    source = torch.tensor([[*tokenizer.encode(SENTENCE), EOS]])
    target = torch.tensor([[tokenizer.start("fr"), *tokenizer.encode(TRANSLATION)]])
    reference = build_reference(model)

    def watch() -> None:
        """Run a pass that records all tensors."""
        with recording(model):
            model(source, target)

    plain = partial(model, source, target)
    name = "watched pass / unwatched pass"
    yield compare_durations(name, watch, plain, ROUNDS, 1.25, PASSES)
    name = "unwatched pass / torch.nn.Transformer"
    yield compare_durations(name, plain, partial(reference, source, target), ROUNDS, 1.1, PASSES)
