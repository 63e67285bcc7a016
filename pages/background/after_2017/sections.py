"""The twelve sections: a measurement in each, beside the text about a change since 2017."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from model.changes import edits, rounding
from pages.background.after_2017 import learned, parts, whole
from pages.background.after_2017.compute import attention, bleu, passes, races, scaling
from ui.frame import explain, terms
from ui.frame.texts import names, prose, translate_heading
from ui.messages import _
from ui.readings.reading import Reading

NAME = "after_2017"
# Name -> the function that shows a section and returns its hint, and the code that it ran.
SECTIONS: dict[str, tuple[Callable[[Reading], str], Callable]] = {
    "positions": (parts.draw_positions, attention.rotate),
    "norm": (parts.draw_norm, edits.UncentredNorm),
    "gate": (parts.draw_gate, races.Gated),
    "heads": (parts.draw_heads, edits.pool_heads),
    "blocks": (whole.draw_blocks, attention.in_blocks),
    "bits": (whole.draw_bits, rounding.round_rows),
    "alone": (whole.draw_alone, passes.speak),
    "experts": (whole.draw_experts, passes.overlap),
    "sinks": (whole.draw_sinks, passes.mean_weight_of_keys),
    "training": (learned.draw_training, races.train),
    "scaling": (learned.draw_scaling, scaling.slope),
    "measure": (learned.draw_measure, bleu.bleu),
}


class Text(NamedTuple):
    """The text of a section: what changed since 2017, why, and who uses it today."""

    title: str
    change: str
    why: str
    sources: str


def texts() -> dict[str, Text]:
    """Return the texts of all sections, by section name (as in links)."""
    found = {}
    for heading, name in names(NAME).items():
        change, __, rest = prose(NAME)[heading].removeprefix("> ").partition("\n\n")
        why, __, sources = rest.partition("\n---\n")
        found[name] = Text(translate_heading(NAME, heading), change, why, sources)
    return found


def show(name: str, number: int, text: Text, reading: Reading) -> None:
    """Show a section's heading and, if it is open, its text, measurement and code.

    Args:
        name: a key of ``SECTIONS``.
        number: number of the section, from 1.
        text: text of the section.
        reading: the current reading.
    """
    if not explain.section_heading(name, f"{number} {text.title}", text.change):
        return
    draw, code = SECTIONS[name]
    with st.container(key=f"opened_{name}"):
        left, right = st.columns([1, 2.15], gap="medium")
        with left:
            st.markdown(terms.link_terms(text.why))
            ran = _("The code that ran: {code}").format(code=f"`{code.__qualname__}`")
            with st.popover(ran, key=f"code_{name}"):
                st.code(explain.source(code), language="python")
        with right, st.container(border=True):
            look = draw(reading)
        explain.look_here(look)
        with (
            st.container(key=f"sources_{name}"),
            st.expander(_(explain.BADGE) + _("Who uses it today, and where it was published")),
        ):
            st.markdown(text.sources)
