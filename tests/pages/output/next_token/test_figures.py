import math

import torch

from model.training.loss import target_distribution
from pages.output.next_token.figures import plot_entropies, plot_rank_curve
from tests.close import assert_near, near


def test_a_smoothed_target_is_a_distribution_whose_cross_entropy_is_pytorchs():
    target = target_distribution(50, 0.1)
    assert target.sum() == near(1)
    logits = torch.randn(50)
    expected = torch.nn.functional.cross_entropy(logits, torch.tensor(0), label_smoothing=0.1)
    assert_near(-(target * logits.log_softmax(-1)).sum(), expected)


def test_each_step_has_its_bar_even_when_tokens_repeat_or_look_like_markup():
    figure = plot_entropies(torch.tensor([1.0, 2.0, 3.0]), torch.rand(3), ["a", "a", "<b>"], 1)
    [bars] = figure.data
    assert list(bars.y) == [1, 2, 3]
    assert len(set(bars.x)) == 3
    assert list(figure.layout.xaxis.ticktext) == ["a", "a", "&lt;b&gt;"]
    assert bars.marker.color[1] != bars.marker.color[0] == bars.marker.color[2]


def test_the_ranked_curves_are_the_distributions_from_the_first_rank_to_the_last():
    probabilities = torch.randn(300).softmax(-1).sort(descending=True).values
    target = target_distribution(300, 0.1)
    asked, own, said = plot_rank_curve(probabilities, target, right_rank=4).data
    assert (own.x[0], own.x[-1]) == (1, 300)
    for rank, value, wanted in zip(own.x, own.y, asked.y, strict=True):
        assert value == near(probabilities[rank - 1].item())
        assert wanted == near(target[rank - 1].item())
    assert (said.x[0], said.y[0]) == (5, near(probabilities[4].item()))
    assert math.isclose(asked.y[-1], 0.1 / 300, rel_tol=1e-5)
