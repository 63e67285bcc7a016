"""What a visitor reads after an unforeseen error, and what the log says."""

import logging
from functools import cache

import streamlit as st

from ui.messages import _
from ui.queues.long_work import TooManyWaiting
from ui.readings import session
from ui.readings.session import ModelUnavailable

_log = logging.getLogger("glass")


def silence_streamlit_exception_log() -> None:
    """Stop Streamlit from logging page exceptions, which ``handle_page_error`` logs.

    Streamlit would write a hundred lines for each view of a page whose model is missing.
    """
    logging.getLogger("streamlit.error_util").addFilter(
        lambda record: record.msg != "Uncaught app execution"
    )


def log_missing_files() -> None:
    """Log at start-up if the model, or an optional file, cannot be read."""
    if fault := session.model_fault():
        _log_model_fault_once(fault)
    elif faults := session.optional_artefact_errors():
        _log.warning("pages leave out what they cannot read: %s", "; ".join(faults))


@cache
def _log_model_fault_once(fault: str) -> None:
    """Log, once per server, why the model cannot be loaded."""
    _log.error("no page can be drawn: %s", fault)


def handle_page_error(error: Exception) -> bool:
    """Log a page's exception, and tell the visitor how to go on; return True (handled)."""
    if isinstance(error, ModelUnavailable):
        _log_model_fault_once(str(error))
        st.error(
            _(
                "A file of this server's model is missing or damaged, so there's "
                "nothing to show. The server's log names the file."
            )
        )
        return True
    if isinstance(error, TooManyWaiting):  # no error: its message is meant for the visitor
        st.info(str(error))
        return True
    _log.error("a page failed", exc_info=error)
    st.error(
        _(
            "This view couldn't be drawn. Your sentence has been kept. Try another page or a "
            "shorter sentence. If this happens again, please report the address of this page."
        )
    )
    return True
