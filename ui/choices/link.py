"""State of the controls: the session holds every choice, the address those of the current page.

A visit begins with the query parameters of its address. Each control takes its own parameter once
(``restore_control``) and stores its value in every run (``store_control``); at the end of the run
the browser is told the new address. Streamlit's own binding of widgets to the address loses
choices on the way from page to page.

A choice goes along from page to page. A default does not: each page has its own.
"""

from collections.abc import Callable, Container, Mapping
from typing import TypeVar
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.messages import language

T = TypeVar("T")
# Parameters that say what one visitor did: they stand in that visitor's own address only. All
# others are choices of what is shown and also stand in every shared link.
PERSONAL_PARAMETERS = {
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


def begin_run() -> None:
    """Begin a Streamlit run: clear the last run's values and, on arrival, read the URL's query
    parameters.

    An arrival is a new visit or a step with the browser's Back or Forward; the page then shows what
    the URL says, not what was chosen later.
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


def end_run() -> None:
    """End a Streamlit run: partial reruns that follow it do not count as an arrival."""
    st.session_state[_ARRIVED] = False


def is_arrival() -> bool:
    """Whether a link, or the browser's Back or Forward, started this run."""
    return st.session_state[_ARRIVED]


def count_arrivals() -> int:
    """Return how many runs of this session a link, or Back or Forward, has started."""
    return st.session_state[_ARRIVALS]


def preset_controls(choices: Mapping[str, object]) -> None:
    """Set controls as if the URL had these query parameters: each control takes its value the next
    time it is drawn.

    Args:
        choices: key of a control -> its value.
    """
    st.session_state[_ASKED] |= {key: str(value) for key, value in choices.items()}


def has_unread_parameter(key: str) -> bool:
    """Whether the URL has a query parameter for a control that has not read it yet."""
    return key in st.session_state[_ASKED]


def peek_choice(key: str) -> object:
    """Return what was chosen for a control that this run has not drawn yet; None if nothing was.

    A choice that the control has not taken from the link yet is still a text, such as "3".
    """
    if key in st.session_state[_ASKED]:
        return st.session_state[_ASKED][key]
    if st.session_state[_ARRIVED]:
        return None
    last, chosen = st.session_state[_LAST].get(key, (None, False))
    now = st.session_state.get(key, last)
    return now if chosen or now != last else None


def accept_parameter_alias(old_name: str, new_name: str) -> None:
    """Treat an old name of a query parameter as the new one.

    Args:
        old_name: the name in old links.
        new_name: the name that replaces it.
    """
    asked = st.session_state[_ASKED]
    if old_name in asked:
        asked[new_name] = f"{asked.get(new_name, '')} {asked.pop(old_name)}"


def restore_control(
    key: str, parse: Callable[[str], T | None], default: T, is_valid: Callable[[object], bool]
) -> T:
    """Return the value of a control before it is drawn: from the URL, the session or the default.

    The first valid one is taken: the URL's value, which is read only once; the session's value; the
    choice on an earlier page, because Streamlit forgets the widgets that a page does not draw; the
    default. On arrival, only the URL's value and the default count.

    Give the returned value to the widget as its default, too. Streamlit sends a session's value to
    the browser in one run only, and where a page reruns at once (a view's event, a new sentence),
    the browser never draws that run: the widget would look as if nothing were chosen.

    Args:
        key: name of the control in the session and in the link.
        parse: turns the link's text into a value, or None if it is invalid.
        default: the value while nobody has chosen.
        is_valid: whether a value is valid here and now; an invalid one is dropped.
    """
    text = st.session_state[_ASKED].pop(key, None)
    asked = None if text is None else parse(text)
    last, chosen = st.session_state[_LAST].get(key, (None, False))
    now = st.session_state.get(key)
    now = last if now is None else now
    if asked is not None and is_valid(asked):
        now = asked
    elif st.session_state[_ARRIVED] or not is_valid(now) or (now == last and not chosen):
        st.session_state[_LAST].pop(key, None)
        now = default
    if st.session_state.get(key) != now:
        st.session_state[key] = now
    return now


def reset_control(key: str) -> None:
    """Reset a control to its default."""
    st.session_state[_LAST].pop(key, None)
    st.session_state.pop(key, None)


def reset_all_controls(kept_keys: Container[str]) -> None:
    """Reset the controls of all pages, except those with these keys.

    Args:
        kept_keys: keys of the controls that keep their values.
    """
    for key in [key for key in st.session_state[_LAST] if key not in kept_keys]:
        reset_control(key)


def mark_as_choice(key: str) -> None:
    """Count a control's current value as the visitor's choice: no new default then replaces it."""
    if key in st.session_state[_LAST]:
        st.session_state[_LAST][key] = st.session_state[_LAST][key][0], True


def store_control(
    key: str, value: object, default: object, *, default_varies: bool = False
) -> None:
    """Store a control's value, and put it into the URL unless it is the default.

    Args:
        key: name of the control.
        value: the control's value in this run.
        default: the value without a choice.
        default_varies: whether the default depends on the sentence; then a choice stands in the
            link even where it equals the default.
    """
    _, chosen = st.session_state[_LAST].get(key, (None, False))
    chosen = chosen or value != default
    st.session_state[_LAST][key] = value, chosen
    st.session_state[_CHOICES][key] = value
    st.session_state[_SHOWN].pop(key, None)  # the last run's, in a partial rerun
    if value != default or (default_varies and chosen):
        st.session_state[_SHOWN][key] = str(value)


def current_choices() -> Mapping[str, object]:
    """Return the values of all controls in this run by key, defaults included."""
    return st.session_state[_CHOICES]


def query_string() -> str:
    """Return the query string of the visitor's own URL, with personal parameters such as the name.

    It names the choices that differ from the default and does not begin with "?".
    """
    return urlencode(st.session_state[_SHOWN])


def shareable_choices() -> dict[str, str]:
    """Return the query parameters of a link to share: without personal ones, such as a name."""
    shown = st.session_state[_SHOWN]
    return {key: value for key, value in shown.items() if key not in PERSONAL_PARAMETERS}


def shareable_query_string(choices: Mapping[str, str] | None = None) -> str:
    """Return the query string of a link to share, including the interface language.

    Args:
        choices: query parameters of the link; those of this run if None.
    """
    chosen = shareable_choices() if choices is None else choices
    return urlencode({**chosen, LANGUAGE: language()}, safe=":,")
