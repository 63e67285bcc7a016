"""The next token: vector, logits, softmax, and the effect of temperature, top-k and top-p."""

from functools import partial

import streamlit as st

from model.decoding import sampling_probabilities
from model.measures.attention_entropy import row_entropies
from model.transformer import Transformer
from pages.output.next_token import figures, remarks
from pages.output.next_token.smoothing import show_smoothing
from pages.output.next_token.views.next_token import ShownStep, list_candidates, show_next_token
from ui.choices import controls
from ui.frame import explain, sentence_comparison
from ui.messages import _
from ui.readings import defaults, missing_measurements, session, without_changes
from ui.readings.reading import quote_pieces
from ui.readings.token_input import parse_first_token
from ui.views.plot import make_point_callback, show_figure
from ui.words import format_integer

NAME = "next_token"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), without_changes.affects_decoding_steps, retranslate=True
)
model, tokenizer = session.glass().network_with(reading.changes), session.glass().tokenizer
said = reading.output_ids
picture = st.container()
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    uncertain = defaults.find_default_step(reading) + 1
    step = controls.choose_token(reading.output, key="step", label=_("Step"), default=uncertain)
    typed = controls.text_field(
        "token",
        _("Any token"),
        placeholder=_("compare any word"),
        width=180,
        label_visibility="collapsed",
        # A lambda would keep all of this page's variables alive in the visitor's session.
        on_change=partial(st.session_state.update, candidate=0),
    )
    token, remark = parse_first_token(tokenizer, typed, _(remarks.SEVERAL))
logits = reading.trace["logits"][0, : len(said)]  # a cut translation has one row more
x = reading.trace.residual_stream("decoder")[-1, step]
listed = list_candidates(logits[step], said[step], token)
candidate = controls.integer_choice("candidate", len(tokenizer) - 1, default=0, minimum=0)
if remark:
    st.text(remark)
version = reading.source_ids, said, step, reading.changes
with picture:
    show_next_token(
        ShownStep(x, logits[step], said[step], token, version),
        model.E.weight,
        tokenizer,
        chosen_candidate=listed.index(candidate if candidate in listed else (token or said[step])),
        sampling=controls.sampling_choice(),
    )

probabilities = logits.softmax(dim=-1)
bits = row_entropies(probabilities)
names = quote_pieces(tokenizer.pieces([*listed[:3], said[step]]))
explain.show_sentence_fact(remarks.describe_takeaway(probabilities[step], said[step], names))
steps, vocab = list(range(len(said))), len(tokenizer)
explain.defer_sentence_fact(remarks.describe_all_steps(probabilities, said, tokenizer))
explain.show_section(NAME, "What the three knobs do")

if explain.show_section(NAME, "How certain, step by step"):
    show_figure(
        figures.plot_entropies(
            bits, probabilities[steps, said], [t.text for t in reading.output], step
        ),
        key="certainty",
        label=_("Entropy of the next token at each step"),
        on_click=make_point_callback("step"),
    )

sentence_comparison.show_next_token_comparison(NAME, reading, step)

epsilon = session.label_smoothing()
if epsilon is None:
    explain.show_missing_measurement(missing_measurements.describe_missing_record())
elif explain.show_section(NAME, "What label smoothing asks for"):
    show_smoothing(reading, probabilities, step, epsilon)

if explain.show_section(NAME, "One matrix, three times"):
    explain.show_formula(
        r"z = x E^\top, \qquad p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}",
        remarks.softmax_latex(logits[step], said[step]),
    )
explain.show_code_and_shapes(
    Transformer.project,
    {
        "x": f"{model.config.d_model}",
        "E": f"{format_integer(vocab)} × {model.config.d_model}",
        "logits, probabilities": format_integer(vocab),
    },
    callee=sampling_probabilities,
)
