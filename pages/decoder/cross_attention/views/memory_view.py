"""The memory and its readers: lines, one head's map, and a measure of every head."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

import streamlit as st

from pages.decoder.cross_attention.measures import (
    HeadMeasure,
    compute_head_measures,
    list_measure_names,
)
from pages.decoder.cross_attention.selection import Selection, TargetReading
from pages.decoder.cross_attention.views.look_back import label_layers_and_heads
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import Table, tensor_table


@dataclass(frozen=True)
class Reader:
    """A language that reads the memory: its map's rows, and the row that each step reads by."""

    language: str
    note: str
    tokens: Sequence[Label]
    row_of: Sequence[int]
    reads: Sequence[Label]
    writes: Sequence[Label]


@dataclass(frozen=True)
class MemoryData:
    """One or two readers, and what is selected; the tensors of this version come by ``tensors``.

    Args:
        memory: shape of the memory.
        shown: "weight" or "contribution".
        shift: which of two tokens names a row, "reads" or "writes".
        silenced: layer and head of those that are silenced.
    """

    version: str
    readers: Sequence[Reader]
    source: Sequence[Label]
    memory: Sequence[int]
    measures: Sequence[HeadMeasure]
    silenced: Sequence[tuple[int, int]]
    layer: int
    head: int
    step: int
    measure: int
    shown: str
    shift: str
    layers: Sequence[str]
    heads: Sequence[str]


class MemoryChoice(TypedDict):
    """What is chosen, from 1; where all layers or heads are shown, the layer or head is missing."""

    layer: NotRequired[int]
    head: NotRequired[int]
    step: int
    head_measure: int
    all_layers: int
    all_heads: int


@dataclass(frozen=True)
class MemoryEvents:
    """Event of the view."""

    choose: MemoryChoice


_view = register_view(__file__, MemoryData, MemoryEvents)


def show_memory_view(
    target_readings: Sequence[TargetReading],
    selected: Selection,
    alignment: Mapping | None,
    tensor_version: str,
) -> None:
    """Show the selected head's cross-attention as links and heatmap, and a measure of all heads.

    Args:
        target_readings: one or two translations of the same sentence.
        selected: the selected layer, head, step and measure.
        alignment: the table of alignment error rates; if it is None, the only measures are those
            computed from this sentence.
        tensor_version: version of the tensors that ``send_view_tensors`` sends.
    """
    reading = target_readings[0].reading
    data = MemoryData(
        version=tensor_version,
        readers=[
            Reader(
                language=reader.language,
                note=reader.note,
                tokens=label_tokens(reader.rows.tokens),
                row_of=reader.rows.row_by_step,
                reads=label_tokens(reader.reading.target),
                writes=label_tokens(reader.reading.output),
            )
            for reader in target_readings
        ],
        source=label_tokens(target_readings[0].rows.columns),
        memory=list(reading.trace["memory"].shape[1:]),
        measures=compute_head_measures(target_readings[0].rows, alignment, selected.shift),
        silenced=[(s.layer, s.head) for s in reading.silenced_heads if s.attention == "cross"],
        layer=selected.layer,
        head=selected.head,
        step=selected.step,
        measure=selected.measure_index,
        shown=selected.quantity,
        shift=selected.shift,
        **label_layers_and_heads(reading),
    )
    tables = _export_tables(target_readings, list_measure_names(alignment))
    _view(key="memory", data=data, tables=tables, on_choose_change=st.session_state.update)


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
