import pytest
import torch

from pages.decoder.decoder_stack.computed import SUBLAYERS, relative
from pages.decoder.decoder_stack.figures import rise, writes


def test_what_is_written_is_measured_against_what_it_is_added_to():
    trace = {}
    for layer in range(2):
        for i in (1, 2, 3):
            name = f"decoder.layers.{layer}.add_and_norm_{i}"
            trace[f"{name}.residual"] = torch.ones(1, 5, 4)
            trace[f"{name}.sublayer"] = torch.full((1, 5, 4), float(10 * layer + i))
    assert relative(trace, 2, 3).tolist() == [[1, 2, 3], [11, 12, 13]]


def test_each_sub_layer_has_a_bar_in_every_layer():
    values = torch.rand(4, 3)
    figure = writes(values)
    assert [bars.name for bars in figure.data] == list(SUBLAYERS)
    for bars, column in zip(figure.data, values.T, strict=True):
        assert list(bars.y) == pytest.approx(column.tolist())


def test_every_token_has_its_line_even_when_tokens_repeat_and_the_chosen_one_is_on_top():
    places = torch.randint(1, 50, (3, 4))
    figure = rise(places, ["a", "a", "<i>", "b"], 1)
    assert len(figure.data) == 4
    assert list(figure.data[-1].y) == places[:, 1].tolist()
    assert figure.data[-1].line.width > figure.data[0].line.width
    assert figure.data[1].name == "&lt;i&gt;"
