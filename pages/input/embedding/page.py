"""Embedding: one row of E for each piece, its length, its neighbours, and where E works again."""

import math

import streamlit as st

from model.embedding import Embedding
from model.measures import neighbours
from model.transformer import Transformer
from pages.input.embedding import analogy, figures, measured, neighbour_map
from pages.input.embedding import remarks as embedding_words
from pages.input.embedding.uses import in_both, strongest_step, uses
from pages.input.embedding.views.lookup import lookup
from pages.input.embedding.views.nearest_lists import nearest_lists
from pages.input.embedding.views.shared_row import shared_row
from ui.choices import controls
from ui.frame import explain
from ui.latex import written
from ui.readings import session, telling, without_changes
from ui.views.plot import plot
from ui.views.strips import Strip, strips

NAME = "embedding"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_the_embedding, anew=True)
model, tokenizer = session.load_model()
E, d_model = session.embedding_matrix(reading.changes), model.config.d_model
word = controls.word(reading.source, label="Token", default=telling.content(reading.source) + 1)
token, row = reading.source[word], reading.source_ids[word]
lookup(E, tokenizer, reading.source, reading.source_ids, word)

pass_ = reading.trace.at("encoder.embedding")
rows, scaled, output = (pass_[name][0] for name in ("rows", "embedding", "output"))
positions = pass_["positions"]
sum_ = [
    Strip(f"row {row:,} of E", rows[word], "X"),
    Strip(f"times √{d_model} = {math.sqrt(d_model):g}", scaled[word], "X"),
    Strip(f"PE, pos = {word}", positions[word], note="+"),
    Strip("into layer 1", output[word], "X", note="="),
]
strips(sum_, key="sum", label=f"From the row of “{token.text}” to the input of the first layer")
explain.look_for(embedding_words.look_for(E, tokenizer, token, row))

if explain.section(NAME, "How long the vectors are"):
    lengths = tuple(vectors.norm(dim=-1) for vectors in (rows, scaled, positions))
    st.markdown(embedding_words.length_remark(*lengths, E))
    plot(
        figures.lengths(*lengths, [token.text for token in reading.source], word),
        key="lengths",
        label="Lengths of rows, of scaled rows and of positional vectors",
    )

if explain.section(NAME, "Neighbours in all languages"):
    with st.container(key="map_choices", horizontal=True, vertical_alignment="bottom"):
        count = controls.one_of("around", "Neighbours of each", {2: "2", 4: "4", 8: "8"}, 4)
        typed = controls.text(
            "also", "Words to add", max_chars=60, width=300, placeholder="dog chien Hund"
        )
    neighbour_map.neighbour_map(tokenizer, E, reading, word, count, typed)
    st.markdown(
        embedding_words.translated_remark(
            E, reading.source_ids, reading.output_ids, neighbour_map.LISTED
        )
    )

if explain.section(NAME, "Arithmetic with words"):
    terms = [analogy.term(E, tokenizer, text) for text in analogy.typed_words()]
    if all(terms):
        columns, remarks = analogy.answers(E, tokenizer, terms)
        nearest_lists(columns, remarks, key="answers", chance=neighbours.by_chance(E))
    else:
        st.info("Type a word into each of the three fields.")

if explain.section(NAME, "One matrix, three places"):
    found = uses(reading, E)
    pieces = [use.token for use in found]
    use = found[controls.word(pieces, key="piece", label="Piece", default=in_both(found))]
    at = controls.number("at", len(reading.output), default=0, least=0) - 1
    shared_row(reading, E, tokenizer, found, found.index(use), at)
    step = at if at >= 0 else strongest_step(reading, use)
    last = model.config.layers("decoder")[-1]
    x = reading.trace[f"decoder.layers.{last}.add_and_norm_3.output"][0, step]
    product = [
        Strip(f"decoder, step {step + 1}", x),
        Strip(f"row {use.id:,} of E", E[use.id], "X", note="×"),
        Strip(f"{d_model} products", x * E[use.id], note="="),
    ]
    strips(product, key="logit", label="The products that add up to the logit", common=False)
    logit = reading.trace["logits"][0, step, use.id].item()
    st.markdown(embedding_words.logit_remark(logit, x, E[use.id]))
    explain.formula(
        r"\mathrm{logits} = x\,E^\top", rf"{written(x, E[use.id])} = {x @ E[use.id]:.3f}"
    )

if explain.section(NAME, "How much of the model it is"):
    parts = measured.parameter_counts()
    st.markdown(embedding_words.share_remark(parts))
    plot(
        figures.shares(parts, "embedding matrix E", 3),
        key="shares",
        label="Parameters of each part of the model",
    )

i = int(scaled[word].abs().argmax())
explain.formula(
    r"X = \mathrm{onehot}\,E\,\sqrt{d_\text{model}} + PE",
    embedding_words.component(rows[word], positions[word], word, i),
)
n, m, vocabulary = len(reading.source), len(reading.output), f"{len(E):,}"
explain.code_and_shapes(
    Embedding.forward,
    {
        "E": f"{vocabulary} × {d_model}", "one-hot": f"{n} × {vocabulary}",
        "rows, PE, X": f"{n} × {d_model}", "logits": f"{m} × {vocabulary}",
    },
    also=Transformer.project,
)  # fmt: skip
