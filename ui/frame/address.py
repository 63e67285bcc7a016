"""The address of the view: it says what the page shows, and a button copies it."""

from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.choices import controls, link
from ui.frame import about, modes
from ui.readings import examples
from ui.views import view

_address = view(__file__, picture=False)


def address(page: str) -> None:
    """Draw the button, when the page has shown all its choices; say what the page shows."""
    data = {
        "page": page,
        "query": link.query(),
        "kept": modes.now().parameters(),
        "language": controls.typed_language(),
        "examples": [code for code, _ in examples.EXAMPLES],
        "session": get_script_run_ctx().session_id,
        "about": about.page(page, controls.reading()),
        "arrivals": link.arrivals(),  # else a return to the very same choices would be no news
    }
    _address(key="address_button", data=data)
