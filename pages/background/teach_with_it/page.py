"""For teachers: lesson plans, a lecture of one's own, and the results of a class."""

import streamlit as st

from pages.background.teach_with_it import lecture, plans
from pages.background.teach_with_it.views.class_results import class_results
from ui.frame import explain
from ui.messages import _

NAME = "teach_with_it"

explain.opening(NAME)
explain.look_here(
    _(
        "Each row of a plan says what to show, what to ask and **which misconception** the "
        "page refutes."
    )
)
plans.show_plans()
if explain.section(NAME, "A lecture of your own"):
    lecture.editor()
if explain.section(NAME, "Results of a class"):
    class_results()
if explain.section(NAME, "Exercises and worksheets"):
    explain.link_to("questions", _("To the page Questions →"))
if explain.section(NAME, "On the projector"):
    with st.container(key="present_now"):
        st.markdown(f"[{_('Present this page')}](?present=true)")
