"""The story: one sentence on its way through the model, in ten scenes that move on scrolling."""

import streamlit as st

from model.measures.parameters import count_parameters
from model.parts import residual_tap
from pages.start.story import compute, pictures, remarks
from pages.start.story.questions import questions
from pages.start.story.views.story import Scene, story
from ui.choices import controls
from ui.contents import KNOWN, page
from ui.frame import bar, explain, texts
from ui.frame.texts import translate_heading
from ui.messages import _
from ui.readings import session
from ui.words import decimal, whole

NAME = "story"
reading = controls.reading()
glass, record = session.glass(), session.training_record() or {}
drawn = pictures.of(reading)
word = drawn.example.query if drawn.example else drawn.shown.start
layer = drawn.example.layer if drawn.example else 0
stream = [reading.trace[residual_tap("encoder", n)][0] for n in (0, glass.config.N)]
first = drawn.steps[0]
now = (
    remarks.both_sentences(reading),
    remarks.pieces_of_sentence(reading),
    remarks.id_of_piece(reading, word),
    remarks.twins_apart(
        reading, drawn.twins, compute.distance(stream[0], drawn.twins) if drawn.twins else 0.0
    ),
    remarks.example_of_attention(reading, drawn.example),
    remarks.habits_of_heads(drawn.many, drawn.habits),
    remarks.active_units(reading, word, layer, compute.active(drawn.units), glass.config.d_ff),
    remarks.turn_of_vector(reading, word, compute.angle(stream[0][word], stream[1][word])),
    remarks.first_step(reading, first.probabilities[first.came], first.came == 0),
    remarks.moments_of_training(drawn.frames, pictures.film_sentence()),
)
sizes = {
    "vocabulary": whole(glass.config.vocab_size),
    "width": glass.config.d_model,
    "heads": glass.config.h,
    "units": whole(glass.config.d_ff),
    "layers": glass.config.N,
    "parameters": decimal(sum(count_parameters(glass.network).values()) / 1e6, 1),
    "steps": whole(record["steps"]) if record else _("many"),
}
prose = texts.prose(NAME)  # introduction, scenes, "You now know", questions
scenes = [
    Scene(
        translate_heading(NAME, heading),
        prose[heading].format(**sizes).replace("\n", " ").split("  "),
        said,
    )
    for heading, said in zip([*prose][1:-2], now, strict=True)
]

explain.opening(NAME)
if drawn.example is None or not drawn.example.is_clear:
    st.button(
        _("Try the story's own example: “{sentence}”").format(sentence=remarks.OWN_EXAMPLE),
        key="story_example",
        on_click=bar.show,
        args=["en", remarks.OWN_EXAMPLE],
    )
story(reading, scenes, drawn)
with st.container(key="story_end"):
    st.header(translate_heading(NAME, "You now know"), anchor=False)
    for name, sentence in KNOWN:
        explain.link_to(name, f"{_(sentence)} **{page(name).title} →**")
    with st.container(key="story_doors", horizontal=True):
        explain.link_to("one_step", _("One step: follow an error back to the weights →"))
        explain.link_to("break_it", _("Break it: switch parts off and see what fails →"))
        explain.link_to("overview", _("Open the blocks, one by one →"))
if explain.section(NAME, "Six questions"):
    questions()
