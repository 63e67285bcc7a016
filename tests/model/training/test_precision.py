"""Training computes in what the machine is faster with, and says so."""

import json

import pytest
import torch

from model import hypotheses
from model.config import ModelConfig
from model.training import loop, precision
from model.training.batches import Batch
from model.training.precision import FEW, choose_faster_precision
from model.training.recipe import TrainConfig

BATCH = Batch(*(torch.zeros(9, 5, dtype=torch.long) for _ in range(3)))


@pytest.fixture
def machine(monkeypatch):
    """Return a function that makes a machine: seconds of a sentence in each precision."""

    def machine(**seconds):
        def timed(step, batch, name):
            step(batch, name)
            return seconds[name] * len(batch.source)

        monkeypatch.setattr(precision, "_time_step", timed)

    return machine


@pytest.fixture
def steps():
    """What was computed: how many sentences, in which precision."""
    return []


def choose(steps, before=None):
    return choose_faster_precision(
        lambda part, name: steps.append((len(part.source), name)), BATCH, before
    )


def test_the_faster_one_is_taken_and_a_line_says_so(machine, steps):
    machine(float32=0.1, bfloat16=0.06)
    chosen, line = choose(steps)
    assert chosen == "bfloat16"
    assert line == ("Computed in bfloat16: 9 sentences take 0.9 s in float32, 0.54 s in bfloat16.")
    assert steps[-2:] == [(9, "float32"), (9, "bfloat16")]


def test_an_imitated_one_is_tried_on_few_sentences_only(machine, steps):
    machine(float32=0.1, bfloat16=4.0)
    chosen, line = choose(steps)
    assert chosen == "float32"
    assert f"{FEW} sentences take 0.4 s in float32, 16 s in bfloat16" in line
    assert {size for size, _ in steps} == {FEW}


@pytest.mark.parametrize("before", ["float32", "bfloat16"])
def test_a_run_stays_with_what_it_began_in_unless_the_other_is_clearly_faster(
    machine, steps, before
):
    other = "bfloat16" if before == "float32" else "float32"
    machine(**{before: 1.2, other: 1.0})
    chosen, line = choose(steps, before)
    assert chosen == before
    assert "no longer" not in line
    machine(**{before: 1.3, other: 1.0})
    chosen, line = choose(steps, before)
    assert chosen == other
    assert f"Computed in {other} from here on, no longer in {before}: " in line


def test_a_resumed_run_on_another_machine_says_and_records_what_changes(
    machine, data, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(loop, "FILM_STEPS", {0})
    monkeypatch.setattr(hypotheses, "EXTRA_LENGTH", 6)  # nothing ends a sentence yet
    sizes = ModelConfig(vocab_size=60, languages=("en", "fr"), N=1, d_model=16, h=2, d_ff=24)
    recipe = {"languages": ("en", "fr"), "tokens": 200, "validate_lines": 1}
    machine(float32=0.1, bfloat16=0.06)
    loop.train(sizes, TrainConfig(**recipe, steps=2), data, tmp_path)
    assert capsys.readouterr().out.startswith("Computed in bfloat16: ")
    machine(float32=0.1, bfloat16=4.0)
    loop.train(sizes, TrainConfig(**recipe, steps=4), data, tmp_path)
    assert "in float32 from here on, no longer in bfloat16: " in capsys.readouterr().out
    record = json.loads((tmp_path / "model" / "training.json").read_text())
    noted = [(entry["from_step"], entry["precision"]) for entry in record["settings"]]
    assert noted == [(0, "bfloat16"), (2, "float32")]


def test_choosing_leaves_weights_and_gradients_alone(config):
    model = loop.Transformer(config)
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    run = loop.TrainingRun(model, torch.optim.Adam(model.parameters()))
    batch = Batch(*(torch.randint(5, 23, (6, 4)) for _ in range(3)))
    line = loop.choose_precision(run, batch, TrainConfig(), world_size=1)
    assert run.precision in line
    assert all(torch.equal(tensor, before[name]) for name, tensor in model.state_dict().items())
    assert all(parameter.grad is None for parameter in model.parameters())
