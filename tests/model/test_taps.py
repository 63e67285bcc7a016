"""Each tap has a sentence, and no sentence is of no tap."""

from model.taps import MEANINGS, describe_tap, tap_pattern
from model.trace import taps_by_name


def test_each_tap_has_a_sentence(model):
    said = {describe_tap(name) for name in taps_by_name(model)}
    assert said == set(MEANINGS.values())
    assert all(one.endswith(".") for one in said)


def test_names_without_layers():
    assert (
        tap_pattern("encoder.layers.11.feed_forward.hidden")
        == "encoder.layers.{}.feed_forward.hidden"
    )
