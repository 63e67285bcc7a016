"""The door teaches, too: a new model comes out, the old one stays."""

import pytest
import torch

from model.glass import Glass


def test_a_taught_model_comes_through_the_door(network, tokenizer):
    glass = Glass(network, tokenizer)
    before = network.E.weight.clone()
    taught = glass.teach([("en", "The goat.", "fr", "La chèvre.")], steps=2, rehearsal=0)
    assert torch.equal(network.E.weight, before)
    assert not torch.equal(taught.network.E.weight, before)
    assert isinstance(taught.translate("The goat.", to="fr"), str)


def test_what_cannot_be_taught_is_said(network, tokenizer):
    with pytest.raises(ValueError, match="no language “it”"):
        Glass(network, tokenizer).teach([("it", "La capra.", "fr", "La chèvre.")])
