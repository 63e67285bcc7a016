"""What the page asks the model, and keeps: small numbers only, never a changed network."""

import csv
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st

from model.backward.gradients import Backward, Example, loss_of
from model.backward.step import Rule, Step, learner_after, losses_along
from model.backward.weights import numerical_derivative, row_gradients
from model.training.loss import target_distribution
from model.transformer import Transformer
from model.translate import translate
from pages.training.one_step import compute
from pages.training.one_step.compute import Flow, Opened, Pull, PulledRow
from pages.training.one_step.question import Question
from ui.readings import session

COPIES = threading.BoundedSemaphore(2)  # of the weights, that pages hold at the same time
DOUBLES = threading.BoundedSemaphore(1)  # of those in double precision
TOGETHER = 3  # learning rates between two looks whether the curve is still wanted
PULLED, TOKENS, CORNER = 10, 8, 16  # rows of E; logits of a step; rows and columns of a matrix


@contextmanager
def _network(taken: Sequence[Step]) -> Iterator[Transformer]:
    """Give the network after some steps: a copy that goes with the block, or the shipped one."""
    shipped = session.glass().network
    if not taken:
        yield shipped
        return
    with COPIES:
        yield learner_after(shipped, taken).network


@st.cache_resource(max_entries=16, show_spinner=False)
def flows(question: Question) -> tuple[Flow, Flow]:
    """Return the backward pass with the residual roads, and without them."""
    with _network(question.taken) as network:
        return (
            compute.flow(network, question.example, _pass(question, network), True),
            compute.flow(network, question.example, _pass(question, network, False), False),
        )


def _pass(question: Question, network: Transformer, roads: bool = True) -> Backward:
    return compute.run(network, question.example, question.smoothing, roads)


@st.cache_data(max_entries=32, show_spinner=False)
def pull(question: Question, step: int) -> Pull:
    """Return the tokens whose logits a step pulls hardest."""
    with _network(question.taken) as network:
        found = _pass(question, network)
        return compute.pull(found, question.example, step, question.smoothing, TOKENS)


@st.cache_data(max_entries=32, show_spinner=False)
def strongest_rows(question: Question) -> tuple[list[PulledRow], float]:
    """Return the rows of E that the example pulls hardest, and the length of the middle one."""
    with _network(question.taken) as network:
        rows = row_gradients(network, question.example, _pass(question, network))
        return compute.strongest_rows((rows.source, rows.target, rows.scored), PULLED)


@st.cache_data(max_entries=32, show_spinner=False)
def weight(
    question: Question, name: str, place: tuple[int, int] | None
) -> tuple[tuple[int, int], Opened, float]:
    """Open a matrix at a weight: its gradient as a sum, and the slope that two losses show."""
    with _network(question.taken) as network:
        found = _pass(question, network)
        place, matrix = compute.open_matrix(network, found, name, place, CORNER)
        with DOUBLES:
            slope = numerical_derivative(
                network, question.example, name, *place, question.smoothing
            )
    return place, matrix, slope


def losses(
    question: Question, rule: Rule, rates: Sequence[float]
) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield learning rates with the losses after a step of that length, a few at a time."""
    last = Step(question.example, rule, rates[0], question.smoothing)
    along = losses_along(session.glass().network, question.taken, last, rates)
    some: list[tuple[float, float]] = []
    for rate, loss in zip(rates, along, strict=True):
        some.append((rate, loss))
        if len(some) == TOGETHER:
            yield tuple(some)
            some = []
    if some:
        yield tuple(some)


@dataclass(frozen=True)
class After:
    """What a network says after some steps.

    Args:
        translations: of the sentences that were asked.
        loss: of the example.
    """

    translations: tuple[str, ...]
    loss: float


@st.cache_data(max_entries=64, show_spinner=False)
def after(
    taken: tuple[Step, ...],
    texts: tuple[str, ...],
    language: str,
    example: Example,
    smoothing: float,
) -> After:
    """Translate sentences with the network after some steps, and say what the example costs it."""
    with _network(taken) as network:
        languages = [language] * len(texts)
        said = translate(network, session.glass().tokenizer, list(texts), languages)
        return After(tuple(one.text for one in said), loss_of(network, example, smoothing))


@st.cache_data(show_spinner=False)
def other_sentences(language: str, count: int) -> tuple[str, ...]:
    """Return sentences of ours in a language, short ones; none where we have none."""
    with (session.ASSETS / "sentences.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(row[language] for row in rows[:count] if row.get(language))


def floor(smoothing: float) -> float:
    """Return the smallest loss of a token that smoothed targets allow: their entropy, in nats."""
    q = target_distribution(session.glass().config.vocab_size, smoothing)
    return -(q[q > 0] * q[q > 0].log()).sum().item()
