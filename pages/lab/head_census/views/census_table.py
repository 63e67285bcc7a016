"""A sortable table of all heads; clicking a row selects its head."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from model.changes.kinds import SilencedHead
from model.parts import ATTENTIONS
from pages.lab.head_census import remarks
from pages.lab.head_census.choices import Choices
from ui.choices import controls
from ui.messages import N_, _
from ui.schemas import INDEX
from ui.views import register_view
from ui.views.export_tables import record_table

COLUMNS = {
    "head": N_("head"),
    "role": N_("does"),
    "share": N_("how strongly"),
    "output": N_("share of output"),
    "silencing": N_("ln p lost"),
    "gradient": N_("gradient"),
}
_view = register_view(__file__, schemas={"choose": INDEX, "sort": set(COLUMNS)})


def census_table(choices: Choices, rows: Sequence[Mapping], sort: str) -> None:
    """Show a sortable table of heads; clicks set "census_sort" and "census_head" in the session.

    Args:
        choices: the chosen measure, group and head.
        rows: one record per head, attention by attention.
        sort: a key of ``COLUMNS``.
    """
    everyone = [SilencedHead(row["attention"], row["layer"], row["head"]) for row in rows]

    def choose(index: int) -> None:
        """Select the head of the clicked row: set "census_head" in the session."""
        st.session_state["census_head"] = everyone[index].code

    data = {
        "version": [*choices.sentence],
        "columns": {key: _(title) for key, title in COLUMNS.items()},
        "rows": [_table_record(row, head) for row, head in zip(rows, everyone, strict=True)],
        "sort": sort,
        "chosen": everyone.index(choices.head),
        "silenced": [everyone.index(one) for one in choices.silenced_heads],
        "takes": [record_table("heads", "rows")],
    }
    _view(
        key="census_rows",
        data=data,
        on_choose_change=choose,
        on_sort_change=partial(controls.set_choice, "census_sort"),
    )


def _table_record(row: Mapping, head: SilencedHead) -> dict[str, object]:
    """Return one head's record for the view."""
    number = [*ATTENTIONS].index(head.attention), head.layer, head.head
    return {
        "name": remarks.head_label(head),
        "key": row["role"],
        "role": _(remarks.ROLES[row["role"]]),
        "head": 10_000 * number[0] + 100 * number[1] + number[2],
        "share": row["share"],
        "output": row["output"],
        "silencing": row["silencing"],
        "gradient": row.get("gradient"),
    }
