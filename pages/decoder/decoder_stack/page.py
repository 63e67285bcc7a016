"""The decoder stack: the logit lens of each layer, and what its sub-layers add."""

import streamlit as st

from model.layers import DecoderLayer
from model.measures.logit_lens import decision_layers, likeliest_tokens, logit_lens, token_ranks
from model.parts import sublayers
from pages.decoder.decoder_stack import compute, figures, remarks
from pages.decoder.decoder_stack.views import lens as lens_view
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import defaults, session, without_changes
from ui.readings.changes import SUBLAYER_SHORT
from ui.views.plot import plot
from ui.views.strips import Strip, strips
from ui.words import whole

NAME = "decoder_stack"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_the_steps, anew=True)
model, tokenizer = session.glass().network_with(reading.changes), session.glass().tokenizer
said, N = reading.output_ids, len(model.config.layers("decoder"))
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    uncertain = defaults.step(reading) + 1
    step = controls.word(reading.output, key="step", label=_("Step"), default=uncertain)
    layer = controls.layer("decoder")

logits = logit_lens(reading.trace, model.E.weight, model.b)[:, : len(said)]
places = token_ranks(logits, said)
depths = decision_layers(places)
lens_view.lens(logits, places, reading, tokenizer, (step, layer))
explain.in_your_sentence(
    remarks.look_for(places[:, step], int(depths[step]), reading.output[step].text)
)
if explain.section(NAME, "How to read the grid"):
    first = likeliest_tokens(logits, 1)[0][0, :, 0].tolist()
    explain.finding(remarks.echo(first, reading.target_ids[: len(said)]))

if explain.section(NAME, "Which layer makes the decision"):
    explain.finding(remarks.decisions(depths.tolist(), N))
    plot(
        figures.rise(places, [token.text for token in reading.output], step),
        key="rise",
        label=_("Rank of each token of the translation among all tokens, layer by layer"),
    )

own = sublayers("decoder")
names = [_(SUBLAYER_SHORT[key]) for key in own]
if explain.section(NAME, "The three sub-layers, in order"):
    parts = [reading.trace.at(path.format(layer)) for path in own.values()]
    rows = [Strip("x", parts[0]["residual"][0, step], "X")]
    for name, part in zip(names, parts, strict=True):
        rows.append(Strip(name, part["sublayer"][0, step], "Z", "+"))
        rows.append(Strip(_("Add & Norm"), part["output"][0, step], "X", "→"))
    strips(
        rows, key="sublayers", label=_("The chosen position through the layer's three sub-layers")
    )
    explain.formula(
        r"x_1 = \mathrm{LN}(x + \mathrm{SelfAttn}(x)), \quad"
        r" x_2 = \mathrm{LN}(x_1 + \mathrm{CrossAttn}(x_1, \mathrm{memory})), \quad"
        r" x_3 = \mathrm{LN}(x_2 + \mathrm{FFN}(x_2))",
        remarks.lengths([row.vector for row in rows]),
    )

if explain.section(NAME, "How much each sub-layer adds"):
    relative = compute.relative(reading.trace, N, step)
    explain.finding(remarks.largest_part(names, relative[layer].tolist(), reading.output[step]))
    plot(
        figures.writes(relative, names), key="writes", label=_("Length of each sub-layer's update")
    )

n, d_model = len(reading.target), model.config.d_model
explain.code_and_shapes(
    DecoderLayer.forward,
    {
        "x": f"{n} × {d_model}",
        "memory": f"{len(reading.source)} × {d_model}",
        "lens": _("{depths} depths of {n} × {vocab} logits").format(
            depths=N + 1, n=n, vocab=whole(len(tokenizer))
        ),
    },
    also=logit_lens,
)
