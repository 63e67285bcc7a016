import torch

from pages.encoder.residual_and_norm.figures.addition import (
    compute_triangle,
    plot_addition,
    plot_lengths,
)
from tests.close import near


def test_the_triangle_keeps_all_three_lengths():
    x, update = torch.randn(2, 16)
    length, along, across = compute_triangle(x, x + update)
    assert length == near(x.norm().item())
    assert (along**2 + across**2) ** 0.5 == near((x + update).norm().item())
    assert ((along - length) ** 2 + across**2) ** 0.5 == near(update.norm().item())


def test_without_x_the_sum_is_the_update():
    update = torch.tensor([3.0, 4.0])
    assert compute_triangle(torch.zeros(2), update) == (0, 5, 0)
    texts = [note.text for note in plot_addition(torch.zeros(2), update, "a").layout.annotations]
    assert [text for text in texts if text] == ["+ update: 5.0", "sum: 5.0"]


def test_the_arrows_say_their_lengths_and_the_angle_and_escape_the_token():
    figure = plot_addition(torch.tensor([1.0, 0.0]), torch.tensor([1.0, 1.0]), "“<b>”")
    texts = [note.text for note in figure.layout.annotations if note.text]
    assert texts == [
        "“&lt;b&gt;” before: 1.0",
        "+ update: 1.0",
        "sum: 1.4",
        "45°",
    ]


def test_every_token_has_two_lengths():
    summed, output = torch.randn(2, 3, 8)
    first, second = plot_lengths(summed, output, ["a", "b", "c"], 1).data
    assert list(first.y) == near(summed.norm(dim=-1).tolist())
    assert list(second.y) == near(output.norm(dim=-1).tolist())
