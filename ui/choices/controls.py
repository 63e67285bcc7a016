"""The pages' controls. Each keeps its choice in the link and in the session."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import streamlit as st

from model.decoding import Sampling
from ui.choices import default_choices, link
from ui.messages import N_, _
from ui.readings import session
from ui.readings.changes import ATTENTION_NAMES
from ui.readings.reading import Reading, Token
from ui.session_keys import TYPED_LANGUAGE
from ui.views.tokens import show_token_picker
from ui.words import escape_markdown, format_integer

T = TypeVar("T")
LONGEST, LONGEST_LINES = 2_000, 10_000  # characters of one line; of a text of several lines
FULL = N_("This field takes no more than {count} characters, so anything beyond that is left out.")


def integer_choice(
    key: str, maximum: int, default: int = 1, minimum: int = 1, default_varies: bool = False
) -> int:
    """Return the integer that an interactive view stored in the session; draw no control.

    Args:
        key: name of the choice in the session and in the link.
        maximum: the largest valid number now; instead of a larger one, the default is returned.
        default: the number while nobody has chosen; ``maximum`` if that is less.
        minimum: the smallest valid number; 0 where "none" may be chosen.
        default_varies: whether the default depends on the sentence; then the link names the chosen
            number even where it equals the default.
    """
    default = min(default, maximum)
    value = _restore_integer(key, minimum, maximum, default)
    link.store_control(key, value, default, default_varies=default_varies)
    return value


def _restore_integer(key: str, minimum: int, maximum: int, default: int) -> int:
    """Restore an integer from the link or the session; return the default if it is out of range."""
    return link.restore_control(
        key,
        lambda text: int(text) if re.fullmatch("-?[0-9]{1,6}", text) else None,
        default,
        lambda value: isinstance(value, int) and minimum <= value <= maximum,
    )


def set_choice(key: str, value: object) -> None:
    """Set the value of the control ``key`` for the next script run, from a callback."""
    st.session_state[key] = value


def text_choice(key: str, default: str = "") -> str:
    """Return the text that an interactive view stored in the session; draw no control.

    Args:
        key: name of the choice in the session and in the link.
        default: the text while nobody has chosen.
    """
    value = _restore_text(key, default, LONGEST, lines=False)
    link.store_control(key, value, default)
    return value


def reset_on_new_sentence(sentence: Reading, *keys: str) -> None:
    """Reset the controls with these keys if the text or its target language has changed."""
    now = (sentence.text, sentence.language)
    mark = f"{' '.join(keys)} chosen for"  # other pages have other choices to forget
    if st.session_state.setdefault(mark, now) != now:
        st.session_state[mark] = now
        for key in keys:
            link.reset_control(key)


def float_choice(key: str, minimum: float, maximum: float, default: float) -> float:
    """Return the number that an interactive view stored in the session; draw no control.

    Args:
        key: name of the choice in the session and in the link.
        minimum: the smallest valid number; for an invalid one, the default is returned.
        maximum: the largest valid number.
        default: the number while nobody has chosen.
    """
    value = link.restore_control(
        key,
        lambda text: float(text) if re.fullmatch(r"\d{1,3}(\.\d{1,4})?", text) else None,
        default,
        lambda value: isinstance(value, int | float) and minimum <= value <= maximum,
    )
    link.store_control(key, value, default)
    return float(value)  # a view's 1.0 arrives as 1


def sampling_choice() -> Sampling:
    """Return temperature, top-k and top-p of sampling, which interactive views stored in the
    session.
    """
    return Sampling(
        float_choice("temperature", 0.1, 3.0, 1.0),
        integer_choice("top_k", 50, default=0, minimum=0),
        float_choice("top_p", 0.05, 1.0, 1.0),
    )


def choose_integer(key: str, label: str, minimum: int, maximum: int, default: int) -> int:
    """Draw a slider over integers; return the chosen one.

    Args:
        key: name of the choice in the session and in the link.
        label: label of the slider.
        minimum: the smallest number.
        maximum: the largest number.
        default: the number chosen at first.
    """
    before = _restore_integer(key, minimum, maximum, default)
    value = st.slider(label, minimum, maximum, before, key=key)
    link.store_control(key, value, default)
    return value


def choose_option(
    key: str,
    label: str,
    options: Mapping[T, str],
    default: T,
    label_shown: bool = True,
    default_varies: bool = False,
) -> T:
    """Draw a row of buttons, one of which is chosen; return the chosen option.

    Args:
        key: name of the choice in the session and in the link.
        label: what is chosen.
        options: option -> text on its button.
        default: the option chosen at first.
        label_shown: whether the label stands before the buttons.
        default_varies: whether the default depends on the sentence; then the link names the chosen
            option even where it equals the default.
    """
    by_name = {str(option): option for option in options}
    before = link.restore_control(key, by_name.get, default, options.__contains__)
    with st.container(key=f"inline-{key}", width="content"):
        chosen = st.segmented_control(
            label,
            list(options),
            default=before,
            required=True,
            format_func=lambda option: escape_markdown(_(options[option])),
            key=key,
            label_visibility="visible" if label_shown else "collapsed",
        )
    chosen = before if chosen is None else chosen  # None in one run on the way between pages
    link.store_control(key, chosen, default, default_varies=default_varies)
    return chosen


def choose_option_on_slider(key: str, label: str, options: Mapping[T, str], default: T) -> T:
    """Draw a slider over ordered options; return the chosen one.

    Args:
        key: name of the choice in the session and in the link.
        label: what is chosen.
        options: option -> its label, in order.
        default: the option chosen at first.
    """
    by_name = {str(option): option for option in options}
    before = link.restore_control(key, by_name.get, default, options.__contains__)
    chosen = st.select_slider(
        label, list(options), before, key=key, format_func=options.__getitem__
    )
    link.store_control(key, chosen, default)
    return chosen


def choose_attention(key: str = "attention") -> str:
    """Draw buttons for the three kinds of attention; return "encoder", "decoder" or "cross".

    Args:
        key: name of the choice in the session and in the link.
    """
    return choose_option(key, _("Attention"), ATTENTION_NAMES, "encoder", label_shown=False)


def choose_layer(stack: str | None = None, key: str = "layer") -> int:
    """Draw a row of buttons for the layers of a stack; return the chosen layer's index, from 0.

    Args:
        stack: "encoder", or "decoder" or "cross" for the decoder; None for the stack that has more
            layers.
        key: name of the choice in the session and in the link.
    """
    config = session.glass().config
    count = len(config.layers(stack)) if stack else config.max_depth
    return choose_number(key, _("Layer"), count)


def choose_head(attention: str, layer: int, default: int | None = None) -> int:
    """Draw a row of buttons for the heads of a layer; return the chosen head's index, from 0.

    Args:
        attention: "encoder", "decoder" or "cross".
        layer: index of the layer, from 0.
        default: number, from 1, of the head that is chosen at first; None for the usual one.
    """
    h = session.glass().config.h
    default_choices.keep_head(attention, layer)
    return choose_number(
        "head",
        _("Head"),
        h,
        default or default_choices.default_head_number(attention, layer),
        default_varies=True,
    )


def choose_number(
    key: str, label: str, option_count: int, default: int = 1, default_varies: bool = False
) -> int:
    """Draw buttons with the numbers 1 to ``option_count``; return the chosen number minus 1.

    Args:
        key: name of the choice in the session and in the link, which hold the number on the button.
        label: what is chosen.
        option_count: number of buttons.
        default: the number on the button that is chosen at first, from 1.
        default_varies: whether the default depends on the sentence; then the link names the chosen
            number even where it equals the default.
    """
    options = {place: str(place) for place in range(1, option_count + 1)}
    return choose_option(key, label, options, default, default_varies=default_varies) - 1


def choose_switch(key: str, label: str, default: bool) -> bool:
    """Draw a toggle; return whether it is on.

    Args:
        key: name of the choice in the session and in the link.
        label: label of the toggle.
        default: whether it is on at first.
    """
    parse = {"True": True, "False": False}.get
    before = link.restore_control(key, parse, default, (True, False).__contains__)
    on = st.toggle(label, before, key=key)
    link.store_control(key, on, default)
    return on


def text_field(
    key: str,
    label: str,
    default: str = "",
    *,
    max_chars: int = LONGEST,
    warned: bool = True,
    **options: Any,
) -> str:
    """Draw a one-line text field; return its text.

    Args:
        key: name of the text in the session and in the link.
        label: what is typed.
        default: the text at first.
        max_chars: limit of the length; the rest is cut off.
        warned: whether a note is drawn below the field once the limit is reached.
        options: further arguments of ``st.text_input``.
    """
    before = _restore_text(key, default, max_chars, lines=False)
    typed = st.text_input(label, before, key=key, **options)
    if warned:
        warn_if_full(typed, max_chars)
    link.store_control(key, typed, default)
    return typed


def text_area(key: str, label: str, default: str = "", **options: Any) -> str:
    """Draw a text area; return its text.

    Args:
        key: name of the text in the session and in the link.
        label: what is typed.
        default: the text at first.
        options: further arguments of ``st.text_area``.
    """
    before = _restore_text(key, default, LONGEST_LINES)
    typed = st.text_area(label, before, key=key, **options)
    warn_if_full(typed, LONGEST_LINES)
    link.store_control(key, typed, default)
    return typed


def _restore_text(key: str, default: str, max_chars: int, lines: bool = True) -> str:
    """Restore a text from link or session, truncated: a link may exceed the field's limit.

    Without ``lines``, line breaks become spaces, as the model reads them; the browser itself would
    join the words around a break.
    """
    text = link.restore_control(key, str, default, lambda value: isinstance(value, str))
    if not lines and (joined := " ".join(filter(None, text.splitlines()))) != text:
        st.session_state[key] = joined
    return truncate_field(key, max_chars)


def truncate_field(key: str, max_chars: int) -> str:
    """Cut the text stored for the field ``key`` to ``max_chars`` characters; return it.

    Call it before drawing the field: Streamlit's own limit does not shorten a longer text from a
    link but silently rejects it as a whole.

    Args:
        key: key of the field in the session.
        max_chars: the most characters that are kept.
    """
    if len(st.session_state[key]) > max_chars:
        st.session_state[key] = st.session_state[key][:max_chars]
    return st.session_state[key]


def warn_if_full(text: str, max_chars: int) -> None:
    """Draw a warning below a text field whose text has reached the limit.

    Args:
        text: the field's text.
        max_chars: the most characters that it may have.
    """
    if len(text) == max_chars:
        st.caption(_(FULL).format(count=format_integer(max_chars)))


def choose_token(
    tokens: Sequence[Token],
    key: str = "word",
    label: str = "",
    default: int | None = None,
    attention: str = "encoder",
) -> int:
    """Draw a picker for one of a sentence's tokens; return the index of the chosen token, from 0.

    Args:
        tokens: the tokens of the source sentence or of the translation.
        key: name of the choice in the session and in the link.
        label: what is chosen; "" for a word.
        default: number, from 1, of the token chosen at first; None for ``default_token_number``.
        attention: attention in which these tokens are the queries, for the default: "encoder" for
            the source sentence, "decoder" or "cross" for the translation.
    """
    default = (
        default_choices.default_token_number(tokens, attention) if default is None else default
    )
    place = integer_choice(key, len(tokens), default, default_varies=True) - 1
    show_token_picker(tokens, place, key=key, label=label or _("Word"))
    return place


def source_language() -> str:
    """Return the code of the source language: chosen by the visitor, or detected."""
    return st.session_state[TYPED_LANGUAGE]


def current_reading() -> Reading:
    """Return the reading of the sentence in the bar, under the visitor's changes of the model.

    A reading holds the sentence's tokens, its translation, and every tensor of the pass. The
    session does not store it, for it is large: it comes from a cache or is computed again.
    """
    return session.current_request().read()
