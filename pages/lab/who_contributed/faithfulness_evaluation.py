"""Tables of the faithfulness evaluation, measured beforehand."""

import streamlit as st

from model.attribution.methods import METHODS
from model.storage import ATTRIBUTION
from pages.lab.who_contributed import cached, remarks
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import missing_measurements
from ui.words import format_decimal

KINDS = {
    "shuffled": N_("of another sentence"),
    "same subject": N_("of another sentence, same subject and length"),
    "one word": N_("with one content word swapped"),
    "repeated": N_("repeating its first half"),
}


def show() -> None:
    """Show a table of each attribution method's alignment error rate and rank correlation with
    occlusion, both measured beforehand.
    """
    table = cached.load_method_comparison()
    if table is None:
        st.info(missing_measurements.describe_missing_file(ATTRIBUTION, _(remarks.NO_TABLE)))
        return
    explain.show_callout(remarks.describe_best_method(table))
    alike = table["spearman"]["with occlusion"]
    st.table(
        [
            {
                _("method"): remarks.method_name(key),
                _("error, predicts"): format_decimal(errors["writes"]["mean"], 2),
                _("error, reads"): format_decimal(errors["reads"]["mean"], 2),
                _("ρ, occlusion"): format_decimal(alike[key], 2) if key in alike else _("itself"),
            }
            for key, errors in table["errors"].items()
        ]
    )
    st.caption(remarks.describe_comparison_sample(table))
    if new := [name for name in METHODS if name not in table["errors"]]:
        st.caption(remarks.describe_unmeasured_methods(new))


def show_detachment_table() -> None:
    """Show a table of how well wrong translations can be told from right ones.

    It holds the AUROC, measured beforehand, of two detectors: the source's share of the attribution
    and ln p. There is a row for each way in which translations were made wrong.
    """
    table = cached.load_method_comparison()
    if table is None:
        return
    explain.show_callout(remarks.describe_detection(table))
    st.table(
        [
            {
                _("told apart from a right translation (AUROC)"): _(KINDS.get(kind, kind)),
                _("by the share"): format_decimal(row["share"], 2),
                _("by ln p"): format_decimal(row["log_p"], 2),
                _("pairs"): str(row["pairs"]),
            }
            for kind, row in table["detachment"].items()
        ]
    )
