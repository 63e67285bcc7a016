import torch

from pages.encoder.residual_and_norm.figures.depth import (
    WITH_RESIDUALS,
    WITHOUT_RESIDUALS,
    SublayerAxis,
    plot_depth_comparison,
    plot_residual_ablations,
    plot_vector_norms,
)
from tests.close import near

DEPTH = SublayerAxis(("attention", "feed-forward"), (0, 0), chosen=1)


def test_every_token_has_a_line_of_its_norms_in_every_stage():
    stages = {
        "sublayer": torch.rand(2, 3, 4),
        "sum": torch.rand(2, 3, 4),
        "output": torch.rand(3, 3, 4),
    }
    figure = plot_vector_norms(stages, DEPTH, ["a", "<b>", "c"], chosen_token=1)
    assert len(figure.data) == 6
    lengths = [vectors.norm(dim=-1) for vectors in stages.values()]
    for others, chosen, norms in zip(figure.data[::2], figure.data[1::2], lengths, strict=True):
        assert [y for y in chosen.y if y is not None] == near(norms[:, 1].tolist())
        expected = [*norms[:, 0].tolist(), *norms[:, 2].tolist()]
        assert [y for y in others.y if y is not None] == near(expected)
        assert set(chosen.text) == {"&lt;b&gt;"}
        assert chosen.line.width > others.line.width
    assert figure.data[1].x[0] == 1  # no sub-layer wrote the embedding
    assert figure.data[5].x[0] == 0


def test_both_lines_stand_at_the_same_sublayers():
    figure = plot_depth_comparison(
        {WITH_RESIDUALS: torch.rand(2), WITHOUT_RESIDUALS: torch.rand(2)}, DEPTH, "mean norm"
    )
    assert [line.name for line in figure.data] == [WITH_RESIDUALS, WITHOUT_RESIDUALS]
    assert [list(line.x) for line in figure.data] == [[1, 2], [1, 2]]


def test_a_bar_leads_from_the_whole_to_what_is_left_without_a_residual():
    values = torch.tensor([-5.0, -30.0, -3.0])
    figure = plot_residual_ablations(values, ["a", "b", "c"], chosen_sublayer=1, unablated=-4.0)
    [bars] = figure.data
    assert [bars.base + y for y in bars.y] == values.tolist()
    assert bars.marker.color[1] not in (bars.marker.color[0], bars.marker.color[2])
