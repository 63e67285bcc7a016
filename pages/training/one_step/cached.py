"""Backward passes and training steps for the page: small numbers, never a changed network."""

import csv
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st

from model.backward.gradients import Backward, Example, summed_loss
from model.backward.step import Rule, Step, learner_after, losses_by_rate
from model.backward.weights import embedding_gradients, numerical_derivative
from model.training.loss import target_distribution
from model.transformer import Transformer
from model.translate import translate
from pages.training.one_step import compute
from pages.training.one_step.compute import (
    GradientFlow,
    InspectedMatrix,
    LogitGradients,
    RowGradient,
)
from pages.training.one_step.training_setup import TrainingSetup
from ui.readings import session

COPIES = threading.BoundedSemaphore(2)  # copies of the weights held at the same time
DOUBLES = threading.BoundedSemaphore(1)  # the same in double precision
RATES_PER_UPDATE = 3  # learning rates per partial result, after each of which a job can stop
PULLED, TOKENS, CORNER = 10, 8, 16  # rows of E; logits; rows and columns of a matrix


@contextmanager
def _network_after(steps: Sequence[Step]) -> Iterator[Transformer]:
    """Yield a temporary copy of the network after training steps; the original for none."""
    shipped = session.glass().network
    if not steps:
        yield shipped
        return
    with COPIES:
        yield learner_after(shipped, steps).network


@st.cache_resource(max_entries=16, show_spinner=False)
def compute_gradient_flows(setup: TrainingSetup) -> tuple[GradientFlow, GradientFlow]:
    """Return the gradients of two backward passes: with residual connections, and without.

    Without the connections, gradients flow only through the sub-layers; the forward pass keeps the
    connections in both cases.

    Args:
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    with _network_after(setup.steps_taken) as network:
        return (
            compute.compute_gradient_flow(
                network, setup.example, _run_backward(setup, network), True
            ),
            compute.compute_gradient_flow(
                network, setup.example, _run_backward(setup, network, False), False
            ),
        )


def _run_backward(setup: TrainingSetup, network: Transformer, residuals: bool = True) -> Backward:
    """Run the backward pass of a training example on a network."""
    return compute.run_backward(network, setup.example, setup.smoothing, residuals)


@st.cache_data(max_entries=32, show_spinner=False)
def get_logit_gradients(setup: TrainingSetup, target_position: int) -> LogitGradients:
    """Return the largest logit gradients where one token of the reference is predicted.

    Args:
        setup: the training example, its label smoothing, and the training steps already taken.
        target_position: index of the reference token, from 0.
    """
    with _network_after(setup.steps_taken) as network:
        found = _run_backward(setup, network)
        return compute.compute_logit_gradients(
            found, setup.example, target_position, setup.smoothing, TOKENS
        )


@st.cache_data(max_entries=32, show_spinner=False)
def get_largest_row_gradients(setup: TrainingSetup) -> tuple[list[RowGradient], float]:
    """Return the ten rows of the embedding matrix E with the largest gradients.

    Args:
        setup: the training example, its label smoothing, and the training steps already taken.

    Returns:
        Those rows, the largest first; and the median of the gradient norms of all rows.
    """
    with _network_after(setup.steps_taken) as network:
        rows = embedding_gradients(network, setup.example, _run_backward(setup, network))
        return compute.find_largest_row_gradients((rows.source, rows.target, rows.output), PULLED)


@st.cache_data(max_entries=32, show_spinner=False)
def inspect_weight(
    setup: TrainingSetup, name: str, position: tuple[int, int] | None
) -> tuple[tuple[int, int], InspectedMatrix, float]:
    """Return one weight's gradient, as a sum of terms and, as a check, as a numerical derivative.

    Args:
        setup: the training example, its label smoothing, and the training steps already taken.
        name: parameter name of the matrix, such as "encoder.layers.0.self_attention.W_Q.weight".
        position: row and column of the weight, from 0; None for the weight with the largest
            gradient.

    Returns:
        Row and column of the weight, from 0; its value, the terms of its gradient, and the rows and
        columns of the matrix with the largest gradients; and the numerical derivative of the loss
        (in nats) with respect to the weight.
    """
    with _network_after(setup.steps_taken) as network:
        found = _run_backward(setup, network)
        position, matrix = compute.inspect_matrix(network, found, name, position, CORNER)
        with DOUBLES:
            slope = numerical_derivative(network, setup.example, name, *position, setup.smoothing)
    return position, matrix, slope


def compute_losses_by_rate(
    setup: TrainingSetup, rule: Rule, rates: Sequence[float]
) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield the loss after one more training step at each of several learning rates.

    Each yielded tuple holds the next pairs, three at most: a learning rate, and the loss in nats.

    Args:
        setup: the training example, its label smoothing, and the training steps already taken.
        rule: the optimizer, "sgd" or "adam".
        rates: the learning rates to try.
    """
    last = Step(setup.example, rule, rates[0], setup.smoothing)
    along = losses_by_rate(session.glass().network, setup.steps_taken, last, rates)
    some: list[tuple[float, float]] = []
    for rate, loss in zip(rates, along, strict=True):
        some.append((rate, loss))
        if len(some) == RATES_PER_UPDATE:
            yield tuple(some)
            some = []
    if some:
        yield tuple(some)


@dataclass(frozen=True)
class StepOutcome:
    """Translations and loss after some training steps.

    Args:
        translations: translations of the given sentences.
        loss: loss of the example, in nats.
    """

    translations: tuple[str, ...]
    loss: float


@st.cache_data(max_entries=64, show_spinner=False)
def evaluate_after_steps(
    steps: tuple[Step, ...],
    sentences: tuple[str, ...],
    target_language: str,
    example: Example,
    smoothing: float,
) -> StepOutcome:
    """Return what a copy of the model does after some training steps: its translations and its
    loss.

    Args:
        steps: the training steps, in order; empty for the model as it is.
        sentences: the sentences to translate.
        target_language: code of the language to translate into.
        example: the training example whose loss is computed.
        smoothing: label smoothing of the loss; 0 for none.
    """
    with _network_after(steps) as network:
        languages = [target_language] * len(sentences)
        said = translate(network, session.glass().tokenizer, list(sentences), languages)
        return StepOutcome(
            tuple(one.text for one in said), summed_loss(network, example, smoothing)
        )


@st.cache_data(show_spinner=False)
def load_other_sentences(language: str, sentence_count: int) -> tuple[str, ...]:
    """Return the first sentences in a language from the app's own list, ``sentences.tsv``.

    Args:
        language: code of the language.
        sentence_count: number of sentences, at most; a row of the list may lack the language.
    """
    with (session.ASSETS / "sentences.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(row[language] for row in rows[:sentence_count] if row.get(language))


def compute_loss_floor(smoothing: float) -> float:
    """Return the lowest possible loss per token, in nats: the entropy of the smoothed target.

    Args:
        smoothing: label smoothing, such as 0.1.
    """
    q = target_distribution(session.glass().config.vocab_size, smoothing)
    return -(q[q > 0] * q[q > 0].log()).sum().item()
