"""Changes in a link: each comes back as it was, and what makes no sense is forgotten."""

import itertools
from dataclasses import asdict

import pytest
import torch

from model.changes.direction import Direction
from model.changes.kinds import (
    KINDS,
    CutPosition,
    FilledTap,
    GroupedHeads,
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    RoundedWeights,
    ShuffledPositions,
    SilencedHead,
    SilencedUnit,
    Steering,
    SwappedEmbedding,
    TaughtWeights,
    TemperedAttention,
)
from model.changes.lesson import Lesson, LessonPair
from model.changes.whole_model import WHOLE
from model.parts import SUBLAYERS
from ui.readings import session
from ui.readings.changes import (
    ATTENTION_NAMES,
    CHANGE_LABELS,
    MEANING_OF_MISSING,
    MISSING,
    SUBLAYER_NAMES,
    explain_change,
    format_changes,
    label_change,
    merge_changes,
    parse_changes,
)
from ui.readings.reading import ATTENTIONS

CHANGES = (
    SilencedHead("encoder", 0, 7),
    SilencedHead("cross", 3, 0),
    *(MissingEverywhere(missing) for missing in WHOLE),
    ShuffledPositions(12),
    TemperedAttention("decoder", 0.25),
    RemovedPart("sublayer", "cross-attention", 2),
    RemovedPart("residual", "encoder-feed-forward", 0),
    CutPosition("cross", 3, 1, 4),
    CutPosition("encoder-feed-forward", 1, -1, 0),
    SilencedUnit("decoder", 3, 1019),
    PinnedWeights("cross", 1, 4, 2, ((0, 0.125), (5, 0.0))),
    PinnedWeights("encoder", 0, 0, 0, ((0, 1.0),)),
    SwappedEmbedding(400, 500),
    GroupedHeads("decoder", 4),
    GroupedHeads("cross", 1),
    RoundedWeights(4),
    Steering(Direction(((9, 2), (8, 7, 2)), ((10, 2), (8, 11, 2)), name="own"), -1.5),
    Steering(
        Direction(((9, 2),), ((10, 2),), "decoder.layers.3.add_and_norm_3.output", start=4, seed=7),
        2.0,
        position=3,
    ),
    TaughtWeights(
        Lesson(pairs=(LessonPair("en", "A glorp = “x”.", "fr", "Un glorpe ?"),), steps=3)
    ),
)
NONSENSE = (
    "", "   ", "sense", "encoder-0-1", "encoder-5-1", "encoder-1-9", "cross-1-1-1", "no-sense",
    "no-", "shuffled=0", "shuffled", "temperature-cross=0", "temperature-cross=99",
    "temperature-cross=1e9", "temperature-=1", "sublayer-cross-attention-9", "unit-encoder-1-1025",
    "unit-encoder-1-0", "row-encoder-1-1-1=", "row-encoder-1-1-1=2_1.5", "row-encoder-1-1-1=x",
    "row-decoder-1-1-1=2_0.5", "row-of-1=99999", "row-of-7=7", "row-of-7=-1", "<b>", "no-mask=1",
    "cut-cross-1-9-1", "cut-cross-1-1-0", "cut-cross-1-0-1", "cut-encoder-feed-forward-1-1-1",
    "cut-decoder-feed-forward-9-0-1",
    "groups-decoder=8", "groups-decoder=3", "groups-cross=0", "groups-all=2", "bits=1", "bits=9",
    "bits", "bits=", "steering-x-all=1", "steering--all=1", "steering-all=1",
    "steering-eJyLjgYAARUAuQ-all=1",
)  # fmt: skip


@pytest.fixture(scope="module")
def config():
    return session.load_model()[0].config


def test_every_change_comes_back_out_of_its_code(config):
    for change in CHANGES:
        assert parse_changes(format_changes([change]), config) == (change,)
    assert set(parse_changes(format_changes(CHANGES), config)) == set(CHANGES)
    assert parse_changes(format_changes(reversed(CHANGES)), config) == parse_changes(
        format_changes(CHANGES), config
    )


