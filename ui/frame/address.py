"""The view's address, which records what the page shows, and a button to copy it."""

from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.choices import controls, link
from ui.frame import about, modes
from ui.messages import _, language
from ui.readings.language import EXAMPLES
from ui.views import register_view

_address = register_view(__file__, picture=False)


def show_address_button(page: str) -> None:
    """Draw the button that copies the page's link.

    Its browser script also keeps the URL in the address bar up to date and tells screen readers of
    a new translation.

    Args:
        page: name of the page.
    """
    run, reading = get_script_run_ctx(), controls.current_reading()
    said = reading.translation
    data = {
        "page": page,
        "query": link.query_string(),
        "kept": modes.current_mode().parameters(),
        "said": {"source": reading.text, "to": reading.language, link.LANGUAGE: language()},
        "own": [*link.PERSONAL_PARAMETERS],
        "answer": {
            "text": said or _("(the model says nothing)"),
            "lang": reading.language if said else language(),
        },
        "language": controls.source_language(),
        "examples": [code for code, __ in EXAMPLES],
        "session": run.session_id if run else "",
        "about": about.page_metadata(page, reading),
        # Else returning to the same choices would change nothing.
        "arrivals": link.count_arrivals(),
    }
    _address(key="address_button", data=data)
