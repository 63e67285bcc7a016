"""Benchmark of all attribution methods of Who contributed, against one recorded pass."""

from collections.abc import Iterator

from benchmarks.measure import Comparison, compare_durations
from model.attribution.inputs import ForcedPair
from model.attribution.methods import Aligner, attribute_from_trace, attribute_step
from model.passes import record_pass
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

SENTENCE = "The doctor finished her work in the evening and went home."
TRANSLATION = "Der Arzt hat am Abend ihre Arbeit beendet und ging nach Hause."
COUNT, STEP, ROUNDS = 12, 6, 5  # tokens of the translation; in the middle of it
AT_MOST = 120  # a second, where a watched pass takes the 8 ms of an idle core


def compare_contributions(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time all attribution methods: those of one pass for all steps, the others for one step."""
    ids = tokenizer.encode(TRANSLATION)[: COUNT - 1]
    source = (*tokenizer.encode(SENTENCE), EOS)
    forced = ForcedPair(source, (tokenizer.start("de"), *ids), (*ids, EOS))
    middle = model.config.N // 2

    def contribute() -> None:
        """Compute the attributions of all methods."""
        trace = record_pass(model, forced.source, forced.target)
        attribute_from_trace(model, trace, Aligner(middle, None, middle))
        for _ in attribute_step(model, forced, STEP):
            pass

    name = f"all methods of Who contributed, {COUNT} tokens / watched pass"
    yield compare_durations(
        name, contribute, lambda: record_pass(model, forced.source, forced.target), ROUNDS, AT_MOST
    )
