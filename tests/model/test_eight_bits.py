"""Eight bits a weight: the file is read as what it holds, and no weight is far from what it was."""

import pytest
import torch

from model import storage
from model.eight_bits import from_eight_bits, to_eight_bits


def test_no_weight_moves_by_more_than_half_a_step(model):
    weights = dict(model.state_dict())
    rounded = from_eight_bits(to_eight_bits(weights))
    assert rounded.keys() == weights.keys()
    for name, tensor in weights.items():
        if tensor.dim() != 2:
            assert torch.equal(rounded[name], tensor)
            continue
        step = tensor.abs().amax(dim=1, keepdim=True) / 127
        assert ((rounded[name] - tensor).abs() <= step / 2 + 1e-7).all()
        assert torch.equal(to_eight_bits(rounded)[name], to_eight_bits(weights)[name])


def test_a_row_of_zeros_stays_one():
    assert torch.equal(
        from_eight_bits(to_eight_bits({"W": torch.zeros(2, 3)}))["W"], torch.zeros(2, 3)
    )


def test_a_folder_of_eight_bits_is_a_model(glass, tmp_path):
    storage.save(glass.network, glass.tokenizer, tmp_path)
    whole = (tmp_path / storage.WEIGHTS).stat().st_size
    rounded = to_eight_bits(glass.network.state_dict())
    storage.write_weights(tmp_path, rounded)
    read, _ = storage.load(tmp_path)
    expected = from_eight_bits(rounded)
    for name, tensor in read.state_dict().items():
        assert torch.equal(tensor, expected[name])
    assert (tmp_path / storage.WEIGHTS).stat().st_size < whole


def test_whole_numbers_without_steps_are_no_weights():
    with pytest.raises(ValueError, match="have no steps"):
        from_eight_bits({"W": torch.ones(2, 3, dtype=torch.int8)})
