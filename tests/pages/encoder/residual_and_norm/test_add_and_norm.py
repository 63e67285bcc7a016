import math

import torch

from pages.encoder.residual_and_norm.add_and_norm import standardize
from tests.close import assert_near


def test_times_gamma_plus_beta_it_is_the_layer_norm_of_the_model():
    norm = torch.nn.LayerNorm(16)
    torch.nn.init.normal_(norm.weight)
    torch.nn.init.normal_(norm.bias)
    summed = 3 * torch.randn(2, 5, 16) + 1
    assert_near(norm.weight * standardize(summed, norm.eps) + norm.bias, norm(summed))


def test_the_variance_is_the_biased_one():
    found = standardize(torch.tensor([1.0, 0, 0, 0]), eps=0.0)
    assert_near(found, torch.tensor([3.0, -1, -1, -1]) / math.sqrt(3))  # 1.732, not 1.5


def test_standardized_vectors_have_the_norm_of_their_width():
    found = standardize(torch.randn(3, 64), eps=0.0)
    assert_near(found.norm(dim=-1), torch.full((3,), 8.0))
    assert_near(found.mean(dim=-1), torch.zeros(3))