def test_a_link_can_hold_the_codes(config):
    assert all(ord(sign) < 128 for sign in format_changes(CHANGES))


@pytest.mark.parametrize("text", NONSENSE)
def test_codes_without_sense_are_left_out(config, text):
    assert parse_changes(text, config) == ()
    assert parse_changes(f"{text} no-mask", config) == (MissingEverywhere("mask"),)


def test_of_two_changes_of_the_same_thing_the_later_one_counts(config):
    text = "temperature-cross=2 temperature-cross=3 temperature-decoder=2 row-of-7=8 row-of-7=9"
    found = parse_changes(text, config)
    assert set(found) == {
        TemperedAttention("cross", 3.0),
        TemperedAttention("decoder", 2.0),
        SwappedEmbedding(7, 9),
    }
    assert merge_changes(found, [SwappedEmbedding(7, 9)]) == found


def test_every_change_is_said_in_other_words():
    said = [label_change(change, session.load_model()[1]) for change in CHANGES]
    assert len(set(said)) == len(CHANGES)
    assert all(said)


@pytest.mark.parametrize(
    "change", [one for one in CHANGES if not isinstance(one, TaughtWeights)], ids=str
)
def test_every_change_is_at_work_in_a_pass(change):
    """But for lessons, which are taught before anybody can read with them."""
    glass, text = session.glass(), "The old man who was tired read a book."
    as_it_is, changed = (glass.read(text, to="fr", changes=some) for some in ((), (change,)))
    assert changed.changes == (change,)
    said = as_it_is.target_ids, changed.target_ids
    same = [
        name
        for name, numbers in as_it_is.trace.items()
        if said[0] == said[1] and torch.equal(numbers, changed.trace[name])
    ]
    assert len(same) < len(as_it_is.trace), "nothing is changed"


def test_every_change_has_a_meaning():
    assert all(explain_change(change) for change in CHANGES)
    assert len({explain_change(MissingEverywhere(missing)) for missing in WHOLE}) == len(WHOLE)


def test_every_kind_that_a_link_can_write_has_a_name():
    assert set(CHANGE_LABELS) == {kind for kind in KINDS if kind.CODE} == set(map(type, CHANGES))


def test_all_that_can_be_missing_has_a_name():
    assert set(MISSING) == set(MEANING_OF_MISSING) == set(WHOLE)
    assert set(SUBLAYER_NAMES) == set(SUBLAYERS)
    assert set(ATTENTION_NAMES) == set(ATTENTIONS)


def test_no_two_changes_look_alike_to_the_cache():
    """Streamlit tells arguments apart by the names and values of their fields."""
    seen = [asdict(change) for change in (*CHANGES, FilledTap("logits"))]
    assert all(a != b for a, b in itertools.combinations(seen, 2))
    fields = {type(change): tuple(asdict(change)) for change in (*CHANGES, FilledTap("logits"))}
    assert len(set(fields.values())) == len(fields)


@pytest.mark.parametrize(
    ("edits", "kept"),
    [
        ("row-encoder-1-1-2=1_0.9", True),
        ("row-encoder-1-1-40=1_0.9", False),
        ("row-cross-1-1-1=40_0.9", False),
        ("row-cross-4-8-1=1_0.9", True),
    ],
)
def test_rows_that_the_sentence_does_not_have_are_forgotten(open_page, edits, kept):
    app = open_page("tokenization", source="Where is it?", edits=edits)
    assert app.session_state["edits"] == (edits if kept else "")
    assert bool(app.session_state["read"].read().changes) == kept


def test_an_older_link_names_silenced_heads_alone(open_page):
    app = open_page("tokenization", silenced="encoder-1-2", edits="no-mask")
    assert app.session_state["edits"] == "encoder-1-2 no-mask"
