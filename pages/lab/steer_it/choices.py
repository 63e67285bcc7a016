"""Widgets of the page: direction or own pairs, tap, position, alpha."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.changes.direction import MEMORY, direction_taps
from model.config import ModelConfig
from model.steering.pairs import (
    DIRECTIONS,
    MOST_PAIRS,
    PAIR_LANGUAGES,
    ContrastPair,
    find_direction,
    read_pairs,
)
from pages.lab.steer_it import typed
from pages.lab.steer_it.experiment import FARTHEST, SteeringExperiment, drop_steering
from pages.lab.steer_it.presets import EXAMPLES, NAMES, OWN, WAYS, Example
from ui.choices import controls, link
from ui.locales import ENGLISH
from ui.messages import N_, _, language
from ui.readings import opening_sentences, session
from ui.readings.changes import label_tap
from ui.readings.reading import Reading
from ui.sentence import describe_error
from ui.words import language_name

DEFAULT = "negation"  # changes most statements
WHERE, OWN_PAIRS, POSITION, ALPHA = "steer_at", "own_pairs", "steer_position", "steer_alpha"
KEYS_TO_RESET = (WHERE, POSITION, ALPHA)  # reset when an example is loaded
COUNT = N_("{count} pairs, {way}")


def choose_experiment(reading: Reading) -> SteeringExperiment | None:
    """Show the widgets for the steering direction; return the visitor's choices.

    Args:
        reading: the sentence and its translation, with the active changes of the model.

    Returns:
        The sentence, the direction, and where it is added; None, after a message, if no direction
        can be computed from the sentence pairs.
    """
    config = session.glass().config
    with st.container(key="steer-choices", horizontal=True, vertical_alignment="center"):
        offered = list_available_directions(config)
        default = default_direction(reading.text, reading.language)
        default = default if default in offered else offered[0]
        names = {name: NAMES[name] for name in offered}
        name = controls.choose_option(
            "direction_added", _("Direction"), names, default, label_shown=False
        )
        with st.popover(_("Examples"), key="steer-examples"):
            _show_example_buttons(config)
        with st.popover(_("Pairs"), key="steer-pairs"):
            pairs = _choose_pairs(name)
        with st.popover(_("Where"), key="steer-where"):
            at = _choose_tap(config)
            position = _choose_position(reading, at)
    if isinstance(pairs, str):
        st.warning(pairs)
        return None
    glass = session.glass()
    try:
        direction = find_direction(
            glass.network, glass.tokenizer, pairs, at, reading.language, name
        )
    except ValueError as error:
        st.warning(_as_sentence(describe_error(error)))
        return None
    return SteeringExperiment(
        reading.text, reading.language, drop_steering(reading), tuple(pairs), direction, position
    )


def default_direction(text: str, target_language: str) -> str:
    """Return the key of the direction that a sentence is shown with first.

    The page's own sentence turns polite or, into English, to the past; others are negated.

    Args:
        text: the sentence.
        target_language: code of the target language.
    """
    own = opening_sentences.page_opening_sentence("steer_it", language(), target_language)
    return opening_direction(target_language) if text == own else DEFAULT


def opening_direction(target_language: str) -> str:
    """Return the key of the direction that the page's own sentence is shown with."""
    return "past" if target_language == ENGLISH else "polite"


def list_available_directions(config: ModelConfig) -> tuple[str, ...]:
    """Return the keys of the steering directions that can be chosen, such as "negation".

    The preset ones are those with sentence pairs in a language that the model reads. The last key
    is "own", for typed pairs.

    Args:
        config: configuration of the model.
    """
    read = config.read_languages
    return (*(name for name in DIRECTIONS if PAIR_LANGUAGES.get(name, "en") in read), "own")


