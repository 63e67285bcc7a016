"""One pass over a sentence: watched against unwatched, and against ``torch.nn.Transformer``."""

from collections.abc import Iterator

import torch

from benchmarks.measure import Action, Comparison, summary, take_turns
from benchmarks.reference import reference_of
from model.tokenizer import EOS, Tokenizer
from model.trace import recording
from model.transformer import Transformer

SENTENCE = "My old friends want to visit the small museum near the river."  # twelve words
TRANSLATION = "Mes vieux amis veulent visiter le petit musée près de la rivière."
ROUNDS, PASSES = 100, 5  # PASSES are timed together


@torch.inference_mode()
def compare_forward(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time a sentence of twelve words and its translation."""
    source = torch.tensor([[*tokenizer.encode(SENTENCE), EOS]])
    target = torch.tensor([[tokenizer.start("fr"), *tokenizer.encode(TRANSLATION)]])
    reference = reference_of(model)

    def watch() -> None:
        with recording(model):
            model(source, target)

    plain = "unwatched pass"
    yield _compare("watched pass", watch, plain, lambda: model(source, target), 1.25)
    yield _compare(
        plain,
        lambda: model(source, target),
        "torch.nn.Transformer",
        lambda: reference(source, target),
        1.1,
    )


def _compare(ours: str, first: Action, other: str, second: Action, at_most: float) -> Comparison:
    rounds = [(_repeat(first), _repeat(second))] * (ROUNDS + 1)
    milliseconds = [(1000 * a / PASSES, 1000 * b / PASSES) for a, b in take_turns(rounds)]
    return Comparison(f"{ours} / {other}", "ms", **summary(milliseconds), at_most=at_most)


def _repeat(action: Action) -> Action:
    def repeat() -> None:
        for _ in range(PASSES):
            action()

    return repeat
