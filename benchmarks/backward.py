"""Benchmark of One step: its backward pass against a plain one, its curve against passes."""

from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Comparison, compare_durations
from model.backward.gradients import (
    Example,
    backward_pass,
    share_weights,
    summed_loss,
    token_losses,
)
from model.backward.step import Step, losses_by_rate
from model.passes import record_pass
from model.tokenizer import EOS, Tokenizer
from model.trace import grad_mode
from model.transformer import Transformer

SENTENCE, ANSWER = "The dog is sleeping because he is tired.", "Le chien dort car il est fatigué."
RATES = tuple(10 ** (-4 + 3 * place / 15) for place in range(15))
AT_MOST, CURVE, ROUNDS = 2.5, 4.0, 15


def compare_backward(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time the backward pass and the loss curve of a sentence of some ten tokens."""
    source = [*tokenizer.encode(SENTENCE), EOS]
    right = [*tokenizer.encode(ANSWER), EOS]
    example = Example.from_ids(source, tokenizer.start("fr"), right)

    def plain_backward() -> None:
        """Run forward and backward pass without recording."""
        with grad_mode(True):
            trace = record_pass(share_weights(model), example.source, example.target, grad=True)
            token_losses(trace["logits"][0], example.labels, 0.0).sum().backward()

    def forward_passes() -> None:
        """Compute the loss once for each learning rate."""
        for _ in RATES:
            summed_loss(model, example)

    name = f"backward pass of One step, {len(source)} tokens / with gradients of all weights"
    yield compare_durations(
        name, partial(backward_pass, model, example), plain_backward, ROUNDS, AT_MOST
    )
    name = "loss at 15 learning rates / 15 passes"
    step = Step(example, "sgd", RATES[0])
    yield compare_durations(
        name, lambda: list(losses_by_rate(model, (), step, RATES)), forward_passes, ROUNDS, CURVE
    )
