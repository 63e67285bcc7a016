"""A lesson as it is watched: what the model says and what it has forgotten, every few steps."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from model.changes.lesson import Lesson, LessonPair
from model.changes.taught import keep_lesson
from model.glass import Glass
from model.teach.teaching import (
    count_trainable,
    held_out_pairs,
    mean_log_probability,
    merge_low_rank,
    teach,
    with_weights,
)
from model.tokenizer import SPACE, Tokenizer
from model.translate import translate
from pages.training.teach_it.typed import Question

EVERY = 5  # steps between two examinations
LONGEST = 60.0  # seconds of work; a lesson that takes more ends with what was reached


@dataclass(frozen=True)
class Examination:
    """What the model does after some steps.

    Args:
        step: how many.
        losses: of the lesson and what is rehearsed with it, in nats per token, step by step so
            far; the first one before any step.
        translations: of the questions.
        held_out: mean log-probability of a token of sentences that no training saw, in nats; None
            if there are none in the direction of the lesson.
        trained: how many weights the lesson trains.
        kept: whether this is the end of the lesson, and its weights can be used.
    """

    step: int
    losses: tuple[float, ...]
    translations: tuple[str, ...]
    held_out: float | None
    trained: int
    kept: bool


def examine_lesson(
    glass: Glass,
    lesson: Lesson,
    questions: Sequence[Question],
    clock: Callable[[], float] = time.thread_time,
) -> Iterator[Examination]:
    """Teach a lesson and examine the model every few steps; keep what it learned at the end.

    Args:
        glass: the model.
        lesson: what is taught.
        questions: what it is examined on.
        clock: tells how long the calling thread has worked, in seconds.
    """
    network, tokenizer = glass.network, glass.tokenizer
    known = held_out_pairs(*lesson.directions[0])
    texts, languages = [q.text for q in questions], [q.language for q in questions]
    began, losses = clock(), []
    for moment in teach(network, tokenizer, lesson):
        losses.append(moment.loss)
        over, late = moment.step == lesson.steps, clock() - began > LONGEST
        if moment.step % EVERY and not over and not late:
            continue
        weights = merge_low_rank(moment.network)
        taught = with_weights(network, weights)
        if over:
            keep_lesson(network, lesson, weights)
        yield Examination(
            step=moment.step,
            losses=tuple(losses),
            translations=tuple(t.text for t in translate(taught, tokenizer, texts, languages)),
            held_out=mean_log_probability(taught, tokenizer, known) if known else None,
            trained=count_trainable(moment.network),
            kept=over,
        )
        if late:
            return


def split_pieces(pairs: Sequence[LessonPair], tokenizer: Tokenizer) -> list[int]:
    """Return the pieces of all words that the vocabulary does not have whole, as they come."""
    found: list[int] = []
    for pair in pairs:
        for ids in (tokenizer.encode(pair.source), tokenizer.encode_target(pair.target)):
            for word in _words(ids, tokenizer.pieces(ids)):
                found += word if len(word) > 1 else []
    return list(dict.fromkeys(found))


def _words(ids: Sequence[int], pieces: Sequence[str]) -> list[list[int]]:
    """Return the pieces of each word; signs stand between words."""
    result: list[list[int]] = []
    joins = False
    for token, piece in zip(ids, pieces, strict=True):
        letters = piece.removeprefix(SPACE).isalpha()
        if letters and joins and not piece.startswith(SPACE):
            result[-1].append(token)
        elif letters:
            result.append([token])
        joins = letters
    return result


def right_answers(questions: Sequence[Question], now: Examination) -> int:
    """Return how many questions are answered right, of those whose answer is known."""
    return sum(map(Question.is_right, questions, now.translations))


def first_right(question: Question, place: int, examinations: Sequence[Examination]) -> int | None:
    """Return the step from which a question's translation stays right; None if it is wrong now.

    Args:
        question: the one with its answer.
        place: of the question among all.
        examinations: so far.
    """
    since = None
    for one in examinations:
        right = question.is_right(one.translations[place])
        since = (one.step if since is None else since) if right else None
    return since
