"""The choices that all pages share. Each lives in the link and in the session."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

import streamlit as st

from model.changes import Change, Row, Silenced
from ui import link, session
from ui.changes import ATTENTION_NAMES, combined, parse, written
from ui.components.tokens import token_picker
from ui.reading import Reading, Token

T = TypeVar("T")
LANGUAGES = {"en": "English", "fr": "French", "de": "German", "es": "Spanish"}
EXAMPLES = (
    ("en", "The cat is sleeping because it is tired."),
    ("en", "The animal didn't cross the street because it was too tired."),
    ("en", "Where is the station?"),
    ("fr", "Je suis étudiant."),
    ("fr", "Le vieux chien noir court après la balle."),
    ("de", "Der Hund schläft, weil er müde ist."),
    ("es", "El gato negro duerme en la casa."),
)


def number(key: str, count: int, default: int = 1, least: int = 1) -> int:
    """Return a number that a view of the page chooses, by setting ``st.session_state[key]``.

    Args:
        key: its name in the session and in the link.
        count: the largest number that makes sense now; a larger one is forgotten.
        default: the number while none is chosen.
        least: the smallest; 0 where "none" may be chosen.
    """
    default = min(default, count)
    value = link.restore(
        key, lambda text: int(text) if re.fullmatch("[0-9]{1,4}", text) else None, default
    )
    if not least <= value <= count:  # the sentence may have become shorter
        value = st.session_state[key] = default
    link.show(key, value, default)
    return value


def choose(key: str, value: object) -> None:
    """Set a choice from the next run on, as a view or a button does."""
    st.session_state[key] = value


def typed(key: str) -> str:
    """Return a text that a view of the page lets people type, as ``number`` does."""
    value = link.restore(key, str, "")
    link.show(key, value, "")
    return value


def only_for(sentence: Reading, **defaults: object) -> None:
    """Forget some choices, by key and default, once they were made for another sentence."""
    now = (sentence.text, sentence.language)
    mark = f"{' '.join(defaults)} chosen for"  # other pages have other choices to forget
    if st.session_state.setdefault(mark, now) != now:
        st.session_state.update(defaults, **{mark: now})


def decimal(key: str, least: float, most: float, default: float) -> float:
    """Return a number with decimals that a view of the page chooses, as ``number`` does."""
    value = link.restore(
        key,
        lambda text: float(text) if re.fullmatch(r"\d{1,3}(\.\d{1,4})?", text) else None,
        default,
    )
    if not least <= value <= most:
        value = st.session_state[key] = default
    link.show(key, value, default)
    return float(value)  # a view's 1.0 arrives as 1


def slider(key: str, label: str, least: int, most: int, default: int) -> int:
    """Let the person choose a whole number, which may be negative, on a slider."""
    value = link.restore(
        key, lambda text: int(text) if re.fullmatch("-?[0-9]{1,4}", text) else None, default
    )
    if not least <= value <= most:
        st.session_state[key] = default
    value = st.slider(label, least, most, key=key)
    link.show(key, value, default)
    return value


def on_scale(key: str, label: str, options: Sequence[int], default: int) -> int:
    """Let the person choose one of many numbers, which may lie unevenly, on a slider."""
    before = link.restore(key, {str(option): option for option in options}.get, default)
    if before not in options:
        st.session_state[key] = default
    value = st.select_slider(label, options, key=key, format_func="{:,}".format)
    link.show(key, value, default)
    return value


def one_of(
    key: str, label: str, options: Mapping[T, str], default: T, label_shown: bool = True
) -> T:
    """Let the person choose one of a few options, in a row of buttons; return it.

    Args:
        key: of the choice, in the session and in the link.
        label: what is chosen.
        options: option -> words on its button.
        default: the option chosen at first.
        label_shown: whether the label stands before the buttons.
    """
    before = link.restore(key, {str(option): option for option in options}.get, default)
    if before not in options:  # an option may go away with the sentence's languages
        before = st.session_state[key] = default
    with st.container(key=f"inline-{key}", width="content"):
        chosen = st.segmented_control(
            label,
            list(options),
            required=True,
            format_func=options.get,
            key=key,
            label_visibility="visible" if label_shown else "collapsed",
        )
    chosen = before if chosen is None else chosen  # none: for one run, on the way between pages
    link.show(key, chosen, default)
    return chosen


def attention() -> str:
    """Let the person choose among the three attentions; return a key of ``ATTENTIONS``."""
    return one_of("attention", "Attention", ATTENTION_NAMES, "encoder", label_shown=False)


def layer() -> int:
    """Let the person choose a layer; return its number, from 0."""
    return _numbered("layer", "Layer", session.load_model()[0].config.N)


def head() -> int:
    """Let the person choose a head; return its number, from 0."""
    return _numbered("head", "Head", session.load_model()[0].config.h)


def _numbered(key: str, label: str, count: int) -> int:
    return one_of(key, label, {place: str(place) for place in range(1, count + 1)}, 1) - 1


def switch(key: str, label: str, default: bool) -> bool:
    """Let the person switch something on or off."""
    link.restore(key, {"True": True, "False": False}.get, default)
    on = st.toggle(label, key=key)
    link.show(key, on, default)
    return on


def text(key: str, label: str, default: str = "", **options: object) -> str:
    """Let the person type a text; ``options`` are those of ``st.text_input``."""
    link.restore(key, str, default)
    typed = st.text_input(label, key=key, **options)
    link.show(key, typed, default)
    return typed


def text_area(key: str, label: str, default: str = "", **options: object) -> str:
    """Let the person type or paste lines; ``options`` are those of ``st.text_area``."""
    link.restore(key, str, default)
    typed = st.text_area(label, key=key, **options)
    link.show(key, typed, default)
    return typed


def word(tokens: Sequence[Token], key: str = "word", label: str = "Word", default: int = 1) -> int:
    """Let the person choose one of the tokens; return its place, from 0."""
    place = number(key, len(tokens), default) - 1
    token_picker(tokens, place, key=key, label=label)
    return place


def step(reading: Reading) -> int:
    """Return the step of decoding that the pages look at, from 0; a view chooses it as "step"."""
    return number("step", len(reading.output)) - 1


def changes(text: str, language: str) -> tuple[Change, ...]:
    """Return what is changed in the model now, in every page, as the link says.

    Args:
        text: a sentence; edited rows that it does not have are forgotten.
        language: into which it is translated.
    """
    link.renamed("silenced", "edits")  # as links called it once
    found = parse(link.restore("edits", str, ""), session.load_model()[0].config)
    if any(isinstance(one, Row) for one in found):
        plain = session.read(text, language)
        size = len(plain.source), len(plain.target)
        found = tuple(one for one in found if not isinstance(one, Row) or one.fits(*size))
    change(found)
    link.show("edits", written(found), "")
    return found


def change(changes: Sequence[Change]) -> None:
    """Set what is changed in the model from the next run on; nothing is back to normal."""
    st.session_state["edits"] = written(changes)


def silence(heads: Sequence[Silenced]) -> None:
    """Set which heads are silenced from the next run on; other changes stay."""
    others = [one for one in reading().changes if not isinstance(one, Silenced)]
    change(combined(others, heads))


def reading() -> Reading:
    """Return what the sentence bar's sentence became; every page begins with this.

    A visitor's session keeps the question only: traces are large, and live in a bounded cache.
    """
    return session.read(*st.session_state["read"])
