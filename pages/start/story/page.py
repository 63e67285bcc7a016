"""The story: one sentence on its way through the model, in ten scenes that move on scrolling."""

import streamlit as st

from model.measures.parameters import count_parameters
from pages.start.story import pictures, remarks
from pages.start.story.questions import show_questions
from pages.start.story.views.story import Scene, show_story
from ui.choices import controls
from ui.contents import KNOWN, find_page
from ui.frame import bar, explain, texts
from ui.frame.texts import translate_heading
from ui.messages import _
from ui.readings import session
from ui.words import format_decimal, format_integer

NAME = "story"
reading = controls.current_reading()
glass, record = session.glass(), session.training_record() or {}
drawn = pictures.collect_scene_tensors(reading)
word = drawn.example.query if drawn.example else drawn.shown_positions.start
layer = drawn.example.layer if drawn.example else 0
first = drawn.steps[0]
now = (
    remarks.describe_translation(reading),
    remarks.describe_pieces(reading, drawn.rare_word),
    remarks.describe_piece_id(reading, word, drawn.similar),
    remarks.describe_equal_tokens(reading, drawn.equal_tokens, drawn.equal_tokens_angle),
    remarks.describe_attention_example(reading, drawn.example),
    remarks.describe_head_patterns(drawn.varied_layer, drawn.pattern_names),
    remarks.describe_active_units(reading, word, layer, drawn.units, drawn.also_active),
    remarks.describe_vector_angle(reading, word, drawn.turn),
    remarks.describe_first_step(reading, first.probabilities[first.came], first.came == 0),
    remarks.describe_training_frames(drawn.frames, pictures.find_recorded_sentence()),
)
sizes = {
    "vocabulary": format_integer(glass.config.vocab_size),
    "width": glass.config.d_model,
    "heads": glass.config.h,
    "units": format_integer(glass.config.d_ff),
    "layers": glass.config.N,
    "parameters": format_decimal(sum(count_parameters(glass.network).values()) / 1e6, 1),
    "steps": format_integer(record["steps"]) if record else _("many"),
}
prose = texts.read_page_sections(NAME)  # introduction, scenes, "A page for each scene", questions
scenes = [
    Scene(
        translate_heading(NAME, heading),
        prose[heading].format(**sizes).replace("\n", " ").split("  "),
        said,
    )
    for heading, said in zip([*prose][1:-2], now, strict=True)
]

explain.show_opening(NAME)
if drawn.example is None or not drawn.example.is_clear:
    st.button(
        _("Try the story's own example: “{sentence}”").format(sentence=remarks.OWN_EXAMPLE),
        key="story_example",
        on_click=bar.use_example,
        args=["en", remarks.OWN_EXAMPLE],
    )
show_story(reading, scenes, drawn)
explain.defer_sentence_fact(remarks.describe_least_sure_token(reading))
with st.container(key="story_end"):
    st.header(translate_heading(NAME, "A page for each scene"), anchor=False)
    st.markdown(prose["A page for each scene"])
    for name, sentence in KNOWN:
        explain.show_page_link(name, f"{_(sentence)} **{find_page(name).title} →**")
    with st.container(key="story_doors", horizontal=True):
        explain.show_page_link(
            "one_step", _("One step: follow an error back to one of these numbers →")
        )
        explain.show_page_link("break_it", _("Break it: switch parts off and see what fails →"))
        explain.show_page_link("overview", _("Open the model's parts, one by one →"))
if explain.show_section(NAME, "Six questions"):
    show_questions()
