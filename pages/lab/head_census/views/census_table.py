"""A sortable table of all heads; clicking a row selects its head."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import streamlit as st

from model.changes.kinds import SilencedHead
from model.parts import ATTENTIONS
from pages.lab.head_census import remarks
from pages.lab.head_census.choices import Choices
from ui.choices import controls
from ui.messages import N_, _
from ui.views import register_view
from ui.views.export_tables import record_table

Column = Literal["head", "role", "share", "output", "silencing", "gradient"]
COLUMNS: dict[Column, str] = {
    "head": N_("head"),
    "role": N_("does"),
    "share": N_("how strongly"),
    "output": N_("share of output"),
    "silencing": N_("ln p lost"),
    "gradient": N_("gradient"),
}


@dataclass(frozen=True)
class TableHead:
    """A head in the table; key is its role's name, role what that means, head its rank by place."""

    name: str
    key: str
    role: str
    head: int
    share: float
    output: float
    silencing: float
    gradient: float | None


@dataclass(frozen=True)
class CensusTableData:
    """All heads, indices of the chosen one and of those switched off, and the column to sort by."""

    version: Sequence[str]
    columns: Mapping[Column, str]
    rows: Sequence[TableHead]
    sort: Column
    chosen: int
    silenced: Sequence[int]


@dataclass(frozen=True)
class CensusTableEvents:
    """Events of the view: index of the clicked head, and the column to sort by."""

    choose: int
    sort: Column


_view = register_view(
    __file__, CensusTableData, CensusTableEvents, tables=[record_table("heads", "rows")]
)


def show_census_table(choices: Choices, rows: Sequence[Mapping], sort: Column) -> None:
    """Show a sortable table of heads.

    Clicks set "census_sort" (the column to sort by) and "census_head" (the selected head's code) in
    the session.

    Args:
        choices: what the visitor chose on the page.
        rows: a record for each head, as ``cached.get_head_roles`` returns them.
        sort: the column that the table is sorted by, a key of ``COLUMNS``.
    """
    everyone = [SilencedHead(row["attention"], row["layer"], row["head"]) for row in rows]

    def choose(head_index: int) -> None:
        """Select the head of the clicked row: set "census_head" in the session."""
        st.session_state["census_head"] = everyone[head_index].code

    data = CensusTableData(
        version=choices.sentence,
        columns={key: _(title) for key, title in COLUMNS.items()},
        rows=[_table_record(row, head) for row, head in zip(rows, everyone, strict=True)],
        sort=sort,
        chosen=everyone.index(choices.head),
        silenced=[everyone.index(one) for one in choices.silenced_heads],
    )
    _view(
        key="census_rows",
        data=data,
        on_choose_change=choose,
        on_sort_change=partial(controls.set_choice, "census_sort"),
    )


def _table_record(row: Mapping, head: SilencedHead) -> TableHead:
    """Return one head's record for the view."""
    return TableHead(
        name=remarks.head_label(head),
        key=row["role"],
        role=_(remarks.ROLES[row["role"]]),
        head=10_000 * [*ATTENTIONS].index(head.attention) + 100 * head.layer + head.head,
        share=row["share"],
        output=row["output"],
        silencing=row["silencing"],
        gradient=row.get("gradient"),
    )
