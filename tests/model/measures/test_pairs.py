import torch

from model.measures.pairs import (
    align_tokens,
    attention_difference,
    largest_difference,
    matching_positions,
)


def test_sentences_of_one_length_belong_together_position_by_position():
    assert align_tokens([5, 6, 7], [5, 9, 7]) == ((0, 0), (1, 1), (2, 2))


def test_of_other_lengths_the_equal_beginning_and_end_have_partners():
    assert matching_positions([5, 6, 7, 2], [5, 8, 9, 7, 2]) == ([0, 2, 3], [0, 3, 4])


def test_the_difference_is_second_less_first_where_both_have_the_position():
    first, second = torch.rand(2, 3, 4, 4), torch.rand(2, 3, 5, 5)
    pairs = matching_positions([5, 6, 7, 2], [5, 8, 9, 7, 2])
    found = attention_difference(first, second, pairs, pairs)
    assert found.shape == (2, 3, 3, 3)
    assert found[1, 2, 1, 2] == second[1, 2, 3, 4] - first[1, 2, 2, 3]


def test_a_sentence_beside_itself_differs_nowhere():
    weights, pairs = torch.rand(1, 2, 3, 3), matching_positions([4, 5, 2], [4, 5, 2])
    assert not attention_difference(weights, weights, pairs, pairs).any()


def test_the_largest_change_is_found_whatever_its_sign():
    changes = torch.zeros(2, 3, 4, 5)
    changes[1, 2, 3, 0], changes[0, 0, 0, 0] = -0.7, 0.6
    assert largest_difference(changes) == (1, 2, 3, 0)
