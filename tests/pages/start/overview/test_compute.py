import pytest
import torch

from model.measures import samples
from pages.start.overview import compute
from tests.close import near


@pytest.mark.parametrize(
    ("length", "step"), [(1, 1), (40, 1), (41, 2), (80, 2), (81, 3), (1024, 26)]
)
def test_the_step_is_the_smallest_that_leaves_at_most_forty(length, step):
    assert samples.thinning_stride(length) == step


def test_a_small_tensor_is_shown_whole():
    tensor = torch.randn(4, 8, 10, 9)
    assert torch.equal(samples.subsample(tensor), tensor)


def test_thinning_keeps_every_nth_row_and_column_and_changes_no_number():
    tensor = torch.arange(100.0 * 256).view(1, 100, 256)
    thin = samples.subsample(tensor)
    assert thin.shape == (1, 34, 37)
    assert thin[0, 2, 5] == tensor[0, 6, 35]


def test_next_tokens_are_the_likeliest_of_a_distribution_over_the_whole_vocabulary():
    logits = torch.tensor([[1.2, 0.8, 3.9, -1.2, -2.4]])
    ids, scores, probabilities = compute.next_tokens(logits, 2)
    assert ids.tolist() == [[2, 0]]
    assert scores.tolist() == [[near(3.9), near(1.2)]]
    torch.testing.assert_close(probabilities, torch.tensor([[0.893, 0.060]]), atol=5e-4, rtol=0)


def test_the_probability_of_what_was_said_is_its_entry_of_the_softmax():
    logits = torch.randn(3, 7)
    expected = [logits.softmax(-1)[row, token].item() for row, token in enumerate([6, 0, 2])]
    assert compute.gather_probabilities(logits, [6, 0, 2]).tolist() == near(expected)


def test_a_head_of_zeros_is_silent():
    heads = torch.randn(2, 4, 5, 8)
    heads[1, 2] = 0
    assert compute.find_silenced_heads(heads) == [[], [2]]


def test_waves_are_sines_of_different_lengths():
    positions = torch.randn(5, 256)
    columns = compute.pick_sine_columns(positions)
    assert len(set(columns)) == 3
    assert all(column % 2 == 0 for column in columns)
