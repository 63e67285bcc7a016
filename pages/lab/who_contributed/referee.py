"""What was measured of the methods beforehand, as tables."""

import streamlit as st

from model.attribution.methods import METHODS
from model.storage import ATTRIBUTION
from pages.lab.who_contributed import cached, remarks
from ui.frame import explain
from ui.readings import unmeasured

KINDS = {
    "shuffled": "of another sentence",
    "same subject": "of one of the same subject and length",
    "one word": "with one content word exchanged",
    "repeated": "that repeats its first half",
}


def show() -> None:
    """Show what the referee found with these weights."""
    table = cached.table()
    if table is None:
        st.info(unmeasured.reason(ATTRIBUTION, remarks.NO_TABLE))
        return
    explain.finding(remarks.judge_methods(table))
    alike = table["spearman"]["with occlusion"]
    st.table(
        [
            {
                "method": METHODS.get(key, key),
                "error, predicts": f"{errors['writes']['mean']:.2f}",
                "error, reads": f"{errors['reads']['mean']:.2f}",
                "ρ, occlusion": f"{alike[key]:.2f}" if key in alike else "itself",
            }
            for key, errors in table["errors"].items()
        ]
    )
    st.caption(remarks.measured_on(table))


def detachment_table() -> None:
    """Show how well the share of the source tells a wrong translation."""
    table = cached.table()
    if table is None:
        return
    explain.finding(remarks.compare_signs(table))
    st.table(
        [
            {
                "told apart from a right translation (AUROC)": f"one {KINDS[kind]}",
                "by the share": f"{row['share']:.2f}",
                "by ln p": f"{row['log_p']:.2f}",
                "pairs": str(row["pairs"]),
            }
            for kind, row in table["detachment"].items()
        ]
    )
