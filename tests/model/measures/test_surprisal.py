"""What a forced translation costs, and how far a distribution moved."""

import math

import torch
from torch.nn.functional import cross_entropy

from model.measures.surprisal import kl_divergence, log_p, surprisal
from tests.close import assert_near, near

SOURCE = [7, 9, 12, 8, 2]


def test_the_mean_surprise_is_the_cross_entropy(model):
    target, following = [4, 11, 6, 9, 13], [20, 15, 18, 22, 2]
    logits = model(torch.tensor([SOURCE]), torch.tensor([target]))[0]
    assert_near(
        surprisal(logits, following).mean().float(), cross_entropy(logits, torch.tensor(following))
    )
    assert_near(surprisal(logits, following[:3]), surprisal(logits, following)[:3])
    assert_near(surprisal(logits[:3], following), surprisal(logits, following)[:3])


def test_one_translation_is_scored_in_all_rows_of_a_batch_or_each_row_by_its_own():
    torch.manual_seed(1)
    logits, said = torch.randn(2, 3, 9), [4, 0, 8]
    assert_near(log_p(logits, said)[1], logits[1].log_softmax(dim=-1)[range(3), said])
    own = torch.tensor([said, said[::-1]])
    assert_near(log_p(logits, own)[1], log_p(logits[1], said[::-1]))


def test_divergence_counts_bits_and_is_zero_only_where_nothing_moved():
    even, uneven = torch.tensor([0.5, 0.5]).log(), torch.tensor([0.25, 0.75]).log()
    expected = 0.5 * math.log2(0.5 / 0.25) + 0.5 * math.log2(0.5 / 0.75)
    moved = kl_divergence(torch.stack([even, even]), torch.stack([uneven, even + 3]))
    assert moved[0].item() == near(expected)
    assert moved[1].item() == near(0)
