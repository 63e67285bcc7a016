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
    """Begin a run: read the address's query parameters, forget what the last run showed.

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
    """End a run, so that a partial rerun does not count as an arrival."""
    st.session_state[_ARRIVED] = False


def is_arrival() -> bool:
    """Return whether this run was started by a link, Back or Forward."""
    return st.session_state[_ARRIVED]


def arrivals() -> int:
    """Return how many runs of this session were started by a link, Back or Forward."""
    return st.session_state[_ARRIVALS]


def ask(choices: Mapping[str, object]) -> None:
    """Preset controls once, as if a link had these query parameters."""
    st.session_state[_ASKED] |= {key: str(value) for key, value in choices.items()}


def asks(key: str) -> bool:
    """Whether the address has a query parameter that no control has read yet."""
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
    """Accept an older name of a query parameter."""
    asked = st.session_state[_ASKED]
    if old in asked:
        asked[new] = f"{asked.get(new, '')} {asked.pop(old)}"


def restore(
    key: str, parse: Callable[[str], T | None], default: T, fits: Callable[[object], bool]
) -> T:
    """Return a control's value before it is drawn: from the session, the address, or the default.

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
    """Reset a control to its default."""
    st.session_state[_LAST].pop(key, None)
    st.session_state.pop(key, None)


def forget_all(but: Container[str]) -> None:
    """Reset all controls of all pages, except some.

    Args:
        but: keys of those that stay as they are.
    """
    for key in [key for key in st.session_state[_LAST] if key not in but]:
        forget(key)


def keep(key: str) -> None:
    """Treat a control's current value as chosen by the visitor."""
    if key in st.session_state[_LAST]:
        st.session_state[_LAST][key] = st.session_state[_LAST][key][0], True


def show(key: str, value: object, default: object, *, computed: bool = False) -> None:
    """Store a control's value, and put it into the address unless it is the default.

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
    """Return all choices of this run, defaults included."""
    return st.session_state[_CHOICES]


def query() -> str:
    """Return the query string of the visitor's own address."""
    return urlencode(st.session_state[_SHOWN])


def choices_for_others() -> dict[str, str]:
    """Return the page's choices for a shared link, without the visitor's personal ones."""
    shown = st.session_state[_SHOWN]
    return {key: value for key, value in shown.items() if key not in OF_VISITOR}


def query_for_others(choices: Mapping[str, str] | None = None) -> str:
    """Return the query string of a shared link, with the interface language.

    Args:
        choices: what the link leads to; None: what this run has shown.
    """
    chosen = choices_for_others() if choices is None else choices
    return urlencode({**chosen, LANGUAGE: language()}, safe=":,")
