"""The memory and who reads it: lines, the map of one head, all heads with a measure of each."""

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.decoder.cross_attention.look import Look, Reader
from pages.decoder.cross_attention.measures import measures
from ui.views import labels, view

_view = view(__file__)  # fmt: skip


def memory_view(
    readers: Sequence[Reader], look: Look, alignment: Mapping | None, version: str
) -> None:
    """Draw the view.

    Args:
        readers: one or two translations of the same sentence.
        look: what is looked at.
        alignment: the table of alignment error rates, if there is one for this model.
        version: of the tensors that belong to it, as given to ``keep_tensors``.
    """

    def choose() -> None:
        st.session_state.update(st.session_state["memory"].choose or {})

    reading = readers[0].reading
    data = {
        "version": version,
        "readers": [
            {
                "language": reader.language,
                "note": reader.note,
                "tokens": labels(reader.rows.tokens),
                "row_of": reader.rows.row_of,
                "reads": labels(reader.reading.target),
                "writes": labels(reader.reading.output),
            }
            for reader in readers
        ],
        "source": labels(readers[0].rows.columns),
        "memory": list(reading.trace["memory"].shape[1:]),
        "measures": measures(readers[0].rows, alignment, look.shift),
        "silenced": [[s.layer, s.head] for s in reading.silenced if s.attention == "cross"],
        **vars(look),
    }
    _view(key="memory", data=data, on_choose_change=choose)
