"""The next token: vector, logits, softmax, and the effect of temperature, top-k and top-p."""

from functools import partial

import streamlit as st

from model.decoding import sampling_probabilities
from model.measures.attention_entropy import entropies
from model.transformer import Transformer
from pages.output.next_token import figures, remarks
from pages.output.next_token.smoothing import smoothing
from pages.output.next_token.views.next_token import ShownStep, candidates, next_token
from ui.choices import controls
from ui.frame import beside, explain
from ui.messages import _
from ui.readings import defaults, session, unmeasured, without_changes
from ui.readings.reading import quote
from ui.readings.typed import first_token
from ui.views.plot import plot, point_chooser
from ui.words import whole

NAME = "next_token"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_the_steps, anew=True)
model, tokenizer = session.glass().network_with(reading.changes), session.glass().tokenizer
said = reading.output_ids
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    uncertain = defaults.step(reading) + 1
    step = controls.word(reading.output, key="step", label=_("Step"), default=uncertain)
    typed = controls.text(
        "token",
        _("Any token"),
        placeholder=_("compare any word"),
        width=180,
        label_visibility="collapsed",
        # A lambda would keep all of this page's variables alive in the visitor's session.
        on_change=partial(st.session_state.update, candidate=0),
    )
    token, remark = first_token(tokenizer, typed, _(remarks.SEVERAL))
logits = reading.trace["logits"][0, : len(said)]  # a cut translation has one row more
x = reading.trace.residual_stream("decoder")[-1, step]
listed = candidates(logits[step], said[step], token)
candidate = controls.number("candidate", len(tokenizer) - 1, default=0, least=0)
if remark:
    st.text(remark)
version = reading.source_ids, said, step, reading.changes
next_token(
    ShownStep(x, logits[step], said[step], token, version),
    model.E.weight,
    tokenizer,
    chosen=listed.index(candidate if candidate in listed else (token or said[step])),
    sampling=controls.sampling(),
)

probabilities = logits.softmax(dim=-1)
bits = entropies(probabilities)
names = quote(tokenizer.pieces([*listed[:3], said[step]]))
explain.in_your_sentence(
    remarks.look_for(probabilities[step], said[step], names, bits[step].item())
)
explain.section(NAME, "What the three knobs do")

steps, vocab = list(range(len(said))), len(tokenizer)

if explain.section(NAME, "How certain, step by step"):
    plot(
        figures.certainty(bits, probabilities[steps, said], [t.text for t in reading.output], step),
        key="certainty",
        label=_("Entropy of the next token at each step"),
        on_click=point_chooser("step"),
    )

beside.next_token(NAME, reading, step)

epsilon = session.smoothing()
if epsilon is None:
    explain.unknown(unmeasured.record())
elif explain.section(NAME, "What label smoothing asks for"):
    smoothing(reading, probabilities, step, epsilon)

if explain.section(NAME, "One matrix, three times"):
    explain.formula(
        r"z = x E^\top, \qquad p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}",
        remarks.numbers(logits[step], said[step]),
    )
explain.code_and_shapes(
    Transformer.project,
    {
        "x": f"{model.config.d_model}",
        "E": f"{whole(vocab)} × {model.config.d_model}",
        "logits, probabilities": whole(vocab),
    },
    also=sampling_probabilities,
)
