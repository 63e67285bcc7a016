"""Labels of the head habits that ``model.measures.head_patterns`` measures."""

from ui.messages import N_

HABITS = {
    "previous token": N_("previous token"),
    "same token": N_("same token"),
    "next token": N_("next token"),
    "end token": N_("end token"),
    "start token": N_("start token"),
}
