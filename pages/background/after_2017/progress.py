"""Several things are computed one after the other: how far it is, and a way to stop."""

from collections.abc import Mapping
from functools import partial
from typing import TypeVar

import streamlit as st

from ui.frame import sections
from ui.messages import _

T = TypeVar("T")


def one_by_one(section: str, tasks: Mapping[str, partial[T]]) -> dict[str, T]:
    """Do some tasks and return their results; a bar shows how far it is.

    Stop closes the section: nothing else of it is computed then. Tasks that this visitor saw done
    already are kept in a cache, and no bar flashes up for them.

    Args:
        section: that they belong to.
        tasks: by the name that the bar shows.
    """
    asked = [(name, task.args) for name, task in tasks.items()]
    key = f"done for {section}: {asked[0][0]}"
    if st.session_state.get(key) == asked:
        return {name: task() for name, task in tasks.items()}
    place = st.empty()
    results = {}
    for number, (name, task) in enumerate(tasks.items()):
        with place.container(horizontal=True, vertical_alignment="center"):
            st.progress(number / len(tasks), text=f"{name} …")
            st.button(
                _("Stop"), key=f"stop_{section}_{name}", on_click=sections.close, args=(section,)
            )
        results[name] = task()
    place.empty()
    st.session_state[key] = asked
    return results
