import torch

from pages.decoder.decoder_stack.figures import plot_token_ranks, plot_update_sizes
from tests.close import near


def test_each_sub_layer_has_a_bar_in_every_layer():
    values = torch.rand(4, 3)
    figure = plot_update_sizes(values, ["one", "two", "three"])
    assert [bars.name for bars in figure.data] == ["one", "two", "three"]
    for bars, column in zip(figure.data, values.T, strict=True):
        assert list(bars.y) == near(column.tolist())


def test_every_token_has_its_line_even_when_tokens_repeat_and_the_chosen_one_is_on_top():
    places = torch.randint(1, 50, (3, 4))
    figure = plot_token_ranks(places, ["a", "a", "<i>", "b"], 1)
    assert len(figure.data) == 4
    assert list(figure.data[-1].y) == places[:, 1].tolist()
    assert figure.data[-1].line.width > figure.data[0].line.width
    assert figure.data[1].name == "&lt;i&gt;"
