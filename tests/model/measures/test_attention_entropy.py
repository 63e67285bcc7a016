import torch

from model.measures import attention_entropy
from tests.close import assert_near


def everything(keys):
    return torch.ones(1, 1, keys, dtype=torch.bool)


def test_weights_divided_by_the_root_are_the_softmax_of_the_scores():
    q, k = torch.randn(2, 3, 16), torch.randn(2, 4, 16)
    weights = attention_entropy.weights_with_divisor(
        attention_entropy.query_key_products(q, k), everything(4), 4.0
    )
    assert_near(weights, (q @ k.mT / 4).softmax(-1))


def test_masked_keys_get_no_weight_and_the_others_still_sum_to_one():
    visible = torch.ones(1, 4, 4, dtype=torch.bool).tril()
    weights = attention_entropy.weights_with_divisor(torch.randn(2, 4, 4), visible, 1.0)
    assert (weights.triu(1) == 0).all()
    assert_near(weights.sum(-1), torch.ones(2, 4))


def test_even_weights_have_the_entropy_of_their_number_and_certain_ones_none():
    rows = torch.tensor([[0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0, 0], [1, 0, 0, 0]])
    assert_near(attention_entropy.row_entropies(rows), torch.tensor([2.0, 1.0, 0.0]))


def test_no_row_is_called_even_in_which_a_key_has_half_of_the_weight():
    rows = torch.tensor([[0.5, 0.5, 0], [0.5, 0.3, 0.2], [0.4, 0.3, 0.3]])
    visible = torch.tensor([[True, True, False], [True, True, True], [True, True, True]])
    assert attention_entropy.uniform_query_mask(rows, visible).tolist() == [False, False, True]
