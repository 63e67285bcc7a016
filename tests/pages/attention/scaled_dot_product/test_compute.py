"""How sharp rows of attention are, with the root and without it."""

import math

import pytest
import torch

from model.measures import attention_entropy
from pages.attention.scaled_dot_product import compute, figures
from tests.close import assert_near, near


def everything(keys):
    return torch.ones(1, 1, keys, dtype=torch.bool)


def test_keys_read_of_all_heads_are_what_the_table_says_of_a_layer():
    visible = torch.ones(1, 4, 4, dtype=torch.bool).tril()
    products = torch.randn(2, 4, 4)
    weights = attention_entropy.weights_with_divisor(products, visible, 2.0)
    read = attention_entropy.effective_key_count(weights, visible[0])
    assert read.mean().item() == near(
        compute.compute_softmax_statistics(products, visible, 2.0).effective_keys
    )
    assert attention_entropy.effective_key_count(
        torch.ones(3, 1, 1), visible[0, :1, :1]
    ).tolist() == [
        1,
        1,
        1,
    ]


def test_slopes_are_the_diagonal_of_the_softmaxs_jacobian():
    scores = torch.randn(5)
    jacobian = torch.autograd.functional.jacobian(lambda z: z.softmax(-1), scores)
    assert_near(compute.compute_jacobian_traces(scores.softmax(-1)), jacobian.trace())


def test_larger_scores_saturate_the_softmax():
    products = torch.tensor([[[8.0, 4.0, 0.0]]])
    divided = compute.compute_softmax_statistics(products, everything(3), 4.0)
    whole = compute.compute_softmax_statistics(products, everything(3), 1.0)
    assert whole.largest_weight > divided.largest_weight
    assert whole.effective_keys < divided.effective_keys
    assert whole.jacobian_trace < divided.jacobian_trace
    assert whole.score_variance == near(16)  # of 8, 4 and 0
    assert divided.score_variance == near(1)


def test_independent_unit_components_give_the_variance_d_k_that_the_root_takes_away():
    generator = torch.Generator().manual_seed(1)
    q, k = (torch.randn(4, 300, 32, generator=generator) for _ in range(2))
    products = attention_entropy.query_key_products(q, k)
    assert compute.compute_softmax_statistics(
        products, everything(300), 1.0
    ).score_variance == pytest.approx(32, rel=0.1)
    divided = compute.compute_softmax_statistics(products, everything(300), math.sqrt(32))
    assert divided.score_variance == pytest.approx(1, rel=0.1)


def test_rows_that_see_one_key_are_not_measured():
    visible = torch.ones(1, 2, 2, dtype=torch.bool).tril()
    products = torch.tensor([[[3.0, 9.0], [2.0, 2.0]]])
    assert compute.compute_softmax_statistics(products, visible, 1.0).entropy == near(1)
    assert compute.compute_softmax_statistics(products[:, :1], visible[:, :1], 1.0) is None


def test_the_curve_shows_the_keys_read_at_each_divisor():
    products, divisors = torch.randn(1, 2, 3), torch.tensor([1.0, 4.0])
    keys = compute.compute_effective_keys(products, everything(3), divisors)
    bits = attention_entropy.row_entropies((products / 4).softmax(-1))
    assert_near(keys[1], (2**bits).mean())
    figure = figures.plot_effective_keys(divisors, keys, keys, 32, is_divided=True)
    assert list(figure.data[1].y) == keys.tolist()
    assert [shape.x0 for shape in figure.layout.shapes] == [1, math.sqrt(32)]


def test_the_curve_and_the_table_measure_the_same_rows():
    visible = torch.ones(1, 4, 4, dtype=torch.bool).tril()
    products = torch.randn(2, 4, 4)
    [read] = compute.compute_effective_keys(products, visible, torch.tensor([2.0]))
    assert read.item() == near(
        compute.compute_softmax_statistics(products, visible, 2.0).effective_keys
    )
