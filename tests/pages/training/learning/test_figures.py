import math

from pages.training.learning.figures import (
    collect_bleu,
    compute_mean_losses,
    plot_averaging,
    plot_bleu,
    plot_learning_rates,
    plot_loss_above_floor,
    plot_losses,
)
from tests.close import near

VALIDATIONS = [
    {
        "step": step,
        "loss": {"en-fr": (3.0 / step, 2.0), "fr-en": (1.0 / step, 2.0)},
        "scores": [
            {"direction": "en-fr", "bleu": 10.0 * step},
            {"direction": "fr-en", "bleu": 1.0},
        ],
    }
    for step in (1, 2)
]


def test_the_validation_loss_is_the_mean_of_all_directions():
    assert compute_mean_losses(VALIDATIONS) == {"validation, 2 directions": {1: 2.0, 2: 1.0}}


def test_a_direction_that_joins_later_begins_a_line_of_its_own():
    """Or the mean would rise although nothing has become worse."""
    joined = {"step": 3, "loss": {"en-fr": (1.0, 1.0), "fr-en": (0.3, 1.0), "en-de": (5.0, 1.0)}}
    means = compute_mean_losses([*VALIDATIONS, joined])
    assert means["validation, 2 directions"] == {1: 2.0, 2: 1.0}
    assert means["validation, 3 directions"] == {3: near(2.1)}


def test_our_own_sentences_have_a_line_of_their_own_from_where_they_were_tried():
    own = {"loss": {"en-fr": (4.0, 3.0), "fr-de": (6.0, 5.0)}, "scores": [{"bleu": 2}, {"bleu": 6}]}
    later = {**VALIDATIONS[1], "own": own}
    means = compute_mean_losses([VALIDATIONS[0], later])
    assert means["our own, 2 directions"] == {2: 5.0}
    assert means["validation, 2 directions"] == {1: 2.0, 2: 1.0}
    assert collect_bleu([VALIDATIONS[0], later])["our own, mean of 2"] == {2: 4.0}


def test_each_direction_has_its_own_line_of_bleu():
    points = collect_bleu(VALIDATIONS)
    assert points == {"en-fr": {1: 10.0, 2: 20.0}, "fr-en": {1: 1.0, 2: 1.0}}
    *lines, shipped, film = plot_bleu(points, {"en-fr": {9: 30.0}, "de-fr": {9: 4.0}}, [0, 2]).data
    assert [line.name for line in lines] == ["en-fr", "fr-en"]
    assert [*map(list, (shipped.x, shipped.y, shipped.customdata))] == [
        [9, 9],
        [30.0, 4.0],
        ["en-fr", "de-fr"],
    ]
    first, second = (line.line.color for line in lines)
    assert shipped.marker.color[0] == first
    assert shipped.marker.color[1] not in {first, second}
    assert list(film.x) == [0, 2]


def test_the_floor_is_drawn_below_all_losses_and_step_zero_is_no_place_on_a_log_axis():
    curve = [{"step": 1, "loss": 9.0}, {"step": 20, "loss": 4.0}]
    figure = plot_losses(
        curve, {"validation": {20: 3.0}}, {"validation": {30: 2.0}}, [0, 1, 10], 1.2
    )
    training, validation, shipped, frames = figure.data
    assert list(training.y) == [9, 4]
    assert list(validation.x) == [20]
    assert (list(shipped.x), list(shipped.y)) == ([30], [2.0])
    assert list(frames.x) == [1, 10]
    assert figure.layout.shapes[0].y0 == 1.2
    low, high = figure.layout.yaxis.range
    assert low < math.log10(1.2) < math.log10(9) < high


def test_each_directions_loss_is_its_floor_and_what_is_above_it():
    floor, above = plot_loss_above_floor({"a": (2.0, 1.0), "b": (3.0, 1.5)}, 1.2).data
    assert list(floor.x) == [1.2, 1.2]
    assert list(above.x) == near([0.8, 1.8])
    assert list(above.y) == ["a", "b"]


def test_schedules_and_averages_are_drawn_as_given():
    lines = {"used": ([1, 2], [0.1, 0.2]), "adjusted": ([1], [0.3]), "paper": ([1], [0.4])}
    assert [list(line.y) for line in plot_learning_rates(lines).data] == [[0.1, 0.2], [0.3], [0.4]]
    last, mean = plot_averaging({"a": 2.0}, {"a": 1.5}).data
    assert (last.y[0], mean.y[0]) == (2.0, near(1.5))
