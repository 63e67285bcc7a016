"""The decoder stack: the logit lens of each layer, and what its sub-layers add."""

import streamlit as st

from model.layers import DecoderLayer
from model.measures.logit_lens import decision_layers, likeliest_tokens, logit_lens, token_ranks
from model.parts import sublayer_paths
from pages.decoder.decoder_stack import choices, compute, figures, remarks
from pages.decoder.decoder_stack.views import lens as lens_view
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session, without_changes
from ui.readings.changes import SUBLAYER_SHORT
from ui.readings.reading import distinct_names
from ui.views.plot import show_figure
from ui.views.strips import Strip, show_strips

NAME = "decoder_stack"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), without_changes.affects_decoding_steps, retranslate=True
)
model, tokenizer = session.glass().network_with(reading.changes), session.glass().tokenizer
said, N = reading.output_ids, len(model.config.layers("decoder"))
logits = logit_lens(reading.trace, model.E.weight, model.b)[:, : len(said)]
places = token_ranks(logits, said)
depths = decision_layers(places)
picture = st.container()
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    early = choices.find_early_word(depths, reading.output) + 1
    step = controls.choose_token(reading.output, key="step", label=_("Step"), default=early)
    layer = controls.choose_layer("decoder")

with picture:
    lens_view.show_logit_lens(logits, places, reading, tokenizer, (step, layer))
explain.show_sentence_fact(
    remarks.describe_takeaway(
        int(depths[step]), logits[:, step], said[step], reading.output[step].text, tokenizer
    )
)
explain.defer_sentence_fact(
    remarks.describe_late_tokens(depths.tolist(), N, distinct_names(reading.output))
)
if explain.show_section(NAME, "How to read the grid"):
    first = likeliest_tokens(logits, 1)[0][0, :, 0].tolist()
    explain.show_callout(remarks.describe_embedding_echo(first, reading.target_ids[: len(said)]))

if explain.show_section(NAME, "Which layer makes the decision"):
    explain.show_callout(remarks.describe_decision_layers(depths.tolist(), N))
    show_figure(
        figures.plot_token_ranks(places, [token.text for token in reading.output], step),
        key="rise",
        label=_("Rank of each token of the translation among all tokens, layer by layer"),
    )

own = sublayer_paths("decoder")
names = [_(SUBLAYER_SHORT[key]) for key in own]
if explain.show_section(NAME, "The three sub-layers, in order"):
    parts = [reading.trace.at(path.format(layer)) for path in own.values()]
    rows = [Strip("x", parts[0]["residual"][0, step], "X")]
    for name, part in zip(names, parts, strict=True):
        rows.append(Strip(name, part["sublayer"][0, step], "Z", "+"))
        rows.append(Strip(_("Add & Norm"), part["output"][0, step], "X", "→"))
    show_strips(
        rows, key="sublayers", label=_("The chosen position through the layer's three sub-layers")
    )
    explain.show_formula(
        r"x_1 = \mathrm{LN}(x + \mathrm{SelfAttn}(x)), \quad"
        r" x_2 = \mathrm{LN}(x_1 + \mathrm{CrossAttn}(x_1, \mathrm{memory})), \quad"
        r" x_3 = \mathrm{LN}(x_2 + \mathrm{FFN}(x_2))",
        remarks.sublayer_norms_latex([row.vector for row in rows]),
    )

if explain.show_section(NAME, "How much each sub-layer adds"):
    relative = compute.compute_relative_updates(reading.trace, N, step)
    explain.show_callout(
        remarks.describe_largest_update(names, relative[layer].tolist(), reading.output[step])
    )
    show_figure(
        figures.plot_update_sizes(relative, names),
        key="writes",
        label=_("Length of each sub-layer's update"),
    )

n, d_model = len(reading.target), model.config.d_model
explain.show_code_and_shapes(
    DecoderLayer.forward,
    {
        "x": f"{n} × {d_model}",
        "memory": f"{len(reading.source)} × {d_model}",
        "lens": _("{depths} depths of {n} × {vocab:,} logits").format(
            depths=N + 1, n=n, vocab=len(tokenizer)
        ),
    },
    callee=logit_lens,
)
