"""Many texts at once are read as each alone."""

import pytest
import torch

import model
from model.batches import batch_by_length
from tests.tiny import LINES

TEXTS = [*LINES["en"][:3], "A.", "The pond."]
HOWS = {
    "as it is": {},
    "a head is silent": {"changes": model.SilencedHead("cross", 0, 1)},
    "positions are shuffled": {"changes": model.ShuffledPositions(3)},
    "nothing is masked": {"changes": model.MissingEverywhere("mask")},
    "weights are rounded": {"changes": model.RoundedWeights(4)},
    "an edit acts": {"edits": {"memory": lambda memory: 1.5 * memory}},
}


@pytest.mark.parametrize("how", HOWS.values(), ids=HOWS)
def test_texts_are_read_together_as_each_alone(glass, how):
    together = glass.read_all(TEXTS, "fr", record="*", batch_size=3, **how)
    for text, run in zip(TEXTS, together, strict=True):
        alone = glass.read(text, "fr", **how)
        assert run.output_ids == alone.output_ids
        assert (run.text, run.translation) == (alone.text, alone.translation)
        assert [run.n_best()[0][0], run.edited] == [alone.n_best()[0][0], alone.edited]
        assert list(run.trace) == list(alone.trace)
        for name in run.trace:
            torch.testing.assert_close(
                run.trace[name], alone.trace[name], atol=2e-5, rtol=1e-4, msg=f"{text} {name}"
            )


def test_a_trace_keeps_what_was_asked_for(glass):
    [run] = glass.read_all(["A pond."], "fr", record=["memory", "*cross*weights"])
    assert list(run.trace) == ["memory", "decoder.layers.0.cross_attention.weights"]
    name = "decoder.layers.{}.cross_attention.weights"  # as it stands in docs/api.md
    assert list(glass.read_all(["A pond."], "fr", record=name)[0].trace) == [name.format(0)]
    [bare] = glass.read_all(["A pond."], ["fr"])
    with pytest.raises(ValueError, match="no tensor was recorded"):
        bare.trace["memory"]
    with pytest.raises(ValueError, match="no tap is called 'memori'; near: memory"):
        glass.read_all(["A pond."], "fr", record="memori")


@pytest.mark.parametrize(
    ("ask", "wanted"),
    [
        (lambda run: run.entropy("encoder"), '"encoder.layers.*.self_attention.weights"'),
        (lambda run: run.contributions("encoder"), '"encoder.layers.*.self_attention.v"'),
        (lambda run: run.frame("logits"), '"logits"'),
        (
            lambda run: run.lens(),
            '"decoder.embedding.output", "decoder.layers.*.add_and_norm_3.output"',
        ),
    ],
)
def test_what_was_not_recorded_is_said_with_what_to_record(glass, ask, wanted):
    [run] = glass.read_all(["A pond."], "fr", record=["memory", "*cross*weights"])
    with pytest.raises(ValueError, match="nothing was recorded as") as refused:
        ask(run)
    assert str(refused.value).endswith(f": read_all(..., record=[{wanted}]) keeps it")


def test_a_misspelt_tensor_is_told_its_neighbours_once(glass):
    [run] = glass.read_all(["A pond."], "fr", record="memory")
    with pytest.raises(ValueError, match="nothing was recorded as") as refused:
        run.trace.layers("encoder.layers.{}.self_attention.weigts")
    near = str(refused.value).partition("near: ")[2].split(", ")
    assert near[0] == "encoder.layers.{}.self_attention.weights"
    assert len(near) == len(set(near)) == 3


def test_half_a_residual_stream_is_not_taken_for_a_whole(glass):
    [run] = glass.read_all(["A pond."], "fr", record="decoder.embedding.output")
    with pytest.raises(ValueError, match="add_and_norm_3"):
        run.lens()


def test_given_translations_are_read_together(glass):
    said = ["Le pont.", "La porte bleue."]
    runs = glass.read_all(["A pond.", "The door."], "fr", translations=said, record="logits")
    for text, run in zip(["A pond.", "The door."], runs, strict=True):
        alone = glass.read(text, "fr", translation=said[runs.index(run)])
        assert run.translation == alone.translation
        torch.testing.assert_close(run.trace["logits"], alone.trace["logits"], atol=2e-5, rtol=0)
        total = glass.log_probability(text, "fr", list(run.output_ids))
        assert run.log_probability == pytest.approx(total, abs=1e-4)


def test_each_has_a_language_and_a_translation_or_none(glass):
    with pytest.raises(ValueError, match="to has 1, and there are 2 texts"):
        glass.read_all(["A pond.", "A boat."], ["fr"])
    with pytest.raises(ValueError, match="translations has 1, and there are 2 texts"):
        glass.read_all(["A pond.", "A boat."], "fr", translations=["Le pont."])


def test_batches_hold_all_once_short_ones_first():
    lengths = [(3, 1), (1, 1), (3, 1), (2, 2), (3, 1)]
    assert list(batch_by_length(lengths, 2)) == [[1, 3], [0, 2], [4]]
    assert list(batch_by_length(lengths, 2, equal_lengths=True)) == [[1], [3], [0, 2], [4]]
