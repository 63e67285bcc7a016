import math

import torch

from model.measures.surprisal import mean_loss, output_probabilities
from pages.decoder.masking.compute.leak import compute_largest_changes, compute_relative_changes
from pages.decoder.masking.figures import (
    plot_drift_map,
    plot_learning_curves,
    plot_logit_changes,
    plot_token_probabilities,
)
from tests.close import assert_near, near


def test_the_loss_is_the_mean_of_minus_log_p():
    logits, said = torch.randn(3, 5), [4, 0, 2]
    p = output_probabilities(logits, said)
    assert_near(p, torch.stack([row.softmax(-1)[i] for row, i in zip(logits, said, strict=True)]))
    assert mean_loss(logits, said) == near(-p.log().mean().item())


def test_rows_after_the_last_token_do_not_count():
    logits = torch.randn(3, 5)
    assert mean_loss(logits, [1, 2]) == near(mean_loss(logits[:2], [1, 2]))


def test_what_moved_is_measured_row_by_row():
    before = torch.tensor([[3.0, 4.0], [1.0, 0.0]])
    after = torch.tensor([[3.0, 4.0], [1.0, -2.0]])
    assert compute_largest_changes(before, after).tolist() == [0, 2]
    assert compute_relative_changes(before, after).tolist() == [0, 2]


def test_bars_are_the_numbers_and_tokens_stay_text():
    p, q = torch.tensor([0.25, 0.5]), torch.tensor([0.125, 1.0])
    figure = plot_token_probabilities(p, q, ["<b>", "x"], (["a", "b"], ["c", "<i>"]))
    assert [list(bar.y) for bar in figure.data] == [p.tolist(), q.tolist()]
    assert list(figure.layout.xaxis.ticktext) == ["&lt;b&gt;", "x"]
    assert "&lt;i&gt;" in figure.data[1].customdata[1][1]


def test_the_replaced_token_is_marked():
    figure = plot_logit_changes(torch.zeros(3), torch.ones(3), ["a", "b", "c"], replaced_position=1)
    [mark] = figure.layout.shapes
    assert (mark.x0, mark.x1) == (0.5, 1.5)


def test_only_an_exact_zero_is_written_as_zero():
    figure = plot_drift_map(torch.tensor([[0.0, 1e-7], [0.5, 2.0]]), ["in", "out"], ["a", "b"])
    assert [list(row) for row in figure.data[0].text] == [["0", "0.00"], ["0.50", "2.00"]]
    assert figure.layout.coloraxis.cmax == 2


def test_the_curves_are_the_losses():
    figure = plot_learning_curves([3.0, 2.9], [3.0, 0.1], math.log(16))
    assert [list(curve.y) for curve in figure.data] == [[3.0, 2.9], [3.0, 0.1]]
