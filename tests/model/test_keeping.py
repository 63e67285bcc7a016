"""Readings and traces are kept in files and pickles, without code and without a model."""

import copy
import pickle

import pytest
import torch

import model
from model import storage
from model.changes.kinds import KINDS
from model.changes.lesson import Lesson, LessonPair
from model.serialization import change_from_dict, change_to_dict

TEXT = "The grey heron waits beside the pond."


CHANGED = [
    model.PinnedWeights("cross", 0, 0, 0, ((0, 0.123456),)),
    model.FilledTap("decoder.layers.0.add_and_norm_1.residual", 0.5),
]


@pytest.fixture(scope="module")
def run(glass):
    return glass.read(TEXT, "fr", changes=CHANGED)


@pytest.fixture
def opened(glass, tmp_path):
    """The same model, as if it had been opened from a folder."""
    storage.save(glass.network, glass.tokenizer, tmp_path / "model")
    return model.load(tmp_path / "model")


def in_pickle(glass, run, folder):
    return pickle.loads(pickle.dumps(run))


def in_file(glass, run, folder):
    return glass.load_reading(run.save(folder / "run.safetensors"))


@pytest.mark.parametrize("way", [in_pickle, in_file])
def test_a_reading_comes_back_as_it_was(opened, tmp_path, way):
    run = opened.read(TEXT, "fr", changes=CHANGED)
    back = way(opened, run, tmp_path)
    for name in ("text", "translation", "source", "target", "output", "changes", "source_ids"):
        assert getattr(back, name) == getattr(run, name), name
    assert list(back.trace) == list(run.trace)
    assert all(torch.equal(back.trace[name], run.trace[name]) for name in run.trace)
    assert back.trace.axes["memory"] == run.trace.axes["memory"]
    for own, other in zip(run.steps, back.steps, strict=True):
        assert [(one.tokens, one.total, one.fate) for one in own] == [
            (one.tokens, one.total, one.fate) for one in other
        ]
    assert back.n_best() == run.n_best()
    assert back.flow(step=1).m == run.flow(step=1).m
    assert "reads" in back._repr_html_()


def test_a_pickle_names_the_folder_and_holds_no_weights(opened, glass, run):
    small = opened.read_all([TEXT], "fr")[0]
    assert len(pickle.dumps(small)) < 100_000
    assert b"Transformer" not in pickle.dumps([opened, small])
    again, other = (pickle.loads(pickle.dumps(opened)) for _ in range(2))
    assert again is other  # a worker opens it once
    assert again.translate(TEXT, "fr") == opened.translate(TEXT, "fr")
    for one in (glass, run):
        with pytest.raises(TypeError, match="from a folder"):
            pickle.dumps(one)


def test_a_copy_shares_the_model_and_nothing_that_changes(run):
    other = copy.deepcopy(run)
    assert other.network is run.network
    assert other.flow(step=0).m == run.flow(step=0).m


def test_a_trace_is_kept_alone_and_with_gradients(glass, tmp_path):
    live = glass.read("A pond.", "fr", translation="Le pont.", grad=True)
    trace = model.Trace.load(live.trace.save(tmp_path / "trace.safetensors"))
    assert list(trace) == list(live.trace)
    assert torch.equal(trace.pick("memory"), live.trace.pick("memory").detach())
    assert not pickle.loads(pickle.dumps(live.trace))["memory"].requires_grad
    with pytest.raises(ValueError, match="no reading"):
        glass.load_reading(tmp_path / "trace.safetensors")


def test_what_is_no_reading_is_named(glass, tmp_path):
    (tmp_path / "text").write_text("no tensors")
    for name, fault in (("text", "holds no trace"), ("none", "cannot be read")):
        with pytest.raises(ValueError, match=fault):
            glass.load_reading(tmp_path / name)


def test_a_reading_of_other_weights_is_refused(glass, run, tmp_path):
    others = model.Glass(glass.network, glass.tokenizer, "others")
    with pytest.raises(ValueError, match="other weights"):
        others.load_reading(run.save(tmp_path / "run.safetensors"))


CHANGES = [
    model.SilencedHead("cross", 0, 1),
    model.TemperedAttention("decoder", 1 / 3),
    model.PinnedWeights("cross", 0, 0, 0, ((0, 1 / 3), (1, 0.1))),
    model.GroupedHeads("encoder", 1),
    model.FilledTap("memory", 0.5),
    model.RemovedPart("sublayer", "cross-attention", 0),
    model.CutPosition("cross", 0, 0, 1),
    model.SilencedUnit("encoder", 0, 3),
    model.ShuffledPositions(3),
    model.SwappedEmbedding(9, 10),
    model.MissingEverywhere("mask"),
    model.RoundedWeights(4),
    model.Steering(model.Direction(((9, 2),), ((10, 2),)), 1 / 3, 1),
    model.TaughtWeights(Lesson(pairs=(LessonPair("en", "A pond.", "fr", "Le pont."),))),
]


@pytest.mark.parametrize("change", CHANGES, ids=repr)
def test_every_kind_of_change_is_kept(change):
    assert change_from_dict(change_to_dict(change)) == change


def test_no_kind_is_forgotten():
    assert {type(change) for change in CHANGES} == set(KINDS)
