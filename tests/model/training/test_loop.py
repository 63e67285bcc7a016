"""However a run is interrupted or resumed, it ends at the same weights and the same record."""

import json
import shutil
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from model.config import ModelConfig
from model.storage import VOCABULARY, save
from model.training import loop
from model.training.__main__ import NOT_CHOSEN, main
from model.training.checkpoint import CHECKPOINT, weight_files
from model.training.loop import train
from model.training.recipe import TrainConfig

pytestmark = pytest.mark.usefixtures("short_film", "one_precision")
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


def trained(data, folder, **changes):
    train(SIZES, TrainConfig(**(asdict(RECIPE) | changes)), data, folder)
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


def same_weights(one, other):
    """Whether two runs ended with the same bytes in every weight and every state of Adam."""
    a, b = load_file(one / CHECKPOINT), load_file(other / CHECKPOINT)
    shipped = [folder / "model" / "weights.safetensors" for folder in (one, other)]
    return (
        a.keys() == b.keys()
        and all(torch.equal(a[name], b[name]) for name in a)
        and shipped[0].read_bytes() == shipped[1].read_bytes()
        and [p.read_bytes() for p in weight_files(one)]
        == [p.read_bytes() for p in weight_files(other)]
    )


def test_the_last_step_is_among_the_averaged_checkpoints(uninterrupted):
    assert [int(path.stem) for path in weight_files(uninterrupted)] == [9, 11]


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
    """Its sizes need not be said again."""
    recipe = asdict(RECIPE) | {"steps": 14, "warm_from": 11, "cooldown": 3}
    places = {"data": data, "folder": tmp_path, "begin": uninterrupted / "model"}
    main([*as_words(recipe | places)])
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
        train(other, RECIPE, data, tmp_path, begin=uninterrupted / "model")


def test_a_model_that_a_run_begins_with_tells_its_languages(
    network, tokenizer, tmp_path, monkeypatch
):
    given = []
    monkeypatch.setattr("model.training.__main__.train", lambda *words, begin: given.append(words))
    save(network, tokenizer, tmp_path)
    main(["--data", "data", "--begin", str(tmp_path)])
    [(sizes, recipe, *_)] = given
    assert recipe.languages == sizes.languages == ("en", "fr")


def test_a_warm_up_cannot_begin_ahead_of_the_run(data, tmp_path):
    with pytest.raises(ValueError, match="warm_from=1000 lies ahead: this run is at step 0"):
        trained(data, tmp_path, warm_from=1_000)
    assert not (tmp_path / "film").exists()


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
from model import files
from model.training import loop
loop.choose_faster_precision = lambda *_: ("float32", "")
write, written, fatal = files.save_file, [], int(sys.argv.pop(1))
def dying(tensors, path, metadata=None):
    write(tensors, path, metadata)
    written.append(path)
    if len(written) == fatal:
        os.truncate(path, 999)
        os.kill(os.getpid(), signal.SIGKILL)
files.save_file = dying
runpy.run_module("model.training", run_name="__main__", alter_sys=True)
"""


def words(data, folder):
    """The words of the command for the same training."""
    sizes = {name: value for name, value in asdict(SIZES).items() if name not in NOT_CHOSEN}
    return as_words({**sizes, **asdict(RECIPE), "data": data, "folder": folder})


def as_words(settings):
    for name, value in settings.items():
        text = ",".join(value) if isinstance(value, tuple) else str(value)
        yield from (f"--{name.replace('_', '-')}", text)


@pytest.mark.parametrize("fatal", [3, 4], ids=["writing weights", "writing a checkpoint"])
def test_a_killed_run_goes_on_to_the_same_weights(uninterrupted, data, tmp_path, fatal):
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(fatal), *words(data, tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not (tmp_path / "model").exists()
    assert same_weights(trained(data, tmp_path), uninterrupted)


def test_a_vocabulary_is_written_once_with_all_signs(data, tmp_path, monkeypatch):
    def dying(tokenizer):
        raise KeyboardInterrupt

    monkeypatch.setattr(loop, "add_missing_characters", dying)
    with pytest.raises(KeyboardInterrupt):
        trained(data, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_told_in_a_sentence_and_the_run_goes_on_to_the_same_weights(
    uninterrupted, data, tmp_path, room_for
):
    shutil.copy(uninterrupted / VOCABULARY, tmp_path)  # larger than a checkpoint of these sizes
    room = (uninterrupted / CHECKPOINT).stat().st_size // 2  # not even for the first one
    told = r"The training stopped: .*checkpoint\.safetensors cannot be written: .*goes on from it\."
    with room_for(room), pytest.raises(SystemExit, match=told):
        main([*words(data, tmp_path)])
    assert not (tmp_path / CHECKPOINT).exists()
    assert same_weights(trained(data, tmp_path), uninterrupted)


def test_a_folder_that_cannot_be_read_or_written_is_told_in_a_sentence(data, tmp_path):
    with pytest.raises(SystemExit, match=r"The training stopped: .*nowhere has no file"):
        main([*words(tmp_path / "nowhere", tmp_path)])
    with pytest.raises(SystemExit, match=r"The training stopped: .*Not a directory"):
        main([*words(data, Path("/dev/null/run"))])
    with pytest.raises(SystemExit, match=r"N = 30; pages can show at most 24\.$"):  # no "goes on"
        main([*words(data, tmp_path), "--N", "30"])
