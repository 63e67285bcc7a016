"""Figures of the page: what they are given is what they show."""

import pytest
import torch

from pages.background.after_2017.figures import series, tokens
from tests.close import near
from ui.messages import use_locale

NASTY = ["<b>", "a & b", "x" * 60]


def test_every_pair_of_places_is_a_cell_and_a_dot():
    scores = torch.arange(9.0, dtype=torch.float64).reshape(3, 3)
    cells, dots = tokens.plot_pair_scores(scores, 9.0).data
    assert cells.z.tolist() == scores.tolist()
    assert sorted(zip(dots.x, dots.y, strict=True))[0] == (-2, 6.0)
    assert len(dots.x) == 9


def test_parts_stand_on_one_another_in_each_head():
    shares = torch.tensor([[0.5, 1.2], [0.2, -0.1], [0.2, 0.0], [0.1, -0.1]])
    figure = series.plot_score_terms(shares, ("a", "b", "c", "d"))
    assert [bar.name for bar in figure.data] == ["a", "b", "c", "d"]
    assert figure.layout.barmode == "relative"
    sums = torch.tensor([bar.y for bar in figure.data]).sum(dim=0)
    assert sums.tolist() == near([100, 100])


@pytest.mark.parametrize(
    ("language", "sign", "half"), [("en", "%", "0.5"), ("de", "\u00a0%", "0,5")]
)
def test_numbers_are_written_as_the_language_has_them(language, sign, half):
    with use_locale(language):
        silent = series.plot_silent_shares({"encoder": [0.8], "decoder": [0.9]})
        terms = series.plot_score_terms(torch.tensor([[0.4], [0.6]]), ("a", "b"))
        overlap = tokens.plot_unit_overlap(torch.eye(2), ["a", "b"])
        loss = series.plot_loss_over_tokens(([9, 99], [1.2, 0.4]), ([9, 99], [1.2, 0.4]), 50.0)
    assert loss.layout.yaxis.ticktext[0] == half
    assert f"%{{y:.2f}}{sign}" in silent.data[0].hovertemplate
    assert f"%{{y:.0f}}{sign}" in terms.data[0].hovertemplate
    assert f"%{{z:.0f}}{sign}<" in overlap.data[0].hovertemplate
    assert {figure.layout.yaxis.ticksuffix for figure in (silent, terms)} == {sign}
    assert overlap.layout.coloraxis.colorbar.ticksuffix == sign


def test_tokens_never_become_markup():
    figures = [
        tokens.plot_token_losses({"one": [1.0, 2.0, 0.5]}, NASTY),
        tokens.plot_dropout_losses(torch.rand(2, 3), [1.0, 2.0, 3.0], NASTY),
        tokens.plot_running_weights(torch.eye(3), NASTY, ["1", "2", "3"]),
        tokens.plot_unit_overlap(torch.eye(3), NASTY),
        tokens.plot_weights_and_value_norms(
            torch.rand(2, 3), torch.rand(2, 3), NASTY, [True, False, False]
        ),
    ]
    for figure in figures:
        assert "<b>" not in str(figure.to_dict())


@pytest.mark.parametrize("count", [1, 2, 40, 128])
def test_axes_name_some_of_many_tokens(count):
    names = [str(n) for n in range(count)]
    for figure in (
        tokens.plot_token_losses({"one": [1.0] * count}, names),
        tokens.plot_unit_overlap(torch.eye(count), names),
    ):
        assert 1 <= len(figure.layout.xaxis.tickvals) <= tokens.MAX_TICKS


def test_a_word_is_not_compared_with_itself():
    z = tokens.plot_unit_overlap(torch.tensor([[1.0, 0.3], [0.3, 1.0]]), ["a", "b"]).data[0].z
    assert [z[0, 1], z[1, 0]] == near([30, 30])
    assert z[0, 0] != z[0, 0]


def test_marks_and_words_are_told_apart():
    received = torch.tensor([[0.7, 0.3]])
    words, marks = tokens.plot_weights_and_value_norms(
        received, received, ["a", "</s>"], [False, True]
    ).data
    assert list(words.y) == near([0.7])
    assert list(marks.y) == near([0.3])


def test_bars_are_as_high_as_the_losses():
    figure = series.plot_losses({"16": 0.2, "4 bits": 0.25})
    assert list(figure.data[0].y) == [0.2, 0.25]
    assert list(figure.data[0].text) == ["0.200", "0.250"]
    silent = series.plot_silent_shares({"encoder": [0.9, 0.8], "decoder": [0.7, 0.6]})
    assert [list(bar.y) for bar in silent.data] == [[90, 80], [70, 60]]


def test_sums_of_one_layer_end_at_the_same_place_in_both_stacks():
    figure = series.plot_massive_activations({"encoder": [5.0] * 4, "decoder": [7.0] * 6})
    encoder, decoder = figure.data
    assert [encoder.x[1], encoder.x[3]] == [decoder.x[2], decoder.x[5]] == [2, 5]
    assert (list(encoder.y), list(decoder.y)) == ([5.0] * 4, [7.0] * 6)
    low, high = figure.layout.yaxis.range  # of a logarithmic axis
    assert 10**low <= 5 < 7 <= 10**high


def test_curves_show_what_was_measured():
    race = series.plot_race_losses([0, 10], {"Adam": [3.0, 1.0], "SGD": [3.0, 2.0]}, 400)
    assert [list(line.y) for line in race.data] == [[3.0, 1.0], [3.0, 2.0]]
    assert tuple(race.layout.xaxis.range) == (0, 400)
    line = series.plot_gradients({"post-norm": torch.tensor([0.5, 1.0])}).data[0]
    assert list(line.y) == [0.5, 1.0]
    loss = series.plot_loss_over_tokens(([10.0, 100.0], [9.0, 3.0]), ([30.0], [5.0]), 2000.0)
    assert list(loss.data[2].x) == [2000.0, 2000.0]
