"""What people give wrongly ends in one sentence, before anything is computed."""

from typing import Annotated, Literal

import numpy as np
import pytest
import torch

import model
from model.arguments import Within, check_arguments, check_value, matches_type

TEXT = "A small boat drifts."


@pytest.fixture(scope="module")
def run(glass):
    return glass.read(TEXT, to="fr", translation="Le pont.")


def pinned(*pins):
    return model.PinnedWeights("cross", 0, 0, 0, pins)


def _late_patch(glass):
    other = glass.read(TEXT, to="fr", translation="Le vieux pont. Le vieux pont.")
    return model.patch("decoder.layers.0.add_and_norm_3.output", other.trace, position=9)


MISTAKES = {
    "a width that would fill the memory": (
        lambda g, r: g.read(TEXT, "fr", width=5000),
        "width=5000: it must be a whole number from 1 to 100",
    ),
    "a width that is a text": (lambda g, r: g.read(TEXT, "fr", width="4"), "width='4'"),
    "an alpha that is no number": (lambda g, r: g.read(TEXT, "fr", alpha=np.nan), "alpha=nan"),
    "bytes to read": (lambda g, r: g.read(b"boat", "fr"), "text=b'boat': it must be a text"),
    "bytes as a beginning": (lambda g, r: g.read(TEXT, "fr", prefix=b"Le"), "prefix=b'Le'"),
    "bytes as a translation": (
        lambda g, r: g.read(TEXT, "fr", translation=b"Le"),
        "translation=b'Le'",
    ),
    "no changes": (lambda g, r: g.read(TEXT, "fr", changes=5), "changes=5: .* a Change"),
    "no edits": (lambda g, r: g.read(TEXT, "fr", edits=None), "edits=None: it must be a mapping"),
    "an edit that is a tensor": (
        lambda g, r: g.read(TEXT, "fr", edits={"memory": torch.zeros(2)}),
        "a mapping from a text to a function",
    ),
    "a tap that is misspelt": (
        lambda g, r: g.read(TEXT, "fr", edits={"memori": torch.zeros_like}),
        "no tap is called 'memori'; near: memory",
    ),
    "a layer too many": (
        lambda g, r: g.read(TEXT, "fr", changes=model.SilencedHead("cross", 1, 0)),
        "this model has 1 layers there",
    ),
    "a head that is True": (
        lambda g, r: g.read(TEXT, "fr", changes=model.SilencedHead("cross", 0, True)),
        "SilencedHead: head=True: it must be a whole number",
    ),
    "pins that are a mapping": (
        lambda g, r: g.read(TEXT, "fr", changes=model.PinnedWeights("cross", 0, 0, 0, {0: 0.5})),
        r"pins=\{0: 0.5\}",
    ),
    "two pins on one key": (
        lambda g, r: g.read(TEXT, "fr", changes=pinned((0, 0.7), (0, 0.7))),
        "nothing that PinnedWeights",
    ),
    "an order that is a text": (
        lambda g, r: g.read(TEXT, "fr", changes=model.ShuffledPositions("x")),
        "seed='x'",
    ),
    "a beginning without end": (
        lambda g, r: g.read("A.", "fr", prefix="Le pont. " * 60),
        "the beginning has [0-9]+ pieces",
    ),
    "nothing to score": (lambda g, r: g.log_probability("", "fr", "Le pont."), "no text"),
    "half a place": (lambda g, r: r.trace.pick("memory", source=1.5), "source=1.5"),
    "layers without a gap": (lambda g, r: r.trace.layers("memory"), "has no {}"),
    "layers misspelt": (
        lambda g, r: r.trace.layers("encoder.layer.{}.self_attention.v"),
        "near: encoder.layers.{}.self_attention.v",
    ),
    "a step and a half": (lambda g, r: r.attribute(target=1.5), "target=1.5"),
    "a folder that is None": (lambda g, r: model.load(None), "folder=None"),
    "a device that is not here": (lambda g, r: model.load(device="abacus"), "'abacus'"),
    "a position that this run lacks": (
        lambda g, r: g.read("A.", "fr", edits=model.patch("memory", r.trace, position=5)),
        "memory has [0-9]+ positions in this run",
    ),
    "a step that this translation lacks": (
        lambda g, r: g.read("A.", "fr", translation="Le pont.", edits=_late_patch(g)),
        "output has [0-9]+ positions in this run",
    ),
    "a step that a scored translation lacks": (
        lambda g, r: g.log_probability("A.", "fr", "Le pont.", edits=_late_patch(g)),
        "output has [0-9]+ positions in this run",
    ),
    "a step that many translations lack": (
        lambda g, r: g.read_all(["A."], "fr", translations=["Le pont."], edits=_late_patch(g)),
        "output has [0-9]+ positions in this run",
    ),
    "a lesson of half pairs": (lambda g, r: g.teach([("en", "A.", "fr")]), "a pair is"),
    "a lesson of huge rank": (
        lambda g, r: g.teach([("en", "A pond.", "fr", "Le pont.")], rank=10**9),
        "rank 1000000000 is above 16",
    ),
    "a seed that is a text": (
        lambda g, r: g.teach([("en", "A pond.", "fr", "Le pont.")], seed="x"),
        "Lesson: seed='x'",
    ),
    "one text where many are": (lambda g, r: g.read_all(TEXT, "fr"), "texts="),
    "an empty text among many": (lambda g, r: g.read_all([TEXT, ""], "fr"), "text 1: there is no"),
}


@pytest.mark.parametrize(("wish", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_ends_in_one_sentence(glass, run, wish, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        wish(glass, run)
    assert "\n" not in str(caught.value)


def test_numbers_of_numpy_are_numbers(glass, run):
    assert matches_type(np.int64(3), int)
    assert matches_type(np.float32(0.5), float)
    assert run.trace.pick("memory", source=np.int64(1)).shape == (16,)


@pytest.mark.parametrize(
    ("value", "hint", "right"),
    [
        (True, int, False),
        (1, float, True),
        (float("inf"), Annotated[float, Within(0, 1)], False),
        (1, Annotated[int, Within(1, 2)], True),
        ("a", Literal["a", "b"], True),
        ("c", Literal["a", "b"], False),
        ([1, 2], list[int], True),
        ([1, "2"], list[int], False),
        ({"a": len}, dict[str, object], True),
        ((1, 2.5), tuple[int, float], True),
        ((1,), tuple[int, float], False),
        (None, int | None, True),
    ],
)
def test_a_value_fits_its_type_or_does_not(value, hint, right):
    assert matches_type(value, hint) == right


def test_a_near_word_is_named():
    with pytest.raises(ValueError, match="near: encoder"):
        check_value("stack", "encodr", Literal["encoder", "decoder"])


def test_each_of_named_arguments_is_checked():
    @check_arguments
    def count(**places: int) -> int:
        return sum(places.values())

    assert count(a=1, b=2) == 3
    with pytest.raises(ValueError, match="b='2'"):
        count(a=1, b="2")


def test_a_thousand_changes_at_one_tap_act(glass):
    changes = [model.SilencedHead("cross", 0, place % 2) for place in range(1000)]
    heads = glass.read(TEXT, "fr", translation="Le pont.", changes=changes).trace
    assert not heads["decoder.layers.0.cross_attention.heads"].any()


def test_a_rival_is_a_piece_as_the_screen_shows_it(glass, run):
    for step, token in enumerate(run.output):
        scores = run.attribute("gradient", target=step, rival=token.text)
        assert scores.source.abs().max() < 1e-6  # the very token that was said
    assert run.attribute("gradient", target=0, rival="</s>").source.abs().max() > 0
