import json
import math
import shutil
import signal
import subprocess
import sys
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch.testing import assert_close

from model.config import ModelConfig
from model.data.corpora import read_corpora
from model.storage import load
from model.training import loop
from model.training.checkpoint import CHECKPOINT, kept_weights
from model.training.film import film
from model.training.loop import train
from model.training.recipe import TrainConfig
from model.training.schedule import learning_rate
from model.translate import translate

FILM_STEPS = loop.FILM_STEPS
ROOT = Path(__file__).parents[3]

# Small enough for a test, yet with dropout, noise, joined examples and several epochs.
SIZES = ModelConfig(vocab_size=60, languages=("en", "fr"), N=1, d_model=16, h=2, d_ff=24)
RECIPE = TrainConfig(
    languages=("en", "fr"),
    steps=11,
    tokens=1_500,
    warmup=8,
    checkpoint_every=3,
    average=2,
    validate_every=10,
    validate_lines=3,
)


@pytest.fixture(scope="module", autouse=True)
def short_film():
    """Fewer frames: translating its sentences takes an untrained model long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "FILM_STEPS", {0, 10, 100})
        yield


def trained(data, folder, **changes):
    train(SIZES, TrainConfig(**(asdict(RECIPE) | changes)), data, folder, progress=False)
    return folder


@pytest.fixture(scope="module")
def uninterrupted(data, tmp_path_factory):
    return trained(data, tmp_path_factory.mktemp("uninterrupted"))


@pytest.fixture(scope="module")
def resumed(data, tmp_path_factory):
    """The same run in three parts."""
    folder = tmp_path_factory.mktemp("resumed")
    for steps in (3, 7, RECIPE.steps):  # the second part stops between two checkpoints
        trained(data, folder, steps=steps)
    return folder


@pytest.fixture(scope="module")
def learned(data, tmp_path_factory):
    """A run long enough to learn the toy task."""
    folder = tmp_path_factory.mktemp("learned")
    sizes = ModelConfig(
        vocab_size=60, languages=("en", "fr"), N=1, d_model=32, h=4, d_ff=64, P_drop=0.0
    )
    recipe = TrainConfig(
        languages=("en", "fr"),
        steps=400,
        tokens=800,
        warmup=60,
        factor=0.5,
        join=0.0,
        noise=0.0,
        checkpoint_every=20,
        validate_every=200,
        validate_lines=10,
    )
    train(sizes, recipe, data, folder, progress=False)
    return folder


@pytest.fixture(scope="module")
def record(learned):
    return json.loads((learned / "model" / "training.json").read_text())


def same_weights(one, other):
    """Whether two runs ended with the same bytes in every weight and every state of Adam."""
    a, b = load_file(one / CHECKPOINT), load_file(other / CHECKPOINT)
    shipped = [folder / "model" / "weights.safetensors" for folder in (one, other)]
    return (
        a.keys() == b.keys()
        and all(torch.equal(a[name], b[name]) for name in a)
        and shipped[0].read_bytes() == shipped[1].read_bytes()
        and [p.read_bytes() for p in kept_weights(one)]
        == [p.read_bytes() for p in kept_weights(other)]
    )


def test_it_learns_to_reverse_sentences_it_never_saw(learned, data):
    model, tokenizer = load(learned / "model")
    [valid] = read_corpora(data, "valid", ["en", "fr"])
    for source, target in ((0, 1), (1, 0)):
        languages = [valid.languages[target]] * len(valid.sentences[source])
        said = translate(model, tokenizer, valid.sentences[source], languages, width=2)
        right = [t.text == s for t, s in zip(said, valid.sentences[target], strict=True)]
        assert sum(right) >= 0.9 * len(right)


def test_the_loss_falls_towards_its_bound(record):
    losses = [point["loss"] for point in record["curve"]]
    vocab, smoothing = record["model"]["vocab_size"], record["settings"][0]["settings"]["smoothing"]
    right, wrong = 1 - smoothing + smoothing / vocab, smoothing / vocab
    bound = -(right * math.log(right) + (vocab - 1) * wrong * math.log(wrong))
    assert losses[0] > bound + 1
    assert bound < min(losses) < bound + 0.3
    assert all(point["plain"] >= 0 for point in record["curve"])


def test_frames_of_the_film_stand_closer_where_more_happens():
    steps = sorted(FILM_STEPS)
    assert steps[:4] == [0, 1, 2, 3]
    assert steps[-1] == 10**6
    assert all(1.3 <= later / earlier <= 2 for earlier, later in pairwise(steps[1:]))


def test_the_record_holds_every_setting(record, data):
    assert ModelConfig(**record["model"] | {"languages": ("en", "fr")}).d_model == 32
    [entry] = record["settings"]
    assert entry["from_step"] == 0
    assert entry["settings"]["warmup"] == 60
    assert entry["settings"].keys() == asdict(TrainConfig()).keys() - {"steps"}
    assert record["directions"] == ["en-fr", "fr-en"]
    assert record["steps"] == 400
    assert record["epochs"] > 1
    assert record["tokens"] == record["curve"][-1]["tokens"]


def test_the_record_holds_the_curve(record):
    steps = [point["step"] for point in record["curve"]]
    assert steps == [10, *range(20, 401, 20)]
    for point in record["curve"]:
        assert point["rate"] == learning_rate(point["step"], 32, 60, 0.5)
        assert point["gradient_norm"] > 0


def test_the_record_holds_validations_and_the_final_scores(record):
    assert [validation["step"] for validation in record["validation"]] == [200, 400]
    for validation in record["validation"]:
        assert validation["loss"].keys() == {"en-fr", "fr-en"}
        assert [score["lines"] for score in validation["scores"]] == [10, 10]
    assert all(score["chrf"] > 80 and score["lines"] == 15 for score in record["final"]["scores"])


def test_the_record_holds_the_film(record, learned):
    _, tokenizer = load(learned / "model")
    assert record["film_sentences"] == [asdict(sentence) for sentence in film(tokenizer)]
    assert [frame["step"] for frame in record["film"]] == [0, 10, 100, 400]
    for frame in record["film"]:
        assert len(frame["sentences"]) == len(record["film_sentences"])
        shown = np.load(learned / "model" / "film" / f"{frame['step']}.npz", allow_pickle=False)
        assert shown["0.cross"].astype(float).sum(-1) == pytest.approx(1, abs=2e-3)


def test_the_shipped_weights_are_the_mean_of_the_last_checkpoints(learned, record):
    paths = kept_weights(learned)
    assert [int(path.stem) for path in paths] == record["averaged"] == [320, 340, 360, 380, 400]
    checkpoints = [load_file(path) for path in paths]
    shipped = load_file(learned / "model" / "weights.safetensors")
    for name, tensor in shipped.items():
        mean = sum(checkpoint[name].double() for checkpoint in checkpoints) / len(checkpoints)
        assert_close(tensor, mean.half(), rtol=2e-3, atol=1e-6)


def test_the_last_step_is_among_the_averaged_checkpoints(uninterrupted):
    assert [int(path.stem) for path in kept_weights(uninterrupted)] == [9, 11]


def test_a_resumed_run_ends_at_the_same_weights(resumed, uninterrupted):
    assert same_weights(resumed, uninterrupted)


def test_a_resumed_run_continues_its_record(resumed, uninterrupted):
    ours, theirs = (
        json.loads((folder / "model" / "training.json").read_text())
        for folder in (resumed, uninterrupted)
    )
    for record in (ours, theirs):  # only the clock may differ
        del record["seconds"]
        for point in record["curve"]:
            del point["seconds"]
    assert ours == theirs


def test_a_new_run_goes_on_from_a_shipped_model(uninterrupted, data, tmp_path):
    recipe = TrainConfig(**(asdict(RECIPE) | {"steps": 14, "warm_from": 11, "cooldown": 3}))
    train(SIZES, recipe, data, tmp_path, progress=False, begin=uninterrupted / "model")
    before, after = (
        json.loads((folder / "model" / "training.json").read_text())
        for folder in (uninterrupted, tmp_path)
    )
    assert after["curve"][: len(before["curve"])] == before["curve"]
    assert [entry["from_step"] for entry in after["settings"]] == [0, 11]
    assert [frame["step"] for frame in after["film"]] == [0, 10, 11, 14]
    assert after["tokens"] > before["tokens"]
    states = load_file(tmp_path / CHECKPOINT)
    assert states["adam.E.weight.step"] == 3  # of this run alone
    began = load_file(uninterrupted / "model" / "weights.safetensors")
    moved = max((states[f"model.{n}"] - w.float()).abs().max() for n, w in began.items())
    assert 0 < moved < 0.1  # of weights that began elsewhere some differ by more


def test_a_shipped_model_of_other_sizes_is_refused(uninterrupted, data, tmp_path):
    other = ModelConfig(**(asdict(SIZES) | {"d_ff": 48}))
    with pytest.raises(ValueError, match="has other sizes"):
        train(other, RECIPE, data, tmp_path, progress=False, begin=uninterrupted / "model")


def test_our_own_sentences_are_scored_beside_the_others(data, tmp_path):
    own = shutil.copytree(data, tmp_path / "data")
    shutil.copy(own / "valid.en-fr.tsv.gz", own / "valid-own.en-fr.tsv.gz")
    folder = trained(own, tmp_path, steps=10)
    record = json.loads((folder / "model" / "training.json").read_text())
    for found in (record["final"], *record["validation"]):
        assert found["own"] == {name: found[name] for name in ("loss", "scores")}


def test_another_seed_ends_elsewhere(uninterrupted, data, tmp_path):
    assert not same_weights(trained(data, tmp_path, seed=2), uninterrupted)


def test_going_on_after_the_end_changes_nothing(uninterrupted, data):
    before = (uninterrupted / "model" / "training.json").read_text()
    trained(data, uninterrupted)
    assert (uninterrupted / "model" / "training.json").read_text() == before


KILLED = """
import os, runpy, signal, sys
from model.training import checkpoint
write, written, fatal = checkpoint.save_file, [], int(sys.argv.pop(1))
def dying(tensors, path, metadata=None):
    write(tensors, path, metadata)
    written.append(path)
    if len(written) == fatal:
        os.truncate(path, 999)
        os.kill(os.getpid(), signal.SIGKILL)
checkpoint.save_file = dying
runpy.run_module("model.training", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("fatal", [3, 4], ids=["writing weights", "writing a checkpoint"])
def test_a_killed_run_goes_on_to_the_same_weights(uninterrupted, data, tmp_path, fatal):
    settings = {**asdict(SIZES), **asdict(RECIPE), "data": data, "folder": tmp_path}
    options = []
    for name, value in settings.items():
        text = ",".join(value) if isinstance(value, tuple) else str(value)
        options += [f"--{name.replace('_', '-')}", text]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(fatal), *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not (tmp_path / "model").exists()
    assert same_weights(trained(data, tmp_path), uninterrupted)