def restore_alpha(alphas: Sequence[float], default: float) -> float:
    """Return the alpha selected in the session or the page's link, rounded to one of ``alphas``.

    Args:
        alphas: the alphas for which there are translations.
        default: the alpha if none is selected.
    """
    value = link.restore_control(
        ALPHA,
        _parse_alpha,
        default,
        lambda value: isinstance(value, int | float) and abs(value) <= FARTHEST,
    )
    nearest = min(alphas, key=lambda one: abs(one - value))
    link.store_control(ALPHA, float(nearest), float(default), default_varies=True)
    return nearest


def _parse_alpha(text: str) -> float | None:
    """Parse alpha from the link; None if it is no number."""
    try:
        return float(text) if len(text) < 8 else None
    except ValueError:
        return None


def _choose_pairs(name: str) -> Sequence[ContrastPair] | str:
    """Show a direction's pairs or let the person type them; return pairs, or the error."""
    if name != "own":
        pairs = read_pairs(name)
        st.markdown(_(COUNT).format(count=len(pairs), way=_(WAYS[name])))
        st.text(typed.format_pairs(pairs))
        return pairs
    label = _(
        "One pair per line: sentence without = sentence with; at most {most} lines, in any language"
    ).format(most=MOST_PAIRS)
    text = controls.text_area(OWN_PAIRS, label, OWN, height=220)
    try:
        return typed.parse_pairs(text)
    except ValueError as error:
        return _as_sentence(describe_error(error))


def _choose_tap(config: ModelConfig) -> str:
    """Let the person choose the tap at which the direction is found and added."""
    names = _tap_names(config)
    code = controls.choose_option(WHERE, _("Added to"), names, MEMORY)
    return tap_codes(config)[code]


def _tap_names(config: ModelConfig) -> Mapping[str, str]:
    """Return the taps' names by their code in links."""
    return {code: label_tap(at) for code, at in tap_codes(config).items()}


def tap_codes(config: ModelConfig) -> dict[str, str]:
    """Return the taps at which a direction can be added, by their codes in the page's link.

    Args:
        config: configuration of the model.

    Returns:
        Code -> tap. The codes are "encoder-1" and so on, "memory" for the last encoder layer, and
        "decoder-1" and so on.
    """
    last = len(config.layers("encoder"))
    codes = {
        f"encoder-{n}": at for n, at in enumerate(_taps_of_stack("encoder", config), 1) if n < last
    }
    codes[MEMORY] = MEMORY
    return codes | {f"decoder-{n}": at for n, at in enumerate(_taps_of_stack("decoder", config), 1)}


def _taps_of_stack(stack: str, config: ModelConfig) -> list[str]:
    """Return the taps of one stack at which a direction can be added."""
    return [at for at in direction_taps(config) if at.startswith(stack)]


def _choose_position(reading: Reading, tap: str) -> int | None:
    """Let the person choose one position; return it, or None for all."""
    tokens = reading.target if tap.startswith("decoder") else reading.source
    names = {0: _("all"), **{n: token.text for n, token in enumerate(tokens, 1)}}
    chosen = controls.choose_option(POSITION, _("Position"), names, 0)
    return chosen - 1 if chosen else None


def _show_example_buttons(config: ModelConfig) -> None:
    """Show buttons for example sentences, each with a direction that changes it."""
    known = {*config.languages}
    for number, one in enumerate(EXAMPLES):
        if {"en", one.language} <= known:
            label = _("{sentence} → {language}, {direction}").format(
                sentence=one.text,
                language=language_name(one.language),
                direction=_(NAMES[one.direction]),
            )
            st.button(label, key=f"steer_example_{number}", on_click=load_example, args=(one,))


def load_example(example: Example) -> None:
    """Set the session's sentence, language and direction to an example's, for the next rerun.

    Tap, position and alpha are reset.
    """
    for key in KEYS_TO_RESET:
        link.reset_control(key)
    st.session_state.update(
        {"source": example.text, "from": "en", "to": example.language}
        | {"direction_added": example.direction}
    )


def _as_sentence(text: str) -> str:
    """Return a message with a capital letter and a full stop."""
    return f"{text[0].upper()}{text[1:]}".removesuffix(".") + "."
