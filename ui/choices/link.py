"""The link: everything a visitor chose stands in the session, and what a page shows in its address.

A visit begins with the parameters of its address. Each control takes its own out of them once
(``restore``) and says in every run what it shows (``show``); at the end of the run the browser is
told what the address is now. Streamlit's own binding of widgets to the address loses choices on the
way from page to page.

What was chosen goes along from page to page. What a page shows by itself does not: where nobody has
made a choice, each page has its own default.
"""

from collections.abc import Callable, Container, Mapping
from typing import TypeVar
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.messages import language

T = TypeVar("T")
# Whose a parameter is. These say what one visitor did, and stand in that visitor's address alone;
# all others are choices of what is seen, and stand in every link that is made for others, too.
OF_VISITOR = {
    "who": "the name that was typed",
    "answers": "to the questions of an exercise",
    "exercise_began": "when its visitor came",
    "exercise_took": "minutes until the last answer",
    "tour_began": "when the tour was begun",
    "tour_took": "minutes until the last task that was done",
    "did": "what was done at each stop of a tour",
    "result": "the code of all that",
}
LANGUAGE = "lang"  # of the interface
_ASKED, _LAST, _SHOWN = "parameters asked for", "values last shown", "parameters shown"
_CHOICES = "choices of this page"
_ARRIVED, _ARRIVALS = "arrived at an address", "arrivals at an address"


def begin() -> None:
    """Begin a run: take the parameters of an address, forget what the last run showed.

    A new visit arrives at an address, and so do the browser's Back and Forward: the page shows what
    that address showed, not what was chosen later.
    """
    first = _ASKED not in st.session_state
    if first:
        st.session_state[_LAST] = {}  # by key: a value, and whether somebody chose it
        st.session_state[_ARRIVALS] = 0
    run = get_script_run_ctx()
    arrived = first or (run is not None and run.is_history_navigation)
    if arrived:
        st.session_state[_ASKED] = st.query_params.to_dict()
        st.session_state[_ARRIVALS] += 1
    st.session_state[_ARRIVED] = arrived
    st.session_state[_SHOWN], st.session_state[_CHOICES] = {}, {}


def end() -> None:
    """End a run: where only a part of the page runs again, nobody has arrived anew."""
    st.session_state[_ARRIVED] = False


def is_arrival() -> bool:
    """Return whether this run begins at an address: a link, Back or Forward."""
    return st.session_state[_ARRIVED]


def arrivals() -> int:
    """Return how often this visitor arrived at an address: by a link, Back or Forward."""
    return st.session_state[_ARRIVALS]


def ask(choices: Mapping[str, object]) -> None:
    """Let the pages begin, once, as a link with these parameters lets them."""
    st.session_state[_ASKED] |= {key: str(value) for key, value in choices.items()}


def asks(key: str) -> bool:
    """Whether the address holds a choice that no control has taken yet."""
    return key in st.session_state[_ASKED]


def peek(key: str) -> object:
    """Return what was chosen of a control that is yet to be drawn; None if nothing was."""
    if key in st.session_state[_ASKED]:
        return st.session_state[_ASKED][key]
    if st.session_state[_ARRIVED]:
        return None
    last, chosen = st.session_state[_LAST].get(key, (None, False))
    now = st.session_state.get(key, last)
    return now if chosen or now != last else None


def accept_old_name(old: str, new: str) -> None:
    """Read a parameter of older links, too; both together if a link has both."""
    asked = st.session_state[_ASKED]
    if old in asked:
        asked[new] = f"{asked.get(new, '')} {asked.pop(old)}"


def restore(
    key: str, parse: Callable[[str], T | None], default: T, fits: Callable[[object], bool]
) -> T:
    """Return the value that a control has before it is drawn.

    It is what the link asks for, once; then what the session holds; then what was chosen on an
    earlier page, because Streamlit forgets the widgets that a page does not draw.

    It must be the control's own default, too. What the session holds is told the browser by one
    run only, and where a page runs again at once (a view speaks, a sentence comes), a browser never
    draws what that run told: a control would look as if nothing were chosen.

    Args:
        key: of the control, in the session and in the link.
        parse: turns the link's text into a value; None where it makes no sense.
        default: the value while nothing was chosen.
        fits: whether a value makes sense here and now; one that does not is forgotten.
    """
    text = st.session_state[_ASKED].pop(key, None)
    asked = None if text is None else parse(text)
    last, chosen = st.session_state[_LAST].get(key, (None, False))
    now = st.session_state.get(key)
    now = last if now is None else now
    if asked is not None and fits(asked):
        now = asked
    elif st.session_state[_ARRIVED] or not fits(now) or (now == last and not chosen):
        st.session_state[_LAST].pop(key, None)
        now = default
    if st.session_state.get(key) != now:
        st.session_state[key] = now
    return now


def forget(key: str) -> None:
    """Let a control be as if nobody had touched it."""
    st.session_state[_LAST].pop(key, None)
    st.session_state.pop(key, None)


def forget_all(but: Container[str]) -> None:
    """Let all controls be as if nobody had touched them, those of other pages, too.

    Args:
        but: keys of those that stay as they are.
    """
    for key in [key for key in st.session_state[_LAST] if key not in but]:
        forget(key)


def keep(key: str) -> None:
    """Let what a control shows count as chosen, as something beside it was."""
    if key in st.session_state[_LAST]:
        st.session_state[_LAST][key] = st.session_state[_LAST][key][0], True


def show(key: str, value: object, default: object, *, computed: bool = False) -> None:
    """Remember a value, and put it into the link unless it is what a page shows without one.

    Args:
        key: of the control.
        value: that it has.
        default: what the page shows without a choice.
        computed: whether that differs from sentence to sentence: then a choice stands in the link
            also where it is the same.
    """
    _, chosen = st.session_state[_LAST].get(key, (None, False))
    chosen = chosen or value != default
    st.session_state[_LAST][key] = value, chosen
    st.session_state[_CHOICES][key] = value
    st.session_state[_SHOWN].pop(key, None)  # of an earlier run, where only a part runs again
    if value != default or (computed and chosen):
        st.session_state[_SHOWN][key] = str(value)


def choices() -> Mapping[str, object]:
    """Return all that this run has shown, also where it is what a page shows without a link."""
    return st.session_state[_CHOICES]


def query() -> str:
    """Return the parameters of the visitor's own address: all that this run has shown."""
    return urlencode(st.session_state[_SHOWN])


def choices_for_others() -> dict[str, str]:
    """Return what this run has shown of the page, and nothing of what its visitor did."""
    shown = st.session_state[_SHOWN]
    return {key: value for key, value in shown.items() if key not in OF_VISITOR}


def query_for_others(choices: Mapping[str, str] | None = None) -> str:
    """Return the parameters of a link for others, in the language in which it is made.

    Args:
        choices: what the link leads to; None: what this run has shown.
    """
    chosen = choices_for_others() if choices is None else choices
    return urlencode({**chosen, LANGUAGE: language()}, safe=":,")
