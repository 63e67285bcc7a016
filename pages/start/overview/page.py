"""Overview: Figure 1 of the paper, in which each block shows its tensors and opens its page."""

import math

import streamlit as st

from pages.start.overview import remarks
from pages.start.overview.views.diagram import show_diagram
from ui.choices import controls, page_facts
from ui.frame import explain, texts
from ui.messages import _
from ui.readings import session
from ui.words import language_name

glass = session.glass()
reading = controls.current_reading()
prose = texts.read_page_sections("overview")
languages = {
    "source": language_name(controls.source_language()),
    "target": language_name(reading.language),
}
about = {
    block: text.replace("\n", " ").format(**languages)
    for heading, text in prose.items()
    for block in heading.split(", ")
    if block
}

steps = len(reading.output)
controls.reset_on_new_sentence(reading, "step")  # a new translation is shown whole

with st.container(key="overview"):
    with st.container(key="overview_intro"):
        title, __, lead = prose[""].partition("\n")
        st.title(title.removeprefix("# "), anchor=False)
        with st.container(key="lead"):
            st.markdown(lead)
            explain.show_page_link("story", _("New here? The story: ten scenes, ten minutes →"))
    with st.container(key="overview_layer"):  # for phones; wider diagrams have their own
        layer = controls.choose_layer()
    step = controls.integer_choice("step", steps, default=steps)
    pairs = zip(reading.output, reading.hypotheses[0].path, strict=True)
    said = [(token.text, math.exp(node.log_probability)) for token, node in pairs]
    page_facts.publish_facts(step=step, said=said)
    show_diagram(reading, glass, layer=layer + 1, step=step, block_descriptions=about)
explain.defer_sentence_fact(
    remarks.describe_passes(len(reading.source), said, reading.output[-1].special)
)
