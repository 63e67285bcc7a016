"""What a visitor reads when something went wrong that no page foresaw."""

import logging
import os

import streamlit as st

from ui.queues.patience import Busy
from ui.readings import session
from ui.readings.session import NoModel


def say_what_is_missing() -> None:
    """Tell the people who run the app, when it starts, why it cannot draw pages."""
    if fault := session.model_fault():
        logging.getLogger("glass").error("no page can be drawn: %s", fault)


def say_what_to_do(error: Exception) -> bool:
    """Log the error for the people who run the app; tell the visitor how to go on."""
    if isinstance(error, NoModel):
        logging.getLogger("glass").error("no page can be drawn: %s", error)
        if os.environ.get("GLASS_MODEL"):  # whoever chose it should know what is wrong with it
            st.error(f"{error}.")
            return True
        st.error(
            "A file of this server's model is missing or damaged, so there is nothing to look "
            "into. Whoever runs the server finds in its log which file it is."
        )
        return True
    if isinstance(error, Busy):  # nobody's error: what it says is for the visitor
        st.info(str(error))
        return True
    logging.getLogger("glass").error("a page failed", exc_info=error)
    st.error(
        "This view could not be drawn. Your sentence is kept: try another page, or shorten the "
        "sentence. If it happens again, please report the address of this page."
    )
    return True
