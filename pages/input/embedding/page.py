"""Embedding: one row of E for each piece, its norm, its neighbours, and where E is used again."""

import math

import streamlit as st

from model.embedding import Embedding
from model.measures.parameters import count_parameters
from model.transformer import Transformer
from pages.input.embedding import analogy, compute, figures, neighbour_map, remarks
from pages.input.embedding.three_places import three_places
from pages.input.embedding.views.lookup import lookup
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _
from ui.readings import defaults, session, without_changes
from ui.views.plot import plot
from ui.views.strips import Strip, strips
from ui.words import shortest_decimal, whole

NAME = "embedding"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_the_embedding, anew=True)
glass = session.glass()
tokenizer, d_model = glass.tokenizer, glass.config.d_model
E = session.embedding_matrix(reading.changes)
word = controls.word(
    reading.source, label=_("Token"), default=defaults.longest_whole_word(reading.source) + 1
)
token, row = reading.source[word], reading.source_ids[word]
lookup(E, tokenizer, reading.source, reading.source_ids, word)

pass_ = reading.trace.at("encoder.embedding")
rows, scaled, output = (pass_[name][0] for name in ("rows", "embedding", "output"))
positions = pass_["positions"]
sum_ = [
    Strip(_("row {row} of E").format(row=whole(row)), rows[word], "X"),
    Strip(
        _("times √{d_model} = {root}").format(
            d_model=d_model, root=shortest_decimal(math.sqrt(d_model))
        ),
        scaled[word],
        "X",
    ),
    Strip(f"PE, pos = {word}", positions[word], note="+"),
    Strip(_("into layer 1"), output[word], "X", note="="),
]
label = _("From the row of “{token}” to the input of the first layer").format(token=token.text)
strips(sum_, key="sum", label=label)
explain.in_your_sentence(remarks.look_for(E, tokenizer, token, row))
explain.at_the_end(remarks.without_mean(E, tokenizer, row))
rivals = remarks.name_rows(tokenizer, compute.rivals(E, row))
page_facts.tell(token=token.text, rows=[*rivals], cosines=[*rivals.values()])

if explain.section(NAME, "How long the vectors are"):
    lengths = compute.lengths(rows), compute.lengths(scaled), compute.lengths(positions)
    st.markdown(remarks.length_remark(*lengths, E))
    plot(
        figures.lengths(*lengths, [token.text for token in reading.source], word),
        key="lengths",
        label=_("Lengths of rows, of scaled rows and of positional vectors"),
    )

if explain.section(NAME, "Neighbours in all languages"):
    neighbour_map.neighbour_map(tokenizer, E, reading, word)
    st.markdown(
        remarks.translation_remark(E, reading.source_ids, reading.output_ids, neighbour_map.LISTED)
    )

explain.section(NAME, "What does one number of a row mean?")
if explain.section(NAME, "Arithmetic with words"):
    analogy.analogy(E, tokenizer)

if explain.section(NAME, "One matrix, three places"):
    three_places(reading, E, tokenizer, glass.config)

if explain.section(NAME, "How much of the model it takes up"):
    parts = count_parameters(glass.network)
    st.markdown(remarks.share_remark(parts))
    plot(
        figures.shares(parts, "embedding matrix E", 3),
        key="shares",
        label=_("Parameters of each part of the model"),
    )

i = compute.largest(scaled[word])
explain.in_one_formula(
    r"X = \mathrm{onehot}\,E\,\sqrt{d_\text{model}} + PE",
    remarks.component(rows[word], positions[word], word, i),
)
n, m, vocabulary = len(reading.source), len(reading.output), whole(len(E))
explain.code_and_shapes(
    Embedding.forward,
    {
        "E": f"{vocabulary} × {d_model}", _("one-hot"): f"{n} × {vocabulary}",
        _("rows, PE, X"): f"{n} × {d_model}", _("logits"): f"{m} × {vocabulary}",
    },
    also=Transformer.project,
)  # fmt: skip
