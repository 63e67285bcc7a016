"""Grids of many passes: patches, silenced heads, roles; the lens and entropies by name."""

from typing import get_args

import pytest
import torch

import model
from model.experiments import At
from model.measures.scoring import log_probability_without_each_head
from model.parts import ATTENTIONS
from model.patching import predictions

BASE, SOURCE = "The grey heron waits beside the pond.", "The grey goat waits beside the pond."


@pytest.fixture(scope="module")
def runs(glass):
    said = "La porte bleue."
    return glass.read(BASE, "fr", translation=said), glass.read(SOURCE, "fr", translation=said)


@pytest.fixture
def small(monkeypatch):
    """A random model's answers differ little; here they may be divided by all the same."""
    monkeypatch.setattr(predictions, "MIN_LOGIT_DIFFERENCE", 1e-9)


@pytest.mark.parametrize("at", get_args(At))
def test_a_grid_is_what_patches_one_by_one_do(glass, runs, small, at):
    base, source = runs
    step, tokens = 2, (9, 10)
    grid = glass.patch_grid(base, source, at, step=step, tokens=tokens, everywhere=True)
    table = grid.frame()
    assert len(table) == grid.values.numel()
    row = table.iloc[-2].to_dict()
    taps = {
        "encoder": "encoder.layers.0.add_and_norm_2.output",
        "decoder": "decoder.layers.0.add_and_norm_3.output",
        "sublayers": "decoder.layers.0.add_and_norm_2.sublayer",
        "encoder-heads": "encoder.layers.0.self_attention.heads",
        "decoder-heads": "decoder.layers.0.self_attention.heads",
        "cross-heads": "decoder.layers.0.cross_attention.heads",
    }
    length = len(base.source) if at.startswith("encoder") else step + 1
    where = row.get("position", range(length))
    other = source.trace
    if at in ("encoder", "encoder-heads"):
        pairs = dict(model_partners(base, source))
        where = pairs if at.endswith("heads") else {place: pairs[place] for place in [where]}
    edit = model.patch(taps[at], other, where, head=row.get("head"))
    patched = glass.read(BASE, "fr", translation=base.target_ids[1 : step + 1], edits=edit)

    def d(run):
        logits = run.trace["logits"][0, step]
        return logits[tokens[1]] - logits[tokens[0]]

    wanted = (d(patched) - d(base)) / (d(source) - d(base))
    assert row["value"] == pytest.approx(wanted.item(), abs=2e-2)


def model_partners(base, source):
    from model.measures.pairs import matching_positions

    return zip(*matching_positions(base.source_ids, source.source_ids), strict=True)


def test_tokens_of_a_grid_may_be_named(glass, runs, small):
    base, source = runs
    grid = model.patch_grid(base, source, step=0, tokens=(base.output[0].text, "</s>"))
    assert grid.tokens["position"][-1] == "</s>"
    assert "strongest" in repr(grid)


def test_runs_that_hardly_differ_are_not_divided_by(runs):
    with pytest.raises(ValueError, match="the runs differ by"):
        model.patch_grid(runs[0], runs[0])


def test_runs_with_changes_are_patched_with_them(glass, small):
    how = {"said": "La porte bleue.", "changes": model.MissingEverywhere("mask")}
    base, source = (glass.read(text, "fr", **how) for text in (BASE, SOURCE))
    grid = model.patch_grid(base, source, "decoder", step=1)
    assert grid.values[-1, -1].item() == pytest.approx(1, abs=1e-2)  # all that the answer reads
    with pytest.raises(ValueError, match="with the same changes"):
        model.patch_grid(base, glass.read(SOURCE, "fr", translation="La porte bleue."))


def test_each_head_is_silenced_alone(glass, runs):
    run, grid = runs[0], glass.ablate_heads(runs[0])
    said = (run.target_ids[0], *run.output_ids)
    whole = glass.log_probability(BASE, "fr", list(run.output_ids))
    for place, path in enumerate(ATTENTIONS.values()):
        without = log_probability_without_each_head(
            glass.network, run.source_ids, said, path.format(0)
        )
        lost = whole - torch.tensor(without)
        torch.testing.assert_close(grid.values[place, 0], lost, atol=1e-4, rtol=1e-4)
    assert list(grid.frame().columns) == ["attention", "layer", "head", "value"]
    with pytest.raises(ValueError, match="without changes"):
        glass.ablate_heads(glass.read(BASE, "fr", changes=model.SilencedHead("cross", 0, 0)))


def test_tables_of_patches_and_of_ablations_join(glass, runs, small):
    grid = glass.patch_grid(*runs, at="cross-heads", step=2, tokens=(9, 10))
    assert grid.attention == "cross"
    patched, silenced = grid.frame(), glass.ablate_heads(runs[0]).frame()
    assert list(patched.columns) == ["attention", "layer", "head", "value"]
    both = patched.merge(silenced, on=["attention", "layer", "head"], suffixes=("", "_lost"))
    assert both["head"].tolist() == [0, 1]
    assert both["value_lost"].tolist() == glass.ablate_heads(runs[0]).values[2, 0].tolist()
    assert "attention" not in glass.patch_grid(*runs, step=2, tokens=(9, 10)).frame()


def test_a_token_of_a_grid_that_is_several_pieces_is_refused_without_a_rival(runs, small):
    with pytest.raises(ValueError, match="pieces: one token was expected"):
        model.patch_grid(*runs, step=0, tokens=("La", "Le héron"))


def test_roles_are_those_of_each_head(glass, runs):
    rows = glass.head_roles(runs)
    assert [(row["attention"], row["head"]) for row in rows] == [
        (name, head) for name in ATTENTIONS for head in range(2)
    ]
    with pytest.raises(ValueError, match="no reading"):
        glass.head_roles([])


def test_the_last_layer_of_the_lens_is_the_model(runs):
    run, lens = runs[0], runs[0].lens()
    torch.testing.assert_close(lens.logits[-1], run.trace["logits"][0, : len(run.output)])
    table = lens.frame()
    assert len(table) == lens.logits.shape[0] * len(run.output)
    last = table[table.layer == 1]
    assert last.likeliest.tolist() == run.tokenizer.pieces(
        run.trace["logits"][0].argmax(-1).tolist()
    )
    assert (last["rank"].to_numpy() == lens.ranks[-1].numpy()).all()


def test_entropy_is_that_of_each_row(runs):
    weights = runs[0].layers("cross", "weights")
    wanted = -(weights * weights.log2()).nan_to_num().sum(dim=-1)
    torch.testing.assert_close(runs[0].entropy("cross"), wanted)
