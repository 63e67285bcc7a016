import math

import torch

from model.measures.residual_stream import similarity, standardize
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


def test_similarity_is_the_mean_cosine_of_all_pairs():
    vectors = torch.randn(2, 4, 8)
    pairs = [(i, j) for i in range(4) for j in range(4) if i != j]
    cosines = [torch.cosine_similarity(vectors[:, i], vectors[:, j], dim=-1) for i, j in pairs]
    assert_near(similarity(vectors), torch.stack(cosines).mean(dim=0))


def test_equal_positions_have_similarity_one_and_a_lone_one_has_none():
    assert_near(similarity(torch.randn(8).repeat(5, 1)), torch.tensor(1.0))
    assert similarity(torch.randn(1, 8)).isnan()
