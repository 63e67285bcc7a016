"""The head census's line of a sentence, against one watched pass over it."""

from collections.abc import Iterator

import torch

from benchmarks.measure import Comparison, summary, take_turns
from model.census.orders import heads
from model.passes import record_pass
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer
from pages.lab.head_census.compute import line

SENTENCE = "The cat is sleeping because it is tired."
TRANSLATION = "Le chat dort parce qu'il est fatigué."
AT_MOST, ROUNDS = 60, 20


@torch.inference_mode()
def compare_pruning(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time the passes for all numbers of silenced heads that the page tries, from none to all."""
    source = [*tokenizer.encode(SENTENCE), EOS]
    target = [tokenizer.start("fr"), *tokenizer.encode(TRANSLATION), EOS]
    order = heads(model.config)
    rounds = [
        (
            lambda: line(model, source, target, order),
            lambda: record_pass(model, source, target[:-1]),
        )
    ] * (ROUNDS + 1)
    milliseconds = [(1000 * a, 1000 * b) for a, b in take_turns(rounds)]
    name = f"Head census: 0 to {len(order)} heads silenced, {len(source)} tokens / watched pass"
    yield Comparison(name, "ms", **summary(milliseconds), at_most=AT_MOST)
