"""Overview: Figure 1 of the paper, in which each block shows its tensors and opens its page."""

import math

import streamlit as st

from pages.start.overview import remarks
from pages.start.overview.views.diagram import diagram
from ui.choices import controls, page_facts
from ui.frame import explain, texts
from ui.messages import _
from ui.readings import session
from ui.words import language_name

glass = session.glass()
reading = controls.reading()
prose = texts.prose("overview")
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
controls.forget_for_another(reading, "step")  # a new translation is shown whole

with st.container(key="overview"):
    with st.container(key="overview_intro"):
        title, __, lead = prose[""].partition("\n")
        st.title(title.removeprefix("# "), anchor=False)
        with st.container(key="lead"):
            st.markdown(lead)
            explain.link_to("story", _("New here? The story: ten scenes, ten minutes →"))
    with st.container(key="overview_layer"):  # for phones; wider diagrams have their own
        layer = controls.layer()
    step = controls.number("step", steps, default=steps)
    pairs = zip(reading.output, reading.hypotheses[0].path, strict=True)
    said = [(token.text, math.exp(node.log_probability)) for token, node in pairs]
    page_facts.tell(step=step, said=said)
    diagram(reading, glass, layer=layer + 1, step=step, texts=about)
explain.at_the_end(remarks.two_ways(len(reading.source), steps))
