import torch

from pages.decoder.decoder_stack.compute import compute_relative_updates


def test_what_is_written_is_measured_against_what_it_is_added_to():
    trace = {}
    for layer in range(2):
        for i in (1, 2, 3):
            name = f"decoder.layers.{layer}.add_and_norm_{i}"
            trace[f"{name}.residual"] = torch.ones(1, 5, 4)
            trace[f"{name}.sublayer"] = torch.full((1, 5, 4), float(10 * layer + i))
    assert compute_relative_updates(trace, 2, 3).tolist() == [[1, 2, 3], [11, 12, 13]]
