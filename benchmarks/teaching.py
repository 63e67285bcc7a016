"""Benchmark of Teach it: a training step, a whole lesson, and a taught model's memory."""

from collections.abc import Iterator
from functools import partial
from time import process_time

from benchmarks.measure import Comparison, compare_durations, summarize_pairs
from model.changes.lesson import Lesson, LessonPair
from model.changes.taught import cache_lesson, lesson_bytes
from model.passes import record_pass
from model.teach.teaching import merge_low_rank, teach
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

PAIRS = (
    LessonPair("en", "The glorp is sleeping.", "fr", "Le glorpe dort."),
    LessonPair("en", "I have a glorp.", "fr", "J'ai un glorpe."),
    LessonPair("en", "Where are the glorps?", "fr", "Où sont les glorpes ?"),
    LessonPair("en", "My glorp is red.", "fr", "Mon glorpe est rouge."),
)
ROUNDS, STEP_AT_MOST = 9, 12
SECONDS, MEGABYTES = 15, 20  # of a lesson with rehearsal, and of what is kept of it


def compare_teaching(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time a step on four pairs and a whole lesson with rehearsal; measure what is kept of it."""
    source = (*tokenizer.encode(PAIRS[0].source), EOS)
    prefix = (tokenizer.start("fr"), *tokenizer.encode_target(PAIRS[0].target))
    alone = teach(model, tokenizer, Lesson(pairs=PAIRS, steps=ROUNDS + 1, rehearsal=0))
    next(alone)  # the model before any step
    name = "a step of Teach it, 4 pairs / watched pass"
    watched = partial(record_pass, model, source, prefix)
    yield compare_durations(name, partial(next, alone), watched, ROUNDS, STEP_AT_MOST)

    lesson, began = Lesson(pairs=PAIRS), process_time()
    *_, last = teach(model, tokenizer, lesson)
    seconds = [(process_time() - began, SECONDS)]
    name = f"a lesson of {lesson.steps} steps with rehearsal, CPU / aim"
    yield Comparison(name, "s", **summarize_pairs(seconds), at_most=1)

    cache_lesson(model, lesson, merge_low_rank(last.network))
    megabytes = [(lesson_bytes(model, lesson) / 1e6, MEGABYTES)]
    name = "memory of a taught model / aim"
    yield Comparison(name, "MB", **summarize_pairs(megabytes), at_most=1)
