"""Benchmark of all flows of one decision in Trace it, against one recorded pass."""

from collections.abc import Iterator

from benchmarks.measure import Comparison, compare_durations
from model.flow.flows import strongest_edges
from model.flow.linearized import Decision, linearize_pass
from model.flow.nodes import STACKS, bias_attributions, node_attributions
from model.passes import record_pass
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

SENTENCE = "The doctor finished her work in the evening and went home."
TRANSLATION = "Der Arzt hat am Abend ihre Arbeit beendet und ging nach Hause."
ROUNDS, EDGES, AT_MOST = 5, 1_500, 10


def compare_flow(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time all nodes, all biases and all flows of a translation's last step."""
    source = (*tokenizer.encode(SENTENCE), EOS)
    prefix = (tokenizer.start("de"), *tokenizer.encode(TRANSLATION))
    decision = Decision(source, prefix, EOS, None)

    def trace() -> None:
        """Compute all nodes, biases and the strongest flows."""
        held = linearize_pass(model, decision)
        for stack in STACKS:
            node_attributions(held, stack)
            bias_attributions(held, stack)
        strongest_edges(held, EDGES)

    name = "everything of one decision in Trace it / watched pass"
    yield compare_durations(
        name, trace, lambda: record_pass(model, source, prefix), ROUNDS, AT_MOST
    )
