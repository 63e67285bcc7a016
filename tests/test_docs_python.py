"""What docs/python.md promises to who comes from other libraries runs as it stands there."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

import model
from model.config import ModelConfig
from model.glass import Glass
from model.patching import predictions
from model.transformer import Transformer
from tests.close import assert_near
from tests.tiny import LINES

PAGE = (Path(__file__).parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("## From TransformerLens")[2]
LINES_HERE = [
    line
    for row in re.findall(r"^\| `.*\| (.*) \|$", TABLE, re.MULTILINE)
    for line in re.findall(r"`([^`]+)`", row)
]
MANY, ONE_STEP = re.findall(r"```python\n(.*?)```", PAGE.partition("## Many texts")[2], re.S)[:2]
HEAD_TERMS = PAGE.rpartition("its rows of W_O:\n\n```python\n")[2].partition("```")[0]
LONGER = ("## A probe", "## Edits", "To integrate gradients", "(`pip install joblib`):")


@pytest.fixture(scope="module")
def names(tokenizer):
    """What the page takes for granted, of a tiny model of two layers."""
    torch.manual_seed(3)
    sizes = ModelConfig(
        vocab_size=len(tokenizer), languages=("en", "fr"), N=2, d_model=16, h=2, d_ff=24
    )
    glass = Glass(Transformer(sizes).eval().requires_grad_(False), tokenizer)
    texts = [LINES["en"][0], LINES["en"][0].replace("pond", "door")]
    base, source = (glass.read(text, "fr", translation="La porte.") for text in texts)
    return {
        "glass": glass,
        "model": SimpleNamespace(load=lambda: glass, SilencedHead=model.SilencedHead),
        "gt": SimpleNamespace(show=lambda run, view: run.axes("encoder")),
        "base": base,
        "source": source,
        "run": base,
        "text": texts[0],
        "texts": texts,
        "given": "La porte.",
        "name": "memory",
        "hook": torch.relu,
        "torch": torch,
        "references": ["La porte.", "Le pont."],
    }


@pytest.mark.parametrize("line", LINES_HERE)
def test_a_line_runs(names, line, tmp_path, monkeypatch):
    monkeypatch.setattr(
        predictions, "MIN_LOGIT_DIFFERENCE", 1e-9
    )  # a random model's answers differ little
    exec(line.replace('rival="la"', 'rival="."'), names | {"path": tmp_path / "run.safetensors"})


def test_there_are_at_least_twenty_lines():
    assert len(LINES_HERE) >= 20


def test_what_is_shown_of_many_texts_runs(names, monkeypatch):
    monkeypatch.setattr(predictions, "MIN_LOGIT_DIFFERENCE", 1e-9)
    known = dict(names)
    exec(MANY, known)
    joined = known["grid"].frame().merge(known["lost"].frame(), on=["attention", "layer", "head"])
    assert len(joined) == known["lost"].values[2].numel()
    exec(ONE_STEP, known)
    assert not torch.equal(known["whole"], known["without"])


def test_the_terms_of_the_heads_add_up_to_the_attention_s_output(names):
    known = dict(names)
    exec(HEAD_TERMS, known)
    total, run = known["terms"].sum(dim=0), known["run"]
    assert_near(total, run.trace.pick("decoder.layers.1.add_and_norm_1.sublayer"))


class Serial:
    """Does what joblib does, here and now."""

    def __init__(self, n_jobs):
        pass

    def __call__(self, calls):
        return [function(*given) for function, given in calls]


@pytest.mark.parametrize("before", LONGER)
def test_a_longer_example_runs(names, before, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    joblib = SimpleNamespace(Parallel=Serial, delayed=lambda losses: lambda *given: (losses, given))
    monkeypatch.setitem(sys.modules, "joblib", joblib)
    block = PAGE.partition(before)[2].partition("```python\n")[2].partition("```")[0]
    texts = ["The door.", "A boat."]
    exec(block.replace('model.load(device="cuda")', ""), names | {"texts": texts})
