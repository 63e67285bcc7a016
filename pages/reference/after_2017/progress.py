"""Several things are computed one after the other: how far it is, and a way to stop."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import streamlit as st

from pages.reference.after_2017 import opened

T = TypeVar("T")


def one_by_one(section: str, tasks: Mapping[str, Callable[[], T]]) -> dict[str, T]:
    """Do some tasks and return their results; a bar shows how far it is.

    Stop closes the section: nothing else of it is computed then.

    Args:
        section: that they belong to.
        tasks: by the name that the bar shows.
    """
    place = st.empty()
    results = {}
    for number, (name, task) in enumerate(tasks.items()):
        with place.container(horizontal=True, vertical_alignment="center"):
            st.progress(number / len(tasks), text=f"{name} …")
            st.button(
                "Stop", key=f"stop_{section}_{number}", on_click=opened.close, args=(section,)
            )
        results[name] = task()
    place.empty()
    return results
