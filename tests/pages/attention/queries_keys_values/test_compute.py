import torch

from pages.attention.queries_keys_values.compute import find_most_similar_row, find_strongest_key
from ui.latex import dot_product_latex


def test_a_dot_product_is_written_with_its_first_two_and_its_last_product():
    x, w = torch.tensor([0.5, -1.0, 2.0, 3.0]), torch.tensor([0.25, 1.0, 7.0, -0.125])
    assert dot_product_latex(x, w) == (
        r"0.500 \cdot 0.250 + (-1.000) \cdot 1.000 + \cdots + 3.000 \cdot (-0.125)"
    )


def test_the_most_alike_row_is_judged_by_direction_not_by_length():
    rows = torch.tensor([[1.0, 0.0], [0.9, 0.9], [30.0, 3.0], [-1.0, 0.0]])
    other, cosine = find_most_similar_row(rows, 0)
    assert other == 2
    assert round(cosine, 3) == round(30 / (30**2 + 3**2) ** 0.5, 3)


def test_a_row_is_not_compared_with_itself():
    assert find_most_similar_row(torch.tensor([[1.0, 0.0], [-1.0, 0.0]]), 1) == (0, -1.0)


def test_the_best_key_is_far_if_both_are_words_that_are_not_neighbours():
    weights = torch.tensor([0.1, 0.6, 0.2, 0.1])
    key, weight, far = find_strongest_key(weights, 3, {1, 3})
    assert (key, round(weight, 3), far) == (1, 0.6, True)
    assert not find_strongest_key(weights, 2, {1, 2})[2]
    assert not find_strongest_key(weights, 1, {1, 3})[2]
    assert not find_strongest_key(weights, 3, {0, 3})[2]  # the key is only a part of a word
