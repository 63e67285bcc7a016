"""Changes: which of them a model and a sentence have, and which of them a cache bears."""

import pytest

from model.changes.edits import edits
from model.changes.kinds import (
    WHOLE,
    Filled,
    Grouped,
    Removed,
    Row,
    Shuffled,
    Silenced,
    Swapped,
    Tempered,
    Unit,
    Without,
    by_position,
    exists,
)
from model.decoding import beam_search, ranking
from model.trace import recording

SOURCE, START = [7, 9, 12, 8, 2], 4
KEPT = [
    *(Without(missing) for missing in WHOLE if missing != "mask"),
    Silenced("decoder", 1, 2),
    Shuffled(3),
    Tempered("decoder", 3.0),
    Unit("decoder", 1, 4),
    Removed("residual", "cross-attention", 0),
    Row("encoder", 0, 1, 2, ((3, 0.9),)),
    Swapped(9, 19),
    Grouped("decoder", 2),
    Grouped("cross", 1),
]


@pytest.mark.parametrize("change", KEPT, ids=repr)
def test_a_search_may_keep_keys_and_values_where_positions_stay_apart(finisher, change):
    def best(cached):
        with recording(finisher, edits(finisher, [change])):
            steps = list(beam_search(finisher, [SOURCE], [START], 2, (), cached))
        [*winners] = ranking(steps, 0.6)[0]
        return winners

    assert by_position([change])
    kept, anew = best(True), best(False)
    assert kept[0].tokens == anew[0].tokens
    assert kept[0].total == pytest.approx(anew[0].total, abs=1e-4)


@pytest.mark.parametrize(
    "change",
    [Without("mask"), Filled("logits"), Row("cross", 0, 0, 0, ()), Row("decoder", 0, 0, 0, ())],
)
def test_a_search_computes_prefixes_anew_where_rows_are_known_by_their_place(change):
    assert not by_position([Silenced("cross", 0, 0), change])


def test_only_what_the_model_has_exists(config):
    assert all(exists(change, config) for change in KEPT)
    for nothing in (
        Silenced("encoder", 2, 0),
        Silenced("cross", 0, 4),
        Silenced("sideways", 0, 0),
        Silenced("cross", -1, 0),
        Without("sense"),
        Shuffled(0),
        Removed("sublayer", "encoder-attention", 2),
        Unit("encoder", 0, 24),
        Tempered("cross", 0.0),
        Row("decoder", 0, 0, 1, ((2, 0.5),)),
        Row("cross", 0, 0, 1, ((2, 1.5),)),
        Row("cross", 0, 0, -1, ((2, 0.5),)),
        Row("cross", 0, 0, 0, ((-1, 0.9),)),
        Row("decoder", 0, 0, 1, ((0, 0.5), (-1, 0.5))),
        Swapped(1, 23),
        Swapped(-1, 5),
        Swapped(5, -1),
        Swapped(5, 5),
    ):
        assert not exists(nothing, config)


def test_a_row_fits_sentences_that_have_it():
    assert Row("encoder", 0, 0, 4, ((2, 0.5),)).fits(5, 1)
    assert not Row("encoder", 0, 0, 5, ((2, 0.5),)).fits(5, 9)
    assert not Row("cross", 0, 0, 2, ((5, 0.5),)).fits(5, 9)
    assert Row("decoder", 0, 0, 8, ((5, 0.5),)).fits(5, 9)
    assert not Row("cross", 0, 0, -1, ((2, 0.5),)).fits(5, 9)
    assert not Row("cross", 0, 0, 0, ((-1, 0.5),)).fits(5, 9)
