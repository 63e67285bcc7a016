"""Cross-attention: who reads what from the memory, which head aligns, and how to measure it."""

from figures.alignment_errors import alignment_errors
from figures.source_bars import source_bars
from model.attention import MultiHeadAttention
from ui import controls, explain, memory_page, memory_words, session, undone
from ui.components.look_back import look_back
from ui.components.memory_view import memory_view
from ui.components.plot import plot

NAME = "cross_attention"

explain.opening(NAME)
reading = undone.without(controls.reading(), undone.of_cross_attention, anew=True)
alignment = session.alignment()
choices, shown, other = memory_page.choices(reading, alignment)
readers = memory_page.readers(reading, other, choices)
look = memory_page.look(readers, alignment, choices, shown)
version = memory_page.version(readers, choices)

memory_view(readers, look, alignment, version)
explain.look_for(memory_words.look_for(readers, look))

explain.section(NAME, "First, the decoder looks back")
look_back(reading, look.layer, look.head, look.step, version)
explain.link_to("masking", "Masking →")

explain.section(NAME, "A weight is not yet a contribution")
layer, head = memory_page.one_head(look)
explain.finding(memory_words.row_named(readers[0], layer, head, look.step))
source = [token.text for token in reading.source]
plot(
    source_bars(
        source,
        memory_words.weight_and_contribution(readers[0], layer, head, look.step),
        "share of the row",
        memory_words.value_lengths(reading, layer, head),
    ),
    key="contributions",
    label="Weight and contribution of each source word in the row that is looked at",
)

explain.section(NAME, "One memory, several readers")
explain.finding(memory_words.same_memory(readers))
plot(
    source_bars(source, memory_words.total_read(readers, look), "weight received, all steps"),
    key="received",
    label="How much weight each source word receives in all steps together",
)

explain.section(NAME, "Which head aligns words?")
if alignment:
    plot(
        alignment_errors(
            alignment["rows"], memory_page.chosen(look), alignment["diagonal"]["mean"]
        ),
        key="errors",
        label="Alignment error rate of every head, layer by layer",
        on_click=memory_page.go_to,
    )

explain.formula(
    r"\begin{gathered} \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V \\"
    r" Q = X_{\text{decoder}} W_Q \\ K = \text{memory}\; W_K, \; V = \text{memory}\; W_V"
    r" \end{gathered}",
    memory_words.numbers(reading, layer, head, look.step),
)
explain.code_and_shapes(MultiHeadAttention.forward, memory_page.shapes(reading))
memory_page.send(readers, version)
