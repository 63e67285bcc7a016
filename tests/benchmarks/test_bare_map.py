"""The attention map shows the weights, the tokens, and nothing else."""

import torch

from benchmarks.bare_map import plot_attention_map


def test_the_map_plots_exactly_the_weights():
    weights = torch.tensor([[0.9, 0.1], [0.4, 0.6]])
    figure = plot_attention_map(weights, ["a", "a"], ["x", "y"])
    assert figure.data[0].z.tolist() == weights.tolist()


def test_equal_tokens_keep_their_own_row_and_column():
    figure = plot_attention_map(torch.eye(3), ["a", "a", "a"], ["b", "b", "b"])
    assert figure.layout.yaxis.tickvals == figure.layout.xaxis.tickvals == [0, 1, 2]
    assert figure.layout.yaxis.ticktext == ["a", "a", "a"]


def test_the_first_query_stands_at_the_top():
    assert (
        plot_attention_map(torch.eye(2), ["a", "b"], ["a", "b"]).layout.yaxis.autorange
        == "reversed"
    )


def test_tokens_that_look_like_markup_stay_text():
    figure = plot_attention_map(torch.ones(1, 1), ["<b>x"], ["</s>"])
    assert figure.layout.yaxis.ticktext == ["&lt;b&gt;x"]
    assert figure.data[0].customdata[0][0] == "&lt;b&gt;x reads &lt;/s&gt;"


def test_long_sentences_get_rows_that_can_be_read():
    weights = torch.full((60, 60), 1 / 60)
    figure = plot_attention_map(weights, ["a"] * 60, ["b"] * 60)
    assert figure.layout.height > 60 * 14
