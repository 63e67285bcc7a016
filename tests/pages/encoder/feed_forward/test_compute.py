"""Only attention mixes positions."""

import pytest
import torch

from model.tokenizer import EOS
from model.trace import recording
from pages.encoder.feed_forward.compute import (
    TokenReplacement,
    compute_output_shifts,
    compute_replacement_shifts,
)

IDS = {"encoder": [6, 7, 8, 9, EOS], "decoder": [3, 10, 11, 12]}


def test_a_position_by_position_function_moves_one_output_and_a_mixing_one_all():
    x, row = torch.randn(5, 8), torch.randn(8)
    alone = compute_output_shifts(torch.relu, x, row, 2)
    assert [i for i, d in enumerate(alone) if d > 0] == [2]
    mixed = compute_output_shifts(lambda x: x + x.mean(dim=1, keepdim=True), x, row, 2)
    assert (mixed > 0).all()


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_another_word_reaches_one_feed_forward_output_and_all_that_may_look(model, stack):
    with torch.inference_mode(), recording(model) as trace:
        model(torch.tensor([IDS["encoder"]]), torch.tensor([IDS["decoder"]]))
    place, layer = 1, model.config.N - 1
    far = compute_replacement_shifts(model, trace, IDS, TokenReplacement(stack, layer, place, 15))
    assert far["feed-forward"][place] > 1e-3
    others = [i for i in range(len(IDS[stack])) if i != place]
    assert (far["feed-forward"][others] < 1e-6).all()
    looking = [i for i in others if stack == "encoder" or i > place]
    assert (far["self-attention"][looking] > 1e-6).all()
    hidden = [i for i in others if i not in looking]
    assert (far["self-attention"][hidden] < 1e-6).all()
