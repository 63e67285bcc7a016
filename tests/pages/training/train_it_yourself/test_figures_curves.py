import torch

from pages.training.train_it_yourself.figures import curves
from ui.figures.attention_maps import plot_attention_maps


def test_phrases_that_cannot_be_judged_stay_empty():
    figure = curves.plot_right_kind_probability({("a", "x"): 0.5, ("b", "y"): 1.0}, [("a", "x")])
    assert [list(row) for row in figure.data[0].z] == [[0.5, None], [None, 1.0]]
    assert [list(row) for row in figure.data[0].text] == [["•", ""], ["", ""]]


def test_heads_are_drawn_with_their_own_weights():
    maps = [torch.rand(2, 3) for _ in range(2)]
    named = dict(zip(("h1", "h2"), maps, strict=True))
    figure = plot_attention_maps(named, ["r", "r"], ["x", "<", "x"], axes=("", ""), height=200)
    for drawn, weights in zip(figure.data, maps, strict=True):
        assert drawn.z.tolist() == weights.tolist()
    assert list(figure.layout.xaxis2.ticktext) == ["x", "&lt;", "x"]
