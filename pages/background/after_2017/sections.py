"""The twelve sections: a measurement in each, beside the text about a change since 2017.

The first five are numbered as their parts stand in the drawing, from the bottom up.
"""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from model.changes import edits, rounding
from pages.background.after_2017 import learned, parts, whole
from pages.background.after_2017.compute import attention, bleu, passes, races, scaling
from ui.frame import explain, terms
from ui.frame.texts import read_page_sections, section_link_names, translate_heading
from ui.messages import _
from ui.readings.reading import Reading

NAME = "after_2017"
# Name -> the function that shows a section and returns its hint, and the code that it ran.
SECTIONS: dict[str, tuple[Callable[[Reading], str], Callable]] = {
    "positions": (parts.show_positions, attention.rotate),
    "heads": (parts.show_pooled_heads, edits.pool_heads),
    "alone": (whole.show_decoder_alone, passes.sample_without_encoder),
    "norm": (parts.show_norms, edits.UncentredNorm),
    "gate": (parts.show_gates, races.SwiGLU),
    "blocks": (whole.show_blocks, attention.attend_in_blocks),
    "bits": (whole.show_rounded_weights, rounding.round_rows),
    "experts": (whole.show_unit_overlap, passes.compute_unit_overlap),
    "sinks": (whole.show_sinks, passes.compute_mean_key_weights),
    "training": (learned.show_training, races.train_race),
    "scaling": (learned.show_scaling, scaling.fit_power_law),
    "measure": (learned.show_bleu, bleu.compute_bleu),
}


class SectionText(NamedTuple):
    """The text of a section: what changed since 2017, why, and who uses it today."""

    title: str
    change: str
    why: str
    sources: str


def read_section_texts() -> dict[str, SectionText]:
    """Return the texts of all sections, by section name (as in links)."""
    found = {}
    for heading, name in section_link_names(NAME).items():
        change, __, rest = read_page_sections(NAME)[heading].removeprefix("> ").partition("\n\n")
        why, __, sources = rest.partition("\n---\n")
        found[name] = SectionText(translate_heading(NAME, heading), change, why, sources)
    return found


def show_section(name: str, section_number: int, text: SectionText, reading: Reading) -> None:
    """Show the heading of a section and, if it is open, its text, its measurement and its code.

    Args:
        name: a key of ``SECTIONS``.
        section_number: number of the section, from 1.
        text: text of the section.
        reading: the current reading, which the section measures.
    """
    if not explain.show_section_heading(name, f"{section_number} {text.title}", text.change):
        return
    draw, code = SECTIONS[name]
    with st.container(key=f"opened_{name}"):
        left, right = st.columns([1, 2.15], gap="medium")
        with left:
            st.markdown(terms.link_terms(text.why))
            ran = _("The code that ran: {code}").format(code=f"`{code.__qualname__}`")
            with st.popover(ran, key=f"code_{name}"):
                st.code(explain.read_function_source(code), language="python")
        with right, st.container(border=True):
            look = draw(reading)
        explain.show_takeaway(look)
        with (
            st.container(key=f"sources_{name}"),
            st.expander(_(explain.BADGE) + _("Who uses it today, and where it was published")),
        ):
            st.markdown(text.sources)
