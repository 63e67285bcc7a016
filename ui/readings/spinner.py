"""A spinner with a message in the visitor's language, while something cached is computed."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import streamlit as st

from ui.messages import _

P = ParamSpec("P")
T = TypeVar("T")


def with_spinner(message: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that draws a spinner with a message while the function runs.

    The spinner of Streamlit's caches would show it in one language only.

    Args:
        message: text marked for translation by ``N_``.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        """Return the function wrapped so that a spinner is drawn while it runs."""

        @wraps(function)
        def call_with_spinner(*args: P.args, **kwargs: P.kwargs) -> T:
            """Call the function while a spinner is drawn."""
            with st.spinner(_(message)):
                return function(*args, **kwargs)

        return call_with_spinner

    return decorate
