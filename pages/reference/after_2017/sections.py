"""The twelve sections: what became of a block, the formulas, what is measured now, the sources."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from pages.reference.after_2017 import (
    alone,
    bits,
    blocks,
    experts,
    gate,
    heads,
    measure,
    norm,
    opened,
    positions,
    scaling,
    sinks,
    training,
)
from ui.frame import explain
from ui.readings.reading import Reading

NAME = "after_2017"


@dataclass(frozen=True)
class Section:
    """What became of one block.

    Args:
        title: of its heading.
        change: from what to what, in a few words.
        draw: draws what is measured and returns the line on what to look for.
    """

    title: str
    change: str
    draw: Callable[[Reading], str]


SECTIONS = {
    "positions": Section("Positions", "positions added → q and k turned", positions.draw),
    "norm": Section("Add & Norm", "LayerNorm after → RMSNorm before", norm.draw),
    "gate": Section("Feed-forward", "ReLU → a smooth gate, SwiGLU", gate.draw),
    "heads": Section("Heads", "a K and V per head → shared K and V", heads.draw),
    "blocks": Section("The n × n map", "whole map → block by block", blocks.draw),
    "bits": Section("Numbers", "32 bits → 16, 8 and 4", bits.draw),
    "alone": Section("Two stacks", "second stack → none", alone.draw),
    "experts": Section("Weights", "all for every token → experts", experts.draw),
    "sinks": Section("What is read", "everything → sinks and windows", sinks.draw),
    "training": Section("Training", "warm-up, dropout → cosine, none", training.draw),
    "scaling": Section("Size", "65 million weights → scaling laws", scaling.draw),
    "measure": Section("Task", "translation, BLEU → instructions", measure.draw),
}


def show(name: str, reading: Reading) -> None:
    """Draw a section's heading and, if it is open, the section.

    Args:
        name: a key of ``SECTIONS``.
        reading: the sentence.
    """
    number = list(SECTIONS).index(name) + 1
    key = f"section_{name}"
    st.session_state[key] = opened.is_open(name)
    heading = f"**{number} {SECTIONS[name].title}:** {SECTIONS[name].change}"
    with st.expander(heading, key=key, on_change=opened.follow, args=(name,)) as box:
        if not box.open:
            return
        text, _, sources = explain.prose(NAME)[name].partition("\n---\n")
        left, right = st.columns([1, 2.15], gap="medium")
        with left:
            st.markdown(text)
        with right, st.container(border=True):
            look = SECTIONS[name].draw(reading)
        explain.look_for(look)
        with st.container(key=f"sources_{name}"):
            st.markdown(sources)
