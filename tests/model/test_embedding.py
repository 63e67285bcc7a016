import math

import pytest
import torch

from model.embedding import Embedding, positional_encoding
from model.trace import recording
from tests.close import assert_near, near


def test_each_entry_follows_the_papers_formula():
    encoding = positional_encoding(40, 16)
    for position in range(40):
        for i in range(8):
            angle = position / 10_000 ** (2 * i / 16)
            assert encoding[position, 2 * i].item() == near(math.sin(angle))
            assert encoding[position, 2 * i + 1].item() == near(math.cos(angle))


@pytest.mark.parametrize("d_model", [2, 16, 512])
def test_every_position_has_the_same_norm(d_model):
    norms = positional_encoding(300, d_model).norm(dim=1)
    assert_near(norms, torch.full((300,), math.sqrt(d_model / 2)))


@pytest.mark.parametrize("k", [1, 7])
def test_a_step_of_k_positions_is_one_fixed_rotation_of_each_pair(k):
    encoding = positional_encoding(60, 16).unflatten(1, (8, 2))
    for i in range(8):
        angle = k / 10_000 ** (2 * i / 16)
        M_k = torch.tensor(
            [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
        )
        assert_near(encoding[k:, i], encoding[:-k, i] @ M_k.T)


def test_all_positions_are_different():
    encoding = positional_encoding(512, 16)
    distances = torch.cdist(encoding, encoding) + 9 * torch.eye(512)
    assert distances.min() > 0.01


def test_output_is_the_scaled_rows_plus_the_positions(config):
    embedding = Embedding(config).eval()
    rows = torch.randn(2, 5, config.d_model)
    with recording(embedding) as trace:
        output = embedding(rows)
    assert_near(trace["embedding"], rows * math.sqrt(config.d_model))
    assert_near(trace["positions"], positional_encoding(5, config.d_model))
    assert torch.equal(trace["output"], trace["embedding"] + trace["positions"])
    assert torch.equal(output, trace["output"])


def test_later_positions_can_be_embedded_alone(config):
    embedding = Embedding(config).eval()
    rows = torch.randn(2, 5, config.d_model)
    assert torch.equal(embedding(rows[:, 3:], start=3), embedding(rows)[:, 3:])


def test_more_tokens_than_prepared_positions_are_refused(config):
    embedding = Embedding(config)
    with pytest.raises(ValueError, match=r"97 tokens, but only 96 positions"):
        embedding(torch.zeros(1, 97, config.d_model))
