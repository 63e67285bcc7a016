"""A fresh model with shared E echoes what it has just read, and its loss tells."""

import math

import torch

from model.config import ModelConfig
from model.tokenizer import EOS
from model.transformer import Transformer
from pages.training.learning import compute
from tests.close import assert_near

CONFIG = ModelConfig(vocab_size=300, N=2, d_model=64, h=4, d_ff=128, max_positions=32)
SOURCE, TARGET = [20, 21, 22, EOS], [5, 30, 31, 32, 33, EOS]


def test_a_fresh_model_echoes_because_it_shares_E():
    found = compute.compute_untrained_losses(Transformer(CONFIG), SOURCE, TARGET)
    assert found.steps == found.copied_steps == 5
    assert found.copy_probability > 0.5
    assert found.uniform == math.log(300)
    assert found.shared_embedding > found.uniform + 1
    for other in (found.without_input_token, found.separate_output_matrix):
        assert found.uniform - 1 < other < found.uniform + 1.5


def test_a_word_said_twice_is_an_echo_and_not_among_the_others():
    found = compute.compute_untrained_losses(Transformer(CONFIG), SOURCE, [5, 30, 30, EOS])
    assert math.isfinite(found.without_input_token)


def test_fresh_weights_depend_on_the_seed_alone_and_leave_the_model_as_it_is():
    like = Transformer(CONFIG).eval()
    before = like.E.weight.clone()
    state = torch.get_rng_state()
    one, two = (
        compute.build_untrained_model(like, torch.Generator().manual_seed(3)) for _ in range(2)
    )
    assert torch.equal(one.E.weight, two.E.weight)
    assert torch.equal(like.E.weight, before)
    assert torch.equal(torch.get_rng_state(), state)
    ids = torch.tensor([SOURCE])
    assert one(ids, ids).isfinite().all()


def test_a_token_left_out_of_the_softmax_gets_nothing_and_the_others_all():
    p = compute.mask_tokens(torch.zeros(2, 4), torch.tensor([1, 3])).softmax(dim=-1)
    third = 1 / 3
    assert_near(p, torch.tensor([[third, 0, third, third], [third] * 3 + [0]]))
