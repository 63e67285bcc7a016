"""Random letters can be learned only by looking at them."""

import pytest

from pages.decoder.masking.compute.leak import FLOOR, read_recorded_losses, train_predictor


@pytest.fixture(scope="module")
def curves():
    return {masked: train_predictor(masked) for masked in (True, False)}


def test_with_the_mask_nobody_beats_chance(curves):
    assert min(curves[True]) > FLOOR - 0.1
    assert curves[True][-1] == pytest.approx(FLOOR, abs=0.1)


def test_without_the_mask_the_answer_is_read_off(curves):
    assert curves[False][-1] < 0.1


@pytest.mark.parametrize("masked", [True, False])
def test_the_recorded_losses_are_those_of_a_training(curves, masked):
    assert curves[masked] == pytest.approx(read_recorded_losses()[masked], abs=0.05)
