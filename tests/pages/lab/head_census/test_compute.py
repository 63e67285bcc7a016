"""The line of a sentence: its own translation under more and more silenced heads."""

import pytest
import torch

from model.census.orders import list_heads, random_head_order
from model.changes.kinds import collect_edits
from model.measures.scoring import log_probability
from pages.lab.head_census import compute
from pages.lab.head_census.compute import PruningCurve, compute_pruning_curve

SOURCE, TRANSLATION = (7, 9, 12, 8, 2), (4, 6, 19, 10, 2)


def test_each_point_is_a_pass_with_the_first_heads_of_the_order_silenced(model, config):
    order = random_head_order(config, "all", 1)
    found = compute_pruning_curve(model, SOURCE, TRANSLATION, order)
    assert found.counts == tuple(range(len(order) + 1))
    for count in (0, 1, 7, len(order)):
        total = log_probability(model, SOURCE, TRANSLATION, collect_edits(model, order[:count]))
        mean = 2.718281828 ** (total / (len(TRANSLATION) - 1))
        assert found.p[count] == pytest.approx(mean, rel=1e-4)


def test_of_a_long_sentence_fewer_numbers_are_tried_but_the_first_and_the_last(
    model, config, monkeypatch
):
    monkeypatch.setattr(compute, "AT_ONCE", 60)
    order = list_heads(config, "all")
    counts = compute_pruning_curve(model, SOURCE, TRANSLATION, order).counts
    assert counts == (0, 4, 8, 12, 16, 20, 24)
    assert compute_pruning_curve(model, SOURCE, TRANSLATION, order[:5]).counts == (0, 1, 2, 3, 4, 5)


def test_a_line_breaks_where_a_token_is_no_longer_the_likeliest():
    assert PruningCurve((0, 2, 4), (0.5, 0.4, 0.1), (0.0, 0.0, 0.5)).first_breaking_count == 4
    assert PruningCurve((0, 2), (0.5, 0.4), (0.0, 0.0)).first_breaking_count is None


def test_how_far_a_translation_has_fallen_behind_tells_where_another_one_is_to_be_expected():
    falling = PruningCurve((0, 2, 4, 6), (0.5, 0.4, 0.1, 0.01), (0.0, 0.2, 1.5, 0.9))
    assert falling.breaking_counts() == [2, 4, 6]
    assert falling.breaking_counts(1.0) == [4]


def test_tokens_fall_behind_by_nothing_as_long_as_each_is_the_likeliest(model, config):
    order, path = random_head_order(config, "all", 1), [4]
    while len(path) < 5:
        path.append(int(model(torch.tensor([SOURCE]), torch.tensor([path]))[0, -1].argmax()))
    found = compute_pruning_curve(model, SOURCE, path, order)
    assert found.argmax_gaps[0] == 0
    assert (
        compute_pruning_curve(model, SOURCE, [*path[:-1], (path[-1] + 1) % 20], order).argmax_gaps[
            0
        ]
        > 0
    )
