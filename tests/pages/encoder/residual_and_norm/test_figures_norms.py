import torch

from pages.encoder.residual_and_norm.figures.norms import (
    MAX_AXIS_LABELS,
    MIN_PLOTTED,
    plot_means_and_deviations,
    plot_untrained_stacks,
)
from tests.close import near


def test_each_token_shows_mean_and_biased_standard_deviation_before_and_after():
    stages = {"sum": torch.randn(4, 8), "output": torch.randn(4, 8)}
    figure = plot_means_and_deviations(stages, ["a", "b", "<i>", "d"], chosen_token=2)
    for trace, vectors in zip(figure.data, stages.values(), strict=True):
        assert list(trace.y) == near(vectors.mean(-1).tolist())
        deviations = vectors.std(-1, correction=0).tolist()
        assert list(trace.error_y.array) == near(deviations)
    assert figure.layout.xaxis.ticktext[2] == "&lt;i&gt;"


def test_a_long_sentence_names_only_some_of_its_tokens():
    vectors = torch.randn(128, 8)
    figure = plot_means_and_deviations(
        {"sum": vectors, "output": vectors}, ["word"] * 128, chosen_token=0
    )
    assert len(figure.data[0].y) == 128
    assert len(figure.layout.xaxis.ticktext) <= MAX_AXIS_LABELS


def test_a_logarithmic_axis_leaves_out_what_has_vanished():
    lines = dict.fromkeys("abc", torch.tensor([0.1, 1.0])) | {"d": torch.tensor([1e-40, 1.0])}
    low, high = plot_untrained_stacks(lines, "gradient", logarithmic=True).layout.yaxis.range
    assert 10**low > MIN_PLOTTED
    assert high > 0
    assert plot_untrained_stacks(lines, "norm", logarithmic=False).layout.yaxis.type is None
