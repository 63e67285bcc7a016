"""What a page says while something that it keeps is computed, in its visitor's language."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import streamlit as st

from ui.messages import _

P = ParamSpec("P")
T = TypeVar("T")


def with_spinner(message: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Say a message while a function works; Streamlit's caches would say it in one language only.

    Args:
        message: marked by ``N_``.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def speaking(*args: P.args, **kwargs: P.kwargs) -> T:
            with st.spinner(_(message)):
                return function(*args, **kwargs)

        return speaking

    return decorate
