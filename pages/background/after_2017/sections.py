"""The twelve sections: what became of a block, the formulas, what is measured now, the sources."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from model.changes import edits, rounding
from pages.background.after_2017 import (
    alone,
    bits,
    blocks,
    experts,
    gate,
    heads,
    measure,
    norm,
    positions,
    scaling,
    sinks,
    training,
)
from pages.background.after_2017.compute import (
    alone as computed_alone,
)
from pages.background.after_2017.compute import (
    bleu as computed_bleu,
)
from pages.background.after_2017.compute import online_softmax, races, rotary, silent_units
from pages.background.after_2017.compute import scaling as computed_scaling
from pages.background.after_2017.compute import sinks as computed_sinks
from ui.frame import explain, terms
from ui.messages import N_, _
from ui.readings.reading import Reading

NAME = "after_2017"


@dataclass(frozen=True)
class Section:
    """What became of one block.

    Args:
        title: of its heading.
        change: from what to what, in a few words.
        draw: draws what is measured and returns the line on what to look for.
        code: what ran, for those who want to read it.
    """

    title: str
    change: str
    draw: Callable[[Reading], str]
    code: Callable


SECTIONS = {
    "positions": Section(
        N_("Positions"), N_("positions added → q and k turned"), positions.draw, rotary.rotate
    ),
    "norm": Section(
        N_("Add & Norm"), N_("LayerNorm after → RMSNorm before"), norm.draw, edits.UncentredNorm
    ),
    "gate": Section(N_("Feed-forward"), N_("ReLU → a smooth gate, SwiGLU"), gate.draw, races.Gated),
    "heads": Section(
        N_("Heads"), N_("a K and V per head → shared K and V"), heads.draw, edits.pool_heads
    ),
    "blocks": Section(
        N_("The n × n map"), N_("whole map → block by block"), blocks.draw, online_softmax.in_blocks
    ),
    "bits": Section(N_("Numbers"), N_("32 bits → 16, 8 and 4"), bits.draw, rounding.rounded_rows),
    "alone": Section(N_("Two stacks"), N_("second stack → none"), alone.draw, computed_alone.speak),
    "experts": Section(
        N_("Parameters"), N_("all for every token → experts"), experts.draw, silent_units.overlap
    ),
    "sinks": Section(
        N_("What is looked at"),
        N_("all in sight → sinks and windows"),
        sinks.draw,
        computed_sinks.received_weight,
    ),
    "training": Section(
        N_("Training"), N_("root decay, dropout → cosine, none"), training.draw, races.train
    ),
    "scaling": Section(
        N_("Size"), N_("65 million parameters → scaling laws"), scaling.draw, computed_scaling.slope
    ),
    "measure": Section(
        N_("Task"), N_("translation, BLEU → instructions"), measure.draw, computed_bleu.bleu
    ),
}


def show(name: str, reading: Reading) -> None:
    """Draw a section's heading and, if it is open, the section.

    Args:
        name: a key of ``SECTIONS``.
        reading: the sentence.
    """
    section = SECTIONS[name]
    number = list(SECTIONS).index(name) + 1
    title = _(section.title)
    if not explain.section_heading(name, f"{number} {title}", _(section.change)):
        return
    with st.container(key=f"opened_{name}"):
        text, __, sources = explain.prose(NAME)[name].partition("\n---\n")
        left, right = st.columns([1, 2.15], gap="medium")
        with left:
            st.markdown(terms.link_terms(text))
            code = section.code
            ran = _("The code that ran: {code}").format(code=f"`{code.__qualname__}`")
            with st.popover(ran, key=f"code_{name}"):
                st.code(explain.source(code), language="python")
        with right, st.container(border=True):
            look = section.draw(reading)
        explain.look_here(look)
        with (
            st.container(key=f"sources_{name}"),
            st.expander(_(explain.BADGE) + _("Who uses it today, and the papers")),
        ):
            st.markdown(sources)
