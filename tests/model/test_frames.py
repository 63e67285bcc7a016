"""Tables of tensors have their places and tokens, and read back as they were written."""

from io import StringIO

import pandas as pd
import pytest
import torch

from model.attribution.inputs import Scores
from model.grid import tidy_frame


@pytest.fixture(scope="module")
def run(glass):
    return glass.read("A pond.", "fr", translation="Le pont.")


def test_a_table_has_the_numbers_of_the_trace(run):
    table = run.frame("cross")
    layers, heads, queries, keys = run.layers("cross", "weights").shape
    assert len(table) == layers * heads * queries * keys
    some = table[(table["head"] == 1) & (table["query"] == 2) & (table["key"] == 1)].iloc[0]
    assert some.weight == run.trace["decoder.layers.0.cross_attention.weights"][0, 1, 2, 1].item()
    assert (some.query_token, some.key_token) == (run.target[2].text, run.source[1].text)


@pytest.mark.parametrize(
    ("name", "places", "columns"),
    [
        ("memory", {"source": 1}, ["d_model", "value"]),
        ("logits", {}, ["target", "target_token", "vocab", "value"]),
        (
            "decoder.layers.{}.feed_forward.hidden",
            {"d_ff": 3},
            ["layer", "position", "position_token", "value"],
        ),
        (
            "decoder.layers.0.cross_attention.k",
            {"head": 0, "d_k": 0},
            ["key", "key_token", "value"],
        ),
        ("encoder.embedding.positions", {"d_model": 0}, ["position", "position_token", "value"]),
    ],
)
def test_columns_are_axes_and_tokens(run, name, places, columns):
    assert list(run.frame(name, **places).columns) == columns


@pytest.mark.parametrize("target", [None, 1])
def test_scores_are_a_table_of_what_was_read(run, target):
    scores = run.attribute("gradient", target=target)
    table = scores.frame()
    columns = ["side", "step", "step_token", "position", "position_token", "value"]
    assert list(table.columns) == columns
    steps = range(len(run.output)) if target is None else [target]
    assert len(table) == sum(len(run.source) + step + 1 for step in steps)
    last = table[(table["side"] == "target") & (table["step"] == steps[-1])]
    assert last["position_token"].tolist() == [t.text for t in run.target[: steps[-1] + 1]]
    assert last["value"].tolist() == scores.prefix[-1, : steps[-1] + 1].tolist()
    first = table[(table["side"] == "source") & (table["step"] == steps[0])]
    assert first["step_token"].unique().tolist() == [run.output[steps[0]].text]
    assert first["position_token"].tolist() == [t.text for t in run.source]
    assert first["value"].tolist() == scores.source[0].tolist()


def test_scores_without_tokens_are_a_table_too():
    table = Scores(torch.ones(2, 3), torch.ones(2, 2)).frame()
    assert list(table.columns) == ["side", "step", "position", "value"]
    assert len(table) == 2 * 3 + 1 + 2


def test_words_come_back_from_csv():
    words = ["null", "NA", "None", "nan", "N/A", "café", '"', ",", "=2+2", "1", ""]
    table = tidy_frame(torch.arange(11.0), {"position": range(11)}, {"position": words})
    back = pd.read_csv(
        StringIO(table.to_csv(index=False)), keep_default_na=False, dtype={"position_token": str}
    )
    pd.testing.assert_frame_equal(back, table, check_dtype=False)


def test_what_is_not_there_is_named(run):
    with pytest.raises(ValueError, match="near: memory"):
        run.frame("memori")
    with pytest.raises(ValueError, match="no axis 'heads'"):
        run.frame("cross", heads=1)
