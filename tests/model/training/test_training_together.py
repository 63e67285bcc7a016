"""Two processes that share each step train as one would that takes both their batches."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch.testing import assert_close

from model.data.corpora import read_corpora
from model.storage import load
from model.tokenizer import Tokenizer
from model.training import loop
from model.training.batches import TrainingSet, collate
from model.training.checkpoint import TrainingRun
from model.transformer import Transformer
from tests.model.training.together import RECIPE, SIZES

ROOT = Path(__file__).parents[3]


def run_together(data, folder, fatal=0):
    """Let two processes share every step; in the fatal one, the first process is killed."""
    torchrun = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    program = ROOT / "tests" / "model" / "training" / "together.py"
    return subprocess.run(
        [sys.executable, *torchrun, program, data, folder, str(fatal)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def together(data, tmp_path_factory):
    """A run of two processes that shared every step."""
    folder = tmp_path_factory.mktemp("together")
    finished = run_together(data, folder)
    assert finished.returncode == 0, finished.stderr
    return folder


def test_two_processes_end_with_the_same_weights(together):
    one, other = (load_file(together / f"weights.{rank}") for rank in (0, 1))
    assert all(torch.equal(one[name], other[name]) for name in one)
    model, _ = load(together / "model")
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, one[name].half().float())


def test_when_one_of_two_processes_is_killed_the_same_command_ends_at_the_same_weights(
    together, data, tmp_path
):
    assert run_together(data, tmp_path, fatal=3).returncode != 0
    assert not (tmp_path / "model").exists()
    finished = run_together(data, tmp_path)
    assert finished.returncode == 0, finished.stderr
    for name in ("weights.0", "weights.1", "checkpoint.safetensors"):
        one, other = load_file(together / name), load_file(tmp_path / name)
        assert all(torch.equal(one[key], other[key]) for key in one)


@pytest.fixture
def first_epoch(together, data):
    """The batches that the two processes shared."""
    tokenizer = Tokenizer((together / "tokenizer.model").read_bytes(), ("en", "fr"))
    corpora = read_corpora(data, "train", ["en", "fr"])
    return TrainingSet(corpora, tokenizer, RECIPE).epoch(0)


def test_two_processes_share_the_gradient_of_both_batches(together, first_epoch):
    torch.manual_seed(RECIPE.seed)
    model = Transformer(SIZES)
    both = collate([*first_epoch[0], *first_epoch[1]])
    loop.compute_gradient(model, both, "float32", RECIPE.smoothing)
    mean = load_file(together / "mean.0")  # after one step a tenth of the gradient
    for name, parameter in model.named_parameters():
        largest = parameter.grad.abs().max().item()
        assert_close(10 * mean[name], parameter.grad, rtol=0, atol=1e-5 * largest)


def test_two_processes_count_the_tokens_of_both(together, first_epoch):
    record = json.loads((together / "model" / "training.json").read_text())
    pieces = [len(target) + 1 for batch in first_epoch[:6] for _, _, target in batch]
    assert record["tokens"] == sum(pieces)


def test_more_processes_than_batches_are_refused(together, first_epoch, data):
    tokenizer = Tokenizer((together / "tokenizer.model").read_bytes(), ("en", "fr"))
    corpora = read_corpora(data, "valid", ["en", "fr"])
    recipe = replace(RECIPE, tokens=10_000, join=0.0, noise=0.0, names=0.0, seed=1)
    few = TrainingSet(corpora, tokenizer, recipe)
    model = Transformer(SIZES)
    run = TrainingRun(model, torch.optim.Adam(model.parameters()))
    with pytest.raises(ValueError, match="1 batches an epoch are too few for 2 processes"):
        next(loop.batches_of_process(run, few, steps=1, rank=0, world_size=2))
