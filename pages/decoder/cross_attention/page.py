"""Cross-attention: what each step reads from the memory, and which head aligns words."""

from model.attention import MultiHeadAttention
from model.storage import ALIGNMENT
from pages.decoder.cross_attention import alone, end_token, lines, remarks
from pages.decoder.cross_attention import choices as memory_page
from pages.decoder.cross_attention.figures import alignment_errors, source_bars
from pages.decoder.cross_attention.views.look_back import look_back
from pages.decoder.cross_attention.views.memory_view import memory_view
from ui.choices import controls, page_facts
from ui.frame import beside, explain
from ui.messages import _
from ui.readings import unmeasured, without_changes
from ui.views.plot import plot

NAME = "cross_attention"

explain.opening(NAME)
reading = without_changes.without(controls.reading(), without_changes.of_cross_attention, anew=True)
alignment = memory_page.alignment_table()
choices, shown, other = memory_page.choices(reading, alignment)
readers = memory_page.readers(reading, other, choices)
look = memory_page.look(readers, alignment, choices, shown)
version = memory_page.version(readers, choices)

memory_view(readers, look, alignment, version)
page_facts.tell(**lines.line_data(readers[0], look))
explain.in_your_sentence(remarks.look_for(readers, look))

looks_back = explain.section(NAME, "First, the decoder attends to its own words")
if looks_back:
    look_back(reading, look.layer, look.head, look.step, version)
    explain.link_to("masking", _("Masking →"))

layer, head = memory_page.one_head(look)
source = [token.text for token in reading.source]
if explain.section(NAME, "A weight is not yet a contribution"):
    explain.finding(remarks.say_which_row(readers[0], layer, head, look.step))
    plot(
        source_bars(
            source,
            lines.weight_and_contribution(readers[0], layer, head, look.step),
            _("share of the row"),
            lines.value_lengths(reading, layer, head),
        ),
        key="contributions",
        label=_("Weight and contribution of each source word in the chosen row"),
    )

beside.attention(NAME, reading, "cross", layer, head)

if explain.section(NAME, "One memory, several readers"):
    explain.finding(remarks.same_memory(readers))
    plot(
        source_bars(source, lines.total_read(readers, look), _("weight received in all steps")),
        key="received",
        label=_("How much weight each source word receives over all steps"),
    )

if explain.section(NAME, "One vector alone"):
    alone.show([reader.reading for reader in readers])
    explain.link_to("encoder_stack", _("Encoder stack →"))

if explain.section(NAME, "What the end token swallows"):
    end_token.show(reading, layer, look.step, choices)

if explain.section(NAME, "Which head aligns words?"):
    if alignment:
        plot(
            alignment_errors(
                alignment["rows"], memory_page.table_key(look), alignment["diagonal"]["mean"]
            ),
            key="errors",
            label=_("Alignment error rate of every head, layer by layer"),
            on_click=memory_page.go_to,
        )
    else:
        explain.unknown(unmeasured.reason(ALIGNMENT, unmeasured.ALIGNMENT))

explain.in_one_formula(
    r"\begin{gathered} \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V \\"
    r" Q = X_{\text{decoder}} W_Q \\ K = \text{memory}\; W_K, \; V = \text{memory}\; W_V"
    r" \end{gathered}",
    remarks.numbers(
        reading, layer, head, look.step, lines.contribution_norms(reading, layer, head, look.step)
    ),
)
explain.code_and_shapes(MultiHeadAttention.forward, memory_page.shapes(reading))
memory_page.send(readers, version, looks_back)
