import torch

from pages.attention.queries_keys_values.compute import compute_agreements, find_strongest_key
from ui.latex import dot_product_latex


def test_a_dot_product_is_written_with_its_first_two_and_its_last_product():
    x, w = torch.tensor([0.5, -1.0, 2.0, 3.0]), torch.tensor([0.25, 1.0, 7.0, -0.125])
    assert dot_product_latex(x, w) == (
        r"0.500 \cdot 0.250 + (-1.000) \cdot 1.000 + \cdots + 3.000 \cdot (-0.125)"
    )


def test_hidden_keys_agree_with_nothing():
    q, k = torch.tensor([[1.0, 2.0], [0.0, 1.0]]), torch.tensor([[3.0, 1.0], [1.0, -1.0]])
    found = compute_agreements(q, k, torch.tensor([[True, False], [True, True]]))
    assert found.tolist() == [[5, -float("inf")], [1, -1]]


def test_the_best_key_is_far_if_both_are_words_that_are_not_neighbours():
    weights = torch.tensor([0.1, 0.6, 0.2, 0.1])
    key, weight, far = find_strongest_key(weights, 3, {1, 3})
    assert (key, round(weight, 3), far) == (1, 0.6, True)
    assert not find_strongest_key(weights, 2, {1, 2})[2]
    assert not find_strongest_key(weights, 1, {1, 3})[2]
    assert not find_strongest_key(weights, 3, {0, 3})[2]  # the key is only a part of a word
