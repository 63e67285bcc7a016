import json
from dataclasses import replace

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from model.training.checkpoint import (
    CHECKPOINT,
    TrainingRun,
    begin_from_model,
    mean_weights,
    resume_or_begin,
    weight_files,
)
from model.training.recipe import TrainConfig
from model.transformer import Transformer
from tests.close import assert_near


def begun(config, seed):
    """A run that has done one update."""
    torch.manual_seed(seed)
    model = Transformer(config)
    run = TrainingRun(model, torch.optim.Adam(model.parameters(), lr=0.01), step=1)
    for parameter in model.parameters():
        parameter.grad = torch.randn_like(parameter)
    run.optimizer.step()
    return run


def states(run):
    """All weights, and all that Adam remembers of each."""
    adam = run.optimizer.state_dict()["state"]
    remembered = {f"{n} {what}": value for n, s in adam.items() for what, value in s.items()}
    return run.model.state_dict() | remembered


def test_a_restored_run_is_the_saved_one(config, tmp_path):
    saved = begun(config, 1)
    saved.epoch, saved.batch, saved.tokens, saved.seconds = 2, 3, 4, 5.5
    saved.record["curve"].append({"step": 1, "loss": 9.5})
    saved.save(tmp_path / CHECKPOINT)
    restored = begun(config, 2)
    restored.restore(tmp_path / CHECKPOINT)
    assert states(restored).keys() == states(saved).keys()
    assert all(torch.equal(v, states(saved)[name]) for name, v in states(restored).items())
    for name in ("step", "epoch", "batch", "tokens", "seconds", "record"):
        assert getattr(restored, name) == getattr(saved, name)


def resume(config, folder):
    return resume_or_begin(config, 1, folder, torch.device("cpu"))


def test_a_checkpoint_of_another_model_is_refused_but_dropout_may_change(config, tmp_path):
    begun(config, 1).save(tmp_path / CHECKPOINT)
    assert resume(replace(config, P_drop=0.3), tmp_path).step == 1
    with pytest.raises(ValueError, match="is of a model with h=4, not 2"):
        resume(replace(config, h=2), tmp_path)


def test_an_older_checkpoint_tells_no_sizes_and_is_taken_as_it_is(config, tmp_path):
    path = tmp_path / CHECKPOINT
    begun(config, 1).save(path)
    with safe_open(path, "pt") as file:
        told = file.metadata()
    save_file(load_file(path), path, {"run": told["run"]})
    assert resume(config, tmp_path).step == 1
    with pytest.raises(ValueError, match="is damaged, or of a model of other sizes"):
        resume(replace(config, d_model=8), tmp_path)


def test_a_damaged_checkpoint_is_refused_in_a_sentence(config, tmp_path):
    path = tmp_path / CHECKPOINT
    begun(config, 1).save(path)
    path.write_bytes(path.read_bytes()[:999])
    with pytest.raises(ValueError, match="is damaged"):
        resume(config, tmp_path)


def test_a_converted_model_is_not_trained_on_and_nothing_is_written(converted_marian, tmp_path):
    _, out, model, *_ = converted_marian
    with pytest.raises(ValueError, match="was converted: it can be taught, but not trained on"):
        begin_from_model(out, model.config, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_settings_are_noted_where_they_change_and_only_there(config):
    run = begun(config, 1)
    assert run.precision is None
    run.record_settings(TrainConfig(warmup=10, steps=5), 1, "float32")
    run.step = 5
    run.record_settings(TrainConfig(warmup=10, steps=9), 1, "float32")
    run.record_settings(TrainConfig(warmup=20, steps=9), 1, "float32")
    run.record_settings(TrainConfig(warmup=20, steps=9), 2, "float32")
    run.step = 7
    run.record_settings(TrainConfig(warmup=20, steps=9), 2, "bfloat16")
    assert run.precision == "bfloat16"
    noted = [
        (entry["from_step"], entry["settings"]["warmup"], entry["processes"], entry["precision"])
        for entry in run.record["settings"]
    ]
    assert noted == [
        (1, 10, 1, "float32"),
        (5, 20, 1, "float32"),
        (5, 20, 2, "float32"),
        (7, 20, 2, "bfloat16"),
    ]


def test_a_checkpoint_names_each_weight_and_what_adam_remembers_of_it(config, tmp_path):
    run = begun(config, 1)
    run.save(tmp_path / CHECKPOINT)
    names = [name for name, _ in run.model.named_parameters()]
    remembered = ("step", "exp_avg", "exp_avg_sq")
    assert set(load_file(tmp_path / CHECKPOINT)) == {
        *(f"model.{name}" for name in names),
        *(f"adam.{name}.{what}" for name in names for what in remembered),
    }
    with safe_open(tmp_path / CHECKPOINT, "pt") as file:
        place = json.loads(file.metadata()["run"])
    assert place.keys() == {"step", "epoch", "batch", "tokens", "seconds", "record"}


def test_only_the_last_weights_are_kept(config, tmp_path):
    run = begun(config, 1)
    for run.step in (8, 9, 10, 11):
        run.save_checkpoint(tmp_path, file_count=3)
    assert [path.name for path in weight_files(tmp_path)] == [
        "9.safetensors",
        "10.safetensors",
        "11.safetensors",
    ]
    assert not list(tmp_path.rglob("*.new"))


def test_control_c_while_writing_leaves_the_old_checkpoint_and_nothing_else(
    config, tmp_path, monkeypatch
):
    run = begun(config, 1)
    run.save(tmp_path / CHECKPOINT)
    before = (tmp_path / CHECKPOINT).read_bytes()

    def die(tensors, path, metadata):
        path.write_bytes(b"half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr("model.files.save_file", die)
    with pytest.raises(KeyboardInterrupt):
        run.save(tmp_path / CHECKPOINT)
    assert [path.name for path in tmp_path.iterdir()] == [CHECKPOINT]
    assert (tmp_path / CHECKPOINT).read_bytes() == before


def test_a_full_disk_keeps_the_old_checkpoint_and_nothing_of_the_new_one(
    config, tmp_path, room_for
):
    run = begun(config, 1)
    run.save(tmp_path / CHECKPOINT)
    before = (tmp_path / CHECKPOINT).read_bytes()
    run.step = 2
    with room_for(len(before) // 2), pytest.raises(OSError, match="cannot be written"):
        run.save(tmp_path / CHECKPOINT)
    assert [path.name for path in tmp_path.iterdir()] == [CHECKPOINT]
    assert (tmp_path / CHECKPOINT).read_bytes() == before


def test_mean_weights_are_the_mean(config, tmp_path):
    runs = [begun(config, seed) for seed in (1, 2, 3)]
    for step, run in enumerate(runs):
        run.step = step
        run.save_checkpoint(tmp_path, file_count=3)
    mean = mean_weights(weight_files(tmp_path))
    for name, tensor in mean.items():
        assert_near(tensor, sum(run.model.state_dict()[name] for run in runs) / 3)
