"""Rotary positions and the four parts of a first layer's scores."""

import cmath
import math

import pytest
import torch

from model.config import ModelConfig
from model.embedding import positional_encoding
from model.trace import recording
from model.transformer import Transformer
from pages.background.after_2017.compute.attention import (
    compute_largest_spread,
    compute_pair_scores,
    compute_shift_error,
    compute_variance_shares,
    rotate,
    split_scores,
)
from tests.close import assert_near, near

CHANCE = torch.Generator().manual_seed(1)
CONFIG = ModelConfig(vocab_size=20, N=2, d_model=16, h=4, d_ff=32, max_positions=12)


def drawn(*shape):
    return torch.randn(*shape, dtype=torch.float64, generator=CHANCE)


def test_a_turned_vector_is_a_complex_number_times_a_unit_one():
    vector, place = drawn(8), 5
    expected = [
        complex(*vector[2 * i : 2 * i + 2]) * cmath.exp(1j * place * 10_000 ** (-2 * i / 8))
        for i in range(4)
    ]
    pairs = rotate(vector, torch.tensor(place)).unflatten(0, (4, 2)).tolist()
    assert [complex(*pair) for pair in pairs] == near(expected)


def test_turning_keeps_the_length_and_place_0_changes_nothing():
    vectors = drawn(6, 8)
    assert torch.equal(rotate(vectors[:1], torch.zeros(1, dtype=torch.long)), vectors[:1])
    after = rotate(vectors, torch.arange(6)).norm(dim=-1)
    assert_near(after, vectors.norm(dim=-1))


def test_a_turned_score_depends_on_the_distance_only_an_added_one_on_both_places():
    words, W_Q, W_K = drawn(2, 16), drawn(16, 4), drawn(16, 4)
    encoding = positional_encoding(9, 16).double()
    added, turned = compute_pair_scores(words, encoding, W_Q, W_K)
    assert compute_largest_spread(turned) < 1e-12
    assert compute_largest_spread(added) > 0.1


def test_at_distance_0_turning_leaves_the_score_of_the_bare_vectors():
    words, W_Q, W_K = drawn(2, 16), drawn(16, 4), drawn(16, 4)
    bare = ((words[0] @ W_Q) @ (words[1] @ W_K) / math.sqrt(4)).expand(5)
    _, turned = compute_pair_scores(words, positional_encoding(5, 16).double(), W_Q, W_K)
    assert_near(turned.diagonal(), bare)


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_four_parts_add_up_to_the_scores_of_the_first_layer(stack):
    model = Transformer(CONFIG).eval()
    with torch.no_grad(), recording(model) as trace:
        model(torch.tensor([[3, 9, 4, 7, 2]]), torch.tensor([[5, 8, 6, 11, 3]]))
    attention = model.get_submodule(f"{stack}.layers.0.self_attention")
    terms = split_scores(
        trace[f"{stack}.embedding.embedding"][0],
        trace[f"{stack}.embedding.positions"],
        attention.W_Q.weight.T,
        attention.W_K.weight.T,
        CONFIG.h,
    )
    scores = trace[f"{stack}.layers.0.self_attention.scores"][0].double()
    torch.testing.assert_close(terms.sum(dim=0), scores, rtol=1e-5, atol=1e-5)


def test_shares_add_up_to_one_and_feel_nothing_that_a_whole_row_has_in_common():
    terms = drawn(4, 3, 5, 5)
    visible = torch.ones(5, 5, dtype=torch.bool).tril()
    found = compute_variance_shares(terms, visible)
    assert_near(found.sum(dim=0), torch.ones(3, dtype=torch.float64))
    shifted = terms + drawn(4, 3, 5, 1)
    assert_near(compute_variance_shares(shifted, visible), found)


def test_what_may_not_be_seen_counts_for_no_share():
    terms = drawn(4, 1, 4, 4)
    visible = torch.ones(4, 4, dtype=torch.bool).tril()
    hidden = terms.masked_fill(~visible, 1e6)
    assert_near(compute_variance_shares(hidden, visible), compute_variance_shares(terms, visible))


def test_a_term_that_alone_differs_has_the_whole_share():
    terms = torch.zeros(4, 1, 3, 3, dtype=torch.float64)
    terms[2] = drawn(1, 3, 3)
    visible = torch.ones(3, 3, dtype=torch.bool)
    assert compute_variance_shares(terms, visible)[:, 0].tolist() == near([0, 0, 1, 0])


def test_a_sentence_that_moves_as_a_whole_keeps_all_its_turned_scores():
    assert compute_shift_error(drawn(3, 7, 8), drawn(3, 7, 8), shift=50) < 1e-12
