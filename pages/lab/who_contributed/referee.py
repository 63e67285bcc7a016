"""Tables of the faithfulness evaluation, measured beforehand."""

import streamlit as st

from model.attribution.methods import METHODS
from model.storage import ATTRIBUTION
from pages.lab.who_contributed import cached, remarks
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import unmeasured
from ui.words import decimal

KINDS = {
    "shuffled": N_("of another sentence"),
    "same subject": N_("of another sentence, same subject and length"),
    "one word": N_("with one content word swapped"),
    "repeated": N_("repeating its first half"),
}


def show() -> None:
    """Show each method's alignment error and its rank correlation with occlusion."""
    table = cached.table()
    if table is None:
        st.info(unmeasured.reason(ATTRIBUTION, _(remarks.NO_TABLE)))
        return
    explain.finding(remarks.judge_methods(table))
    alike = table["spearman"]["with occlusion"]
    st.table(
        [
            {
                _("method"): remarks.method_name(key),
                _("error, predicts"): decimal(errors["writes"]["mean"], 2),
                _("error, reads"): decimal(errors["reads"]["mean"], 2),
                _("ρ, occlusion"): decimal(alike[key], 2) if key in alike else _("itself"),
            }
            for key, errors in table["errors"].items()
        ]
    )
    st.caption(remarks.say_sample(table))
    if new := [name for name in METHODS if name not in table["errors"]]:
        st.caption(remarks.say_not_in_table(new))


def detachment_table() -> None:
    """Show how well the source's share detects wrong translations, as AUROC."""
    table = cached.table()
    if table is None:
        return
    explain.finding(remarks.compare_signs(table))
    st.table(
        [
            {
                _("told apart from a right translation (AUROC)"): _(KINDS.get(kind, kind)),
                _("by the share"): decimal(row["share"], 2),
                _("by ln p"): decimal(row["log_p"], 2),
                _("pairs"): str(row["pairs"]),
            }
            for kind, row in table["detachment"].items()
        ]
    )
