"""For teachers: lesson plans, a lecture of one's own, and the results of a class."""

import streamlit as st

from pages.background.teach_with_it import lecture, plans
from pages.background.teach_with_it.views.class_results import show_class_results
from ui.frame import explain
from ui.messages import _

NAME = "teach_with_it"

explain.show_opening(NAME)
plans.show_plans()
if explain.show_section(NAME, "A lecture of your own"):
    lecture.show_lecture_editor()
if explain.show_section(NAME, "Results of a class"):
    show_class_results()
if explain.show_section(NAME, "Exercises and worksheets"):
    explain.show_page_link("questions", _("Go to Questions →"))
if explain.show_section(NAME, "On the projector"):
    with st.container(key="present_now"):
        st.markdown(f"[{_('Present this page')}](?present=true)")
