"""Eight bits a weight: the file is read as what it holds, and no weight is far from what it was."""

import pytest
import torch

from model import storage
from model.eight_bits import dequantize_int8, quantize_int8


def test_no_weight_moves_by_more_than_half_a_step(model):
    weights = dict(model.state_dict())
    rounded = dequantize_int8(quantize_int8(weights))
    assert rounded.keys() == weights.keys()
    for name, tensor in weights.items():
        if tensor.dim() != 2:
            assert torch.equal(rounded[name], tensor)
            continue
        step = tensor.abs().amax(dim=1, keepdim=True) / 127
        assert ((rounded[name] - tensor).abs() <= step / 2 + 1e-7).all()
        assert torch.equal(quantize_int8(rounded)[name], quantize_int8(weights)[name])


def test_a_row_of_zeros_stays_one():
    assert torch.equal(
        dequantize_int8(quantize_int8({"W": torch.zeros(2, 3)}))["W"], torch.zeros(2, 3)
    )


def test_a_folder_of_eight_bits_is_a_model(glass, tmp_path):
    storage.save(glass.network, glass.tokenizer, tmp_path)
    whole = (tmp_path / storage.WEIGHTS).stat().st_size
    rounded = quantize_int8(glass.network.state_dict())
    storage.write_weights(tmp_path, rounded)
    read, _ = storage.load(tmp_path)
    expected = dequantize_int8(rounded)
    for name, tensor in read.state_dict().items():
        assert torch.equal(tensor, expected[name])
    assert (tmp_path / storage.WEIGHTS).stat().st_size < whole


def test_whole_numbers_without_steps_are_no_weights():
    with pytest.raises(ValueError, match="have no steps"):
        dequantize_int8({"W": torch.ones(2, 3, dtype=torch.int8)})
