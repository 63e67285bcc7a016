"""The memory and its readers: lines, one head's map, and a measure of every head."""

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.decoder.cross_attention.look import Look, Reader
from pages.decoder.cross_attention.measures import measures, names
from pages.decoder.cross_attention.views.look_back import place_names
from ui.forms import PLACE
from ui.views import labels, view
from ui.views.tables import Table, table

LOOK = {
    "choose": {
        "layer?": PLACE, "head?": PLACE, "step": PLACE, "head_measure": PLACE,
        "all_layers": PLACE, "all_heads": PLACE,
    }
}  # fmt: skip
_view = view(__file__, says=LOOK)


def memory_view(
    readers: Sequence[Reader], look: Look, alignment: Mapping | None, version: str
) -> None:
    """Show lines and map of the selected head, and a measure of all heads.

    Args:
        readers: one or two translations of the same sentence.
        look: the selected layer, head and step.
        alignment: the table of alignment error rates, if there is one for this model.
        version: identifies the tensors that the view draws.
    """

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
        "silenced": [[s.layer, s.head] for s in reading.silenced_heads if s.attention == "cross"],
        **vars(look),
        **place_names(reading),
        "takes": _tables(readers, names(alignment)),
    }
    _view(key="memory", data=data, on_choose_change=st.session_state.update)


def _tables(readers: Sequence[Reader], measured: Sequence[str]) -> list[Table]:
    """Return the export tables: each translation's map, and the measures of all heads."""
    places = "layer:layers head:heads"
    maps = [
        table(
            reader.language,
            f"{places} query:readers.{i}.tokens key:source",
            weight=f"{i}.weight",
            contribution=f"{i}.contribution",
        )
        for i, reader in enumerate(readers)
    ]
    columns = {name: f"measures.{i}.values" for i, name in enumerate(measured)}
    return [*maps, table("measures", places, **columns)]
