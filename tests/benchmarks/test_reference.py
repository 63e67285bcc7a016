"""The network that speed is compared with is the same function."""

import pytest
import torch

from benchmarks.reference import build_reference
from model.config import ModelConfig
from model.transformer import Transformer
from tests.close import assert_near

pytestmark = pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
CONFIG = ModelConfig(vocab_size=40, languages=("en",), N=2, d_model=16, h=4, d_ff=24)


def test_torchs_transformer_with_our_weights_scores_as_ours_does():
    model = Transformer(CONFIG).eval()
    reference = build_reference(model)
    source, target = torch.randint(3, 40, (3, 7)), torch.randint(3, 40, (3, 5))
    assert_near(reference(source, target), model(source, target))


def test_a_network_that_differs_is_refused():
    model = Transformer(CONFIG).eval()
    model.decoder.layers[-1].add_and_norm_3.norm.eps = 0.1  # not a weight, so not copied
    with pytest.raises(AssertionError, match="not close"):
        build_reference(model)
