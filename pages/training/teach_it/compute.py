"""A lesson while it is taught: translations and forgetting, measured every few steps."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from model.changes.lesson import Lesson, LessonPair
from model.changes.taught import cache_lesson
from model.glass import Glass
from model.teach.teaching import (
    copy_with_weights,
    count_trainable,
    held_out_pairs,
    mean_log_probability,
    merge_low_rank,
    teach,
)
from model.tokenizer import SPACE, Tokenizer
from model.translate import translate
from pages.training.teach_it.typed import Question

EVERY = 5  # steps between examinations
LONGEST = 60.0  # seconds of CPU time after which a lesson is stopped


@dataclass(frozen=True)
class Examination:
    """The model's state after some steps of fine-tuning.

    Args:
        step: number of steps.
        losses: loss of lesson and rehearsal at each step so far, in nats per token; the first
            before any step.
        translations: translations of the questions.
        held_out_log_p: mean log-probability per token of held-out sentences, in nats; None without
            any in this direction.
        trainable_count: number of trainable parameters.
        is_cached: whether the lesson is finished and its weights are cached for other pages.
    """

    step: int
    losses: tuple[float, ...]
    translations: tuple[str, ...]
    held_out_log_p: float | None
    trainable_count: int
    is_cached: bool


def examine_lesson(
    glass: Glass,
    lesson: Lesson,
    questions: Sequence[Question],
    clock: Callable[[], float] = time.thread_time,
    owner: str = "",
) -> Iterator[Examination]:
    """Fine-tune a copy of the model on a lesson; yield its state before the first step and after
    every five steps.

    Each state has the losses so far and the translations of the test sentences. After the last
    step, the weights are cached, so that other pages can use them; a lesson that is stopped because
    it takes too much CPU time (``LONGEST``, 60 s) leaves none.

    Args:
        glass: the model.
        lesson: sentence pairs and training settings.
        questions: test sentences, which are translated at each examination.
        clock: returns the thread's CPU time, in seconds.
        owner: the visitor's network address.
    """
    network, tokenizer = glass.network, glass.tokenizer
    known = held_out_pairs(*lesson.language_pairs[0])
    texts, languages = [q.text for q in questions], [q.language for q in questions]
    began, losses = clock(), []
    for moment in teach(network, tokenizer, lesson):
        losses.append(moment.loss)
        over, late = moment.step == lesson.steps, clock() - began > LONGEST
        if moment.step % EVERY and not over and not late:
            continue
        weights = merge_low_rank(moment.network)
        taught = copy_with_weights(network, weights)
        if over:
            cache_lesson(network, lesson, weights, owner)
        yield Examination(
            step=moment.step,
            losses=tuple(losses),
            translations=tuple(t.text for t in translate(taught, tokenizer, texts, languages)),
            held_out_log_p=mean_log_probability(taught, tokenizer, known) if known else None,
            trainable_count=count_trainable(moment.network),
            is_cached=over,
        )
        if late:
            return


def find_split_word_pieces(pairs: Sequence[LessonPair], tokenizer: Tokenizer) -> list[int]:
    """Return the token ids of all words, on either side of a lesson, that the tokenizer splits.

    A split word has more than one piece. Each id is returned once, in the order of the text.

    Args:
        pairs: the lesson's sentence pairs.
        tokenizer: the model's tokenizer.
    """
    found: list[int] = []
    for pair in pairs:
        for ids in (tokenizer.encode(pair.source), tokenizer.encode_target(pair.target)):
            for word in _group_pieces_by_word(ids, tokenizer.pieces(ids)):
                found += word if len(word) > 1 else []
    return list(dict.fromkeys(found))


def _group_pieces_by_word(ids: Sequence[int], pieces: Sequence[str]) -> list[list[int]]:
    """Group pieces by word; punctuation separates words."""
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


def count_right_answers(questions: Sequence[Question], examination: Examination) -> int:
    """Return how many test questions are translated as expected; those without an expected
    translation do not count.

    Args:
        questions: the test questions.
        examination: the state of the fine-tuned model, with its translations of these questions.
    """
    return sum(map(Question.is_right, questions, examination.translations))


def find_step_learned(
    question: Question, question_index: int, examinations: Sequence[Examination]
) -> int | None:
    """Return the training step from which on a test question has been translated right.

    Args:
        question: the question, with its expected translation.
        question_index: index of the question among the translations, from 0.
        examinations: the model's states so far, with their translations, in order.

    Returns:
        The step; None if the latest translation is wrong.
    """
    since = None
    for one in examinations:
        right = question.is_right(one.translations[question_index])
        since = (one.step if since is None else since) if right else None
    return since
