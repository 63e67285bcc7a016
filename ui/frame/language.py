"""The language of the interface: the visitor's locale, and a menu of the others."""

import html
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui import contents, messages
from ui.choices import link
from ui.frame import modes
from ui.locales import find_nearest_language, languages, native_name
from ui.messages import _

_SPOKEN = "language of the interface"


def begin_run() -> None:
    """Begin a Streamlit run: set the interface language of the link, else that of the browser."""
    asked = link.restore_control(link.LANGUAGE, str, "", lambda code: code in ("", *languages()))
    link.store_control(link.LANGUAGE, asked, "")
    st.session_state[_SPOKEN] = asked or find_nearest_language(st.context.locale)
    messages.set_locale(st.session_state[_SPOKEN])


def show_language_menu(page: str) -> None:
    """Draw the language menu, whose entries link to the page with its current choices.

    Each link reloads the page: page and scripts have one language at a time.
    """
    if len(languages()) == 1 or modes.current_mode().embedded:
        return
    spoken = messages.language()
    address = contents.find_page(page).address
    links = []
    for code in languages():
        mode = urlencode({**modes.current_mode().parameters(), link.LANGUAGE: code})
        query = f"{link.query_string()}&{mode}"
        current = ' aria-current="true"' if code == spoken else ""
        links.append(
            f'<a href="{address}?{html.escape(query)}" target="_self" lang="{code}" '
            f'hreflang="{code}"{current}>{html.escape(native_name(code))}</a>'
        )
    label = html.escape(_("Language of these pages"))
    with st.sidebar:
        st.html(f'<nav class="languages" aria-label="{label}">{" ".join(links)}</nav>')


def _find_session_locale() -> str | None:
    """Return the interface language of the current session; None outside a script run."""
    run = get_script_run_ctx(suppress_warning=True)
    return run.session_state[_SPOKEN] if run and _SPOKEN in run.session_state else None


messages.register_language_resolver(_find_session_locale)
