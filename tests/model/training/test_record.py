"""A run that learns a toy task, and the record of it."""

import json
import math
import shutil
from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch.testing import assert_close

from model.config import ModelConfig
from model.data.corpora import read_corpora
from model.release import ship
from model.storage import RECORD, WEIGHTS, load, save
from model.training import loop
from model.training.checkpoint import weight_files
from model.training.film import film_sentences
from model.training.loop import train
from model.training.recipe import TrainConfig
from model.training.schedule import learning_rate
from model.translate import translate

FILM_STEPS = loop.FILM_STEPS  # as they are, before the fixture shortens them

pytestmark = pytest.mark.usefixtures("short_film", "one_precision")


@pytest.fixture(scope="module")
def learned(data, tmp_path_factory):
    """A run long enough to learn the toy task."""
    folder = tmp_path_factory.mktemp("learned")
    sizes = ModelConfig(
        vocab_size=60, languages=("en", "fr"), N=1, d_model=32, h=4, d_ff=128, P_drop=0.0
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
    train(sizes, recipe, data, folder)
    return folder


@pytest.fixture(scope="module")
def record(learned):
    return json.loads((learned / "model" / "training.json").read_text())


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
    codes = {"languages": ("en", "fr"), "source_languages": ()}
    assert ModelConfig(**record["model"] | codes).d_model == 32
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
    assert record["film_sentences"] == [asdict(sentence) for sentence in film_sentences(tokenizer)]
    assert [frame["step"] for frame in record["film"]] == [0, 10, 100, 400]
    for frame in record["film"]:
        assert len(frame["sentences"]) == len(record["film_sentences"])
        shown = np.load(learned / "model" / "film" / f"{frame['step']}.npz", allow_pickle=False)
        assert shown["0.cross"].astype(float).sum(-1) == pytest.approx(1, abs=2e-3)


def test_the_shipped_weights_are_the_mean_of_the_last_checkpoints(learned, record):
    paths = weight_files(learned)
    assert [int(path.stem) for path in paths] == record["averaged"] == [320, 340, 360, 380, 400]
    checkpoints = [load_file(path) for path in paths]
    shipped = load_file(learned / "model" / "weights.safetensors")
    for name, tensor in shipped.items():
        mean = sum(checkpoint[name].double() for checkpoint in checkpoints) / len(checkpoints)
        assert_close(tensor, mean.half(), rtol=2e-3, atol=1e-6)


def test_a_release_rounds_the_weights_and_scores_them_anew(learned, data, record, tmp_path):
    shipped = tmp_path / "model"
    shipped.mkdir()
    for name in ("README.md", "LICENSE.md", "census.json"):
        (shipped / name).write_text("of older weights")
    ship(learned / "model", shipped, data)
    stored = load_file(shipped / WEIGHTS)
    assert all(t.dtype == torch.int8 for n, t in stored.items() if t.dim() == 2)
    rounded, _ = load(shipped)
    exact, _ = load(learned / "model")
    assert_close(rounded.E.weight, exact.E.weight, rtol=0, atol=exact.E.weight.abs().max() / 254)
    final = json.loads((shipped / RECORD).read_text())["final"]
    assert final["loss"] != record["final"]["loss"]
    assert final["loss"]["en-fr"][1] == pytest.approx(record["final"]["loss"]["en-fr"][1], rel=0.05)
    assert (shipped / "README.md").exists()
    assert not (shipped / "census.json").exists()  # it is of other weights


def test_a_release_can_keep_a_share_of_the_weights_before(learned, data, tmp_path, monkeypatch):
    monkeypatch.setattr("model.release.evaluate_quality", lambda *_, **__: {})
    shipped = shutil.copytree(learned / "model", tmp_path / "model")
    for name in ("README.md", "LICENSE.md"):
        (shipped / name).write_text("")
    before, tokenizer = load(shipped)
    for weight in before.parameters():
        weight.data *= 3
    save(before, tokenizer, shipped)
    ship(learned / "model", shipped, data, earlier_share=0.25)
    mixed, _ = load(shipped)
    exact, _ = load(learned / "model")
    largest = exact.E.weight.abs().max()
    assert_close(mixed.E.weight, 1.5 * exact.E.weight, rtol=0, atol=largest / 80)
    assert json.loads((shipped / RECORD).read_text())["mixed_in"] == {"step": 400, "share": 0.25}
