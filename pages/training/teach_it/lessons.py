"""Widgets of the page: a preset or typed lesson, and the training settings."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.changes.lesson import Lesson
from model.config import ModelConfig
from model.teach.pairs import MOST_PAIRS, check_pairs
from pages.training.teach_it.presets import PRESETS, Preset
from pages.training.teach_it.typed import Question, parse_pairs, parse_questions
from ui.choices import controls
from ui.messages import N_, _, pgettext
from ui.readings import session
from ui.sentence import describe_error
from ui.words import format_magnitude, language_name

STEPS, RATES = (10, 30, 60), (3e-5, 1e-4, 3e-4, 1e-2)
REHEARSED = (0, 4, 12)
RANKS = {0: N_("All parameters"), 4: N_("LoRA, rank 4")}


@dataclass(frozen=True)
class ChosenLesson:
    """The chosen lesson and the questions about it.

    Args:
        lesson: sentence pairs and training settings.
        questions: sentences that the model is examined on.
        shows: what the preset demonstrates; "" for a typed lesson.
    """

    lesson: Lesson
    questions: tuple[Question, ...]
    shows: str


def choose(settings: DeltaGenerator) -> ChosenLesson | str:
    """Show the widgets for lesson, test questions and training settings; return what was chosen.

    Args:
        settings: the container of all widgets but the choice of a preset.

    Returns:
        The choice; or, if something typed cannot be used, a sentence that says what to mend.
    """
    config = session.glass().config
    titles = {
        name: _(preset.title) for name, preset in PRESETS.items() if _is_supported(preset, config)
    }
    name = controls.choose_option(
        "taught", _("Lesson"), titles, next(iter(titles)), label_shown=False
    )
    preset = PRESETS[name]
    with settings.container(key="teach-settings", horizontal=True, vertical_alignment="center"):
        with st.popover(_("Lesson and questions")):
            source, target, pairs, asked = _choose_lesson_texts(name, config)
        none = {0: pgettext("rehearsal", "none")}
        counts = {count: none.get(count, str(count)) for count in REHEARSED}
        rehearsal = controls.choose_option("rehearsal", _("Rehearsal"), counts, 12)
        with st.popover(_("More"), key="more"):
            ranks = {rank: _(words) for rank, words in RANKS.items()}
            rank = controls.choose_option("trained", pgettext("parameters", "Trained"), ranks, 0)
            steps = controls.choose_option(
                "lesson_steps", _("Steps"), {n: str(n) for n in STEPS}, 30
            )
            scale = 10 if rank else 1  # low-rank matrices start at zero and need a higher rate
            rates = {rate: format_magnitude(rate * scale) for rate in RATES}
            rate = controls.choose_option(f"{name}_rate", _("Rate"), rates, preset.rate)
            seed = controls.choose_option(
                "lesson_seed", _("Seed"), {n: str(n) for n in range(1, 7)}, 1
            )
    try:
        lesson = Lesson(
            pairs=parse_pairs(pairs, source, target),
            steps=steps, rate=rate * scale, rehearsal=rehearsal, rank=rank, seed=seed,
        )  # fmt: skip
        check_pairs(lesson.pairs, session.glass().tokenizer, config)
        questions = parse_questions(asked, target, config.languages)
    except ValueError as error:
        return _as_sentence(describe_error(error))
    own = preset.source_language, preset.target_language, preset.pairs, preset.questions
    untouched = (source, target, pairs, asked) == own
    return ChosenLesson(lesson, questions, _(preset.shows) if untouched and preset.shows else "")


def _choose_lesson_texts(name: str, config: ModelConfig) -> tuple[str, str, str, str]:
    """Let the person edit a lesson; return both languages, the pairs and the questions."""
    preset = PRESETS[name]
    source = _choose_language(
        f"{name}_from", _("From"), config.read_languages, preset.source_language
    )
    target = _choose_language(f"{name}_to", _("Into"), config.languages, preset.target_language)
    label = _("The lesson: sentence = translation, {most} lines at most").format(most=MOST_PAIRS)
    pairs = controls.text_area(f"{name}_pairs", label, preset.pairs, height=170)
    label = _("Questions outside the lesson: sentence = right translation, if you know it")
    asked = controls.text_area(f"{name}_asks", label, preset.questions, height=170)
    return source, target, pairs, asked


def _is_supported(preset: Preset, config: ModelConfig) -> bool:
    """Whether the model knows a preset lesson's languages; always for the empty preset."""
    known = preset.source_language in config.read_languages
    return not preset.pairs or (known and preset.target_language in config.languages)


def _choose_language(key: str, label: str, codes: tuple[str, ...], default: str) -> str:
    """Let the person choose a language; return its code."""
    names = {code: language_name(code) for code in codes}
    return controls.choose_option(key, label, names, default if default in names else codes[0])


def _as_sentence(text: str) -> str:
    """Return a message with a capital letter and a full stop."""
    return f"{text[0].upper()}{text[1:]}".removesuffix(".") + "."
