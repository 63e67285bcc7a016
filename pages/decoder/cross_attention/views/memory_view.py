"""The memory and its readers: lines, one head's map, and a measure of every head."""

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.decoder.cross_attention.measures import compute_head_measures, list_measure_names
from pages.decoder.cross_attention.selection import Selection, TargetReading
from pages.decoder.cross_attention.views.look_back import label_layers_and_heads
from ui.schemas import INDEX
from ui.views import register_view, token_labels_data
from ui.views.export_tables import Table, tensor_table

LOOK = {
    "choose": {
        "layer?": INDEX, "head?": INDEX, "step": INDEX, "head_measure": INDEX,
        "all_layers": INDEX, "all_heads": INDEX,
    }
}  # fmt: skip
_view = register_view(__file__, schemas=LOOK)


def show_memory_view(
    target_readings: Sequence[TargetReading],
    selected: Selection,
    alignment: Mapping | None,
    tensor_version: str,
) -> None:
    """Show the selected head's attention as links and heatmap, and one measure of every head.

    Args:
        target_readings: one or two translations of the same sentence.
        selected: the selected layer, head and step.
        alignment: the table of alignment error rates, if there is one for this model.
        tensor_version: identifies the tensors that the view draws.
    """

    reading = target_readings[0].reading
    data = {
        "version": tensor_version,
        "readers": [
            {
                "language": reader.language,
                "note": reader.note,
                "tokens": token_labels_data(reader.rows.tokens),
                "row_of": reader.rows.row_by_step,
                "reads": token_labels_data(reader.reading.target),
                "writes": token_labels_data(reader.reading.output),
            }
            for reader in target_readings
        ],
        "source": token_labels_data(target_readings[0].rows.columns),
        "memory": list(reading.trace["memory"].shape[1:]),
        "measures": compute_head_measures(target_readings[0].rows, alignment, selected.shift),
        "silenced": [[s.layer, s.head] for s in reading.silenced_heads if s.attention == "cross"],
        "layer": selected.layer,
        "head": selected.head,
        "step": selected.step,
        "measure": selected.measure_index,
        "shown": selected.quantity,
        "shift": selected.shift,
        **label_layers_and_heads(reading),
        "takes": _export_tables(target_readings, list_measure_names(alignment)),
    }
    _view(key="memory", data=data, on_choose_change=st.session_state.update)


def _export_tables(
    target_readings: Sequence[TargetReading], measured: Sequence[str]
) -> list[Table]:
    """Return the export tables: each translation's map, and the measures of all heads."""
    places = "layer:layers head:heads"
    maps = [
        tensor_table(
            reader.language,
            f"{places} query:readers.{i}.tokens key:source",
            weight=f"{i}.weight",
            contribution=f"{i}.contribution",
        )
        for i, reader in enumerate(target_readings)
    ]
    columns = {name: f"measures.{i}.values" for i, name in enumerate(measured)}
    return [*maps, tensor_table("measures", places, **columns)]
