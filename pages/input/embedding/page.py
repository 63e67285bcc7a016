"""Embedding: one row of E for each piece, its norm, its neighbours, and where E is used again."""

import math

import streamlit as st

from model.embedding import Embedding
from model.measures.parameters import count_parameters
from model.transformer import Transformer
from pages.input.embedding import analogy, compute, figures, neighbour_map, remarks
from pages.input.embedding.three_places import show_three_places
from pages.input.embedding.views.lookup import show_lookup
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _
from ui.readings import defaults, session, without_changes
from ui.views.plot import show_figure
from ui.views.strips import Strip, show_strips
from ui.words import format_integer, format_shortest

NAME = "embedding"

explain.show_opening(NAME)
reading = without_changes.undo_changes(
    controls.current_reading(), without_changes.affects_input_embedding, retranslate=True
)
glass = session.glass()
tokenizer, d_model = glass.tokenizer, glass.config.d_model
E = session.embedding_matrix(reading.changes)
word = controls.choose_token(
    reading.source,
    label=_("Token"),
    default=defaults.find_longest_single_token_word(reading.source) + 1,
)
token, row = reading.source[word], reading.source_ids[word]
show_lookup(E, tokenizer, reading.source, reading.source_ids, word)
st.caption(remarks.describe_stripes(d_model))
explain.show_sentence_fact(remarks.describe_takeaway(E, tokenizer, token, row))
in_translation = remarks.describe_translation_neighbours(
    E, tokenizer, reading.source_ids, reading.output_ids, neighbour_map.LISTED
)
explain.defer_sentence_fact(in_translation)
rivals = remarks.key_by_piece(tokenizer, compute.compute_neighbour_cosines(E, row))
page_facts.publish_facts(token=token.text, rows=[*rivals], cosines=[*rivals.values()])

if explain.show_section(NAME, "Neighbours in all languages"):
    st.markdown(remarks.describe_similarity(E, tokenizer, row))
    neighbour_map.show_neighbour_map(tokenizer, E, reading, word)
    st.markdown(in_translation)

pass_ = reading.trace.at("encoder.embedding")
rows, scaled, output = (pass_[name][0] for name in ("rows", "embedding", "output"))
positions = pass_["positions"]
sum_ = [
    Strip(_("its row of E"), rows[word], "X"),
    Strip(
        _("{root} times longer").format(root=format_shortest(math.sqrt(d_model))),
        scaled[word],
        "X",
    ),
    Strip(_("its position"), positions[word], note="+"),
    Strip(_("into layer 1"), output[word], "X", note="="),
]
if explain.show_section(NAME, "How long the vectors are"):
    label = _("From the row of “{token}” to the input of the first layer").format(token=token.text)
    show_strips(sum_, key="sum", label=label)
    lengths = compute.norms(rows), compute.norms(scaled), compute.norms(positions)
    st.markdown(remarks.describe_norms(*lengths, E))
    show_figure(
        figures.plot_norms(*lengths, [token.text for token in reading.source], word),
        key="lengths",
        label=_("Lengths of rows, of scaled rows and of positional vectors"),
    )

explain.show_section(NAME, "What does one number of a row mean?")
if explain.show_section(NAME, "Arithmetic with words"):
    analogy.show_analogy(E, tokenizer)

if explain.show_section(NAME, "One matrix, three places"):
    show_three_places(reading, E, tokenizer, glass.config)

if explain.show_section(NAME, "How much of the model it takes up"):
    parts = count_parameters(glass.network)
    st.markdown(remarks.describe_parameter_share(parts))
    show_figure(
        figures.plot_parameter_shares(parts, "embedding matrix E", 3),
        key="shares",
        label=_("Parameters of each part of the model"),
    )

i = compute.find_largest_component([strip.vector for strip in sum_])
explain.show_page_formula(
    r"X = E_{\text{id}}\,\sqrt{d_\text{model}} + PE",
    remarks.component_latex(rows[word], positions[word], word, i),
)
n, m, vocabulary = len(reading.source), len(reading.output), format_integer(len(E))
explain.show_code_and_shapes(
    Embedding.forward,
    {
        "E": f"{vocabulary} × {d_model}",
        _("rows, PE, X"): f"{n} × {d_model}", _("logits"): f"{m} × {vocabulary}",
    },
    callee=Transformer.project,
)  # fmt: skip
