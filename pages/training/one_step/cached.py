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
from pages.training.one_step.question import Question
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
def compute_gradient_flows(question: Question) -> tuple[GradientFlow, GradientFlow]:
    """Return two gradient flows: with residual connections in the backward pass, and without."""
    with _network_after(question.steps_taken) as network:
        return (
            compute.compute_gradient_flow(
                network, question.example, _run_backward(question, network), True
            ),
            compute.compute_gradient_flow(
                network, question.example, _run_backward(question, network, False), False
            ),
        )


def _run_backward(question: Question, network: Transformer, residuals: bool = True) -> Backward:
    """Run the backward pass of a training example on a network."""
    return compute.run_backward(network, question.example, question.smoothing, residuals)


@st.cache_data(max_entries=32, show_spinner=False)
def get_logit_gradients(question: Question, step: int) -> LogitGradients:
    """Return the tokens with the largest logit gradients at a step, from 0."""
    with _network_after(question.steps_taken) as network:
        found = _run_backward(question, network)
        return compute.compute_logit_gradients(
            found, question.example, step, question.smoothing, TOKENS
        )


@st.cache_data(max_entries=32, show_spinner=False)
def get_largest_row_gradients(question: Question) -> tuple[list[RowGradient], float]:
    """Return the rows of E with the largest gradients, and the median gradient norm of all rows."""
    with _network_after(question.steps_taken) as network:
        rows = embedding_gradients(network, question.example, _run_backward(question, network))
        return compute.find_largest_row_gradients((rows.source, rows.target, rows.output), PULLED)


@st.cache_data(max_entries=32, show_spinner=False)
def inspect_weight(
    question: Question, name: str, position: tuple[int, int] | None
) -> tuple[tuple[int, int], InspectedMatrix, float]:
    """Return a weight's (row, column) in the matrix ``name``, its gradient as a sum, and the
    numerical derivative; position: None for the largest gradient.
    """
    with _network_after(question.steps_taken) as network:
        found = _run_backward(question, network)
        position, matrix = compute.inspect_matrix(network, found, name, position, CORNER)
        with DOUBLES:
            slope = numerical_derivative(
                network, question.example, name, *position, question.smoothing
            )
    return position, matrix, slope


def compute_losses_by_rate(
    question: Question, rule: Rule, rates: Sequence[float]
) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield (learning rate, loss in nats after one step at it), a few at a time."""
    last = Step(question.example, rule, rates[0], question.smoothing)
    along = losses_by_rate(session.glass().network, question.steps_taken, last, rates)
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
    """Return the translations of sentences, and the example's loss, after some training steps."""
    with _network_after(steps) as network:
        languages = [target_language] * len(sentences)
        said = translate(network, session.glass().tokenizer, list(sentences), languages)
        return StepOutcome(
            tuple(one.text for one in said), summed_loss(network, example, smoothing)
        )


@st.cache_data(show_spinner=False)
def load_other_sentences(language: str, sentence_count: int) -> tuple[str, ...]:
    """Return at most ``sentence_count`` of our own short sentences in a language; () if it has
    none.
    """
    with (session.ASSETS / "sentences.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(row[language] for row in rows[:sentence_count] if row.get(language))


def compute_loss_floor(smoothing: float) -> float:
    """Return the entropy of the smoothed target, the lowest possible loss per token, in nats."""
    q = target_distribution(session.glass().config.vocab_size, smoothing)
    return -(q[q > 0] * q[q > 0].log()).sum().item()
