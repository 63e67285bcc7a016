"""Changes: which of them a model and a sentence have, and which of them a cache bears."""

import inspect

import pytest

from model import hypotheses
from model.changes.kinds import (
    KINDS,
    CutPosition,
    FilledTap,
    GroupedHeads,
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    ShuffledPositions,
    SilencedHead,
    SilencedUnit,
    SwappedEmbedding,
    TemperedAttention,
    can_cache,
    collect_edits,
)
from model.changes.whole_model import WHOLE
from model.decoding import beam_search, rank_hypotheses
from model.trace import recording

SOURCE, START = [7, 9, 12, 8, 2], 4
KEPT = [
    *(MissingEverywhere(missing) for missing in WHOLE if missing != "mask"),
    SilencedHead("decoder", 1, 2),
    ShuffledPositions(3),
    TemperedAttention("decoder", 3.0),
    SilencedUnit("decoder", 1, 4),
    RemovedPart("residual", "cross-attention", 0),
    PinnedWeights("encoder", 0, 1, 2, ((3, 0.9),)),
    CutPosition("encoder", 0, 1, 2),
    CutPosition("encoder-feed-forward", 1, -1, 3),
    SwappedEmbedding(9, 19),
    GroupedHeads("decoder", 2),
    GroupedHeads("cross", 1),
]


@pytest.mark.parametrize("change", KEPT, ids=repr)
def test_a_search_may_keep_keys_and_values_where_positions_stay_apart(
    finisher, change, monkeypatch
):
    monkeypatch.setattr(hypotheses, "EXTRA_LENGTH", 8)  # far beyond all places of the changes

    def best(cached):
        with recording(finisher, collect_edits(finisher, [change])):
            steps = list(beam_search(finisher, [SOURCE], [START], 2, (), cached))
        [*winners] = rank_hypotheses(steps, 0.6)[0]
        return winners

    assert can_cache([change])
    kept, anew = best(True), best(False)
    assert kept[0].tokens == anew[0].tokens
    assert kept[0].total == pytest.approx(anew[0].total, abs=1e-4)


@pytest.mark.parametrize(
    "change",
    [
        MissingEverywhere("mask"),
        FilledTap("logits"),
        PinnedWeights("cross", 0, 0, 0, ()),
        PinnedWeights("decoder", 0, 0, 0, ()),
        CutPosition("cross", 0, 0, 0),
        CutPosition("decoder-feed-forward", 0, -1, 0),
    ],
)
def test_a_search_computes_prefixes_anew_where_rows_are_known_by_their_place(change):
    assert not can_cache([SilencedHead("cross", 0, 0), change])


def test_only_what_the_model_has_exists(config):
    assert all(change.is_valid_for(config) for change in KEPT)
    for nothing in (
        SilencedHead("encoder", 2, 0),
        SilencedHead("cross", 0, 4),
        SilencedHead("sideways", 0, 0),
        SilencedHead("cross", -1, 0),
        MissingEverywhere("sense"),
        ShuffledPositions(0),
        RemovedPart("sublayer", "encoder-attention", 2),
        SilencedUnit("encoder", 0, 24),
        TemperedAttention("cross", 0.0),
        PinnedWeights("decoder", 0, 0, 1, ((2, 0.5),)),
        PinnedWeights("cross", 0, 0, 1, ((2, 1.5),)),
        PinnedWeights("cross", 0, 0, -1, ((2, 0.5),)),
        PinnedWeights("cross", 0, 0, 0, ((-1, 0.9),)),
        PinnedWeights("decoder", 0, 0, 1, ((0, 0.5), (-1, 0.5))),
        SwappedEmbedding(1, 23),
        SwappedEmbedding(-1, 5),
        SwappedEmbedding(5, -1),
        SwappedEmbedding(5, 5),
    ):
        assert not nothing.is_valid_for(config)


def test_a_row_fits_sentences_that_have_it():
    assert PinnedWeights("encoder", 0, 0, 4, ((2, 0.5),)).fits(5, 1)
    assert not PinnedWeights("encoder", 0, 0, 5, ((2, 0.5),)).fits(5, 9)
    assert not PinnedWeights("cross", 0, 0, 2, ((5, 0.5),)).fits(5, 9)
    assert PinnedWeights("decoder", 0, 0, 8, ((5, 0.5),)).fits(5, 9)
    assert not PinnedWeights("cross", 0, 0, -1, ((2, 0.5),)).fits(5, 9)
    assert not PinnedWeights("cross", 0, 0, 0, ((-1, 0.5),)).fits(5, 9)


@pytest.mark.parametrize("kind", KINDS)
def test_help_shows_values_and_no_functions(kind):
    assert "<function" not in str(inspect.signature(kind))
