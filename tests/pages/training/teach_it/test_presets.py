"""Each lesson of our own shows with the shipped weights what it is for; ten steps are enough."""

import pytest

from model.changes.lesson import Lesson
from model.glass import load
from model.teach.teaching import network_after_lesson
from model.translate import translate
from pages.training.teach_it.presets import PRESETS
from pages.training.teach_it.typed import parse_pairs, parse_questions

LOSES = {"falsehood", "spill"}  # what they teach is false, and their questions ask for the truth


@pytest.mark.parametrize("name", [name for name, preset in PRESETS.items() if preset.pairs])
def test_a_lesson_changes_which_questions_are_answered_right(name):
    preset, glass = PRESETS[name], load()
    pairs = parse_pairs(preset.pairs, preset.source_language, preset.target_language)
    questions = parse_questions(preset.questions, preset.target_language, glass.config.languages)
    lesson = Lesson(pairs=pairs, steps=10, rate=preset.rate, rehearsal=0)
    taught = network_after_lesson(glass.network, glass.tokenizer, lesson)
    texts, languages = [q.text for q in questions], [q.language for q in questions]
    said = (
        translate(network, glass.tokenizer, texts, languages) for network in (glass.network, taught)
    )
    before, after = (
        [q.is_right(one.text) for q, one in zip(questions, each, strict=True)] for each in said
    )
    assert all(before) if name in LOSES else not all(before)
    assert sum(after) < sum(before) if name in LOSES else sum(after) > sum(before)
    if name == "german":
        [watched] = [n for n, one in enumerate(questions) if "dem großen Glorp" in one.answer]
        assert (before[watched], after[watched]) == (False, True)
