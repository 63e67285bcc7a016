"""Benchmark of One step: its backward pass against a plain one, its curve against passes."""

from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Comparison, compare
from model.backward.gradients import Example, backward, loss_of, share_weights, token_losses
from model.backward.step import Step, losses_along
from model.passes import record_pass
from model.tokenizer import EOS, Tokenizer
from model.trace import gradients
from model.transformer import Transformer

SENTENCE, ANSWER = "The dog is sleeping because he is tired.", "Le chien dort car il est fatigué."
RATES = tuple(10 ** (-4 + 3 * place / 15) for place in range(15))
AT_MOST, CURVE, ROUNDS = 2.5, 4.0, 15


def compare_backward(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time the backward pass and the loss curve of a sentence of some ten tokens."""
    source = [*tokenizer.encode(SENTENCE), EOS]
    right = [*tokenizer.encode(ANSWER), EOS]
    example = Example.of(source, tokenizer.start("fr"), right)

    def bare() -> None:
        """Run forward and backward pass without recording."""
        with gradients(True):
            trace = record_pass(share_weights(model), example.source, example.target, grad=True)
            token_losses(trace["logits"][0], example.right, 0.0).sum().backward()

    def passes() -> None:
        """Compute the loss once for each learning rate."""
        for _ in RATES:
            loss_of(model, example)

    name = f"backward pass of One step, {len(source)} tokens / with gradients of all weights"
    yield compare(name, partial(backward, model, example), bare, ROUNDS, AT_MOST)
    name = "loss at 15 learning rates / 15 passes"
    step = Step(example, "sgd", RATES[0])
    yield compare(name, lambda: list(losses_along(model, (), step, RATES)), passes, ROUNDS, CURVE)
