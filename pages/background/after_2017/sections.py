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
        "Positions", "positions added → q and k turned", positions.draw, rotary.rotate
    ),
    "norm": Section(
        "Add & Norm", "LayerNorm after → RMSNorm before", norm.draw, edits.UncentredNorm
    ),
    "gate": Section("Feed-forward", "ReLU → a smooth gate, SwiGLU", gate.draw, races.Gated),
    "heads": Section("Heads", "a K and V per head → shared K and V", heads.draw, edits.pool_heads),
    "blocks": Section(
        "The n × n map", "whole map → block by block", blocks.draw, online_softmax.in_blocks
    ),
    "bits": Section("Numbers", "32 bits → 16, 8 and 4", bits.draw, rounding.rounded_rows),
    "alone": Section("Two stacks", "second stack → none", alone.draw, computed_alone.speak),
    "experts": Section(
        "Parameters", "all for every token → experts", experts.draw, silent_units.overlap
    ),
    "sinks": Section(
        "What is looked at",
        "all in sight → sinks and windows",
        sinks.draw,
        computed_sinks.received_weight,
    ),
    "training": Section(
        "Training", "root decay, dropout → cosine, none", training.draw, races.train
    ),
    "scaling": Section(
        "Size", "65 million parameters → scaling laws", scaling.draw, computed_scaling.slope
    ),
    "measure": Section(
        "Task", "translation, BLEU → instructions", measure.draw, computed_bleu.bleu
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
    if not explain.section_heading(name, f"{number} {section.title}", section.change):
        return
    with st.container(key=f"opened_{name}"):
        text, _, sources = explain.prose(NAME)[name].partition("\n---\n")
        left, right = st.columns([1, 2.15], gap="medium")
        with left:
            st.markdown(terms.link_terms(text))
            code = section.code
            with st.popover(f"The code that ran: `{code.__qualname__}`", key=f"code_{name}"):
                st.code(explain.source(code), language="python")
        with right, st.container(border=True):
            look = section.draw(reading)
        explain.look_here(look)
        with (
            st.container(key=f"sources_{name}"),
            st.expander(f"{explain.BADGE}Who uses it today, and the papers"),
        ):
            st.markdown(sources)
