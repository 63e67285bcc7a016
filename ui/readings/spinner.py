"""A spinner with a message in the visitor's language, while something cached is computed."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import streamlit as st

from ui.messages import _

P = ParamSpec("P")
T = TypeVar("T")


def with_spinner(message: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that shows a spinner with a translated message while a function runs.

    The spinner of Streamlit's caches would show it in one language only.

    Args:
        message: text marked for translation by ``N_``.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def call_with_spinner(*args: P.args, **kwargs: P.kwargs) -> T:
            with st.spinner(_(message)):
                return function(*args, **kwargs)

        return call_with_spinner

    return decorate
