"""The door as people use it who do not know it: completion, short answers, clear refusals."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import torch

import model as door
from model.attribution.attribute import RERUN_METHODS
from model.attribution.inputs import gradient_times_input
from model.attribution.methods import METHODS
from model.hypotheses import Candidate
from model.tokenizer import UNK
from tests.close import assert_near

ROOT = Path(__file__).parents[2]
TEXT = "The grey heron waits beside the bridge."


@pytest.fixture(scope="module")
def run(glass):
    return glass.read(TEXT, to="fr")


def test_an_editor_sees_all_that_the_door_offers():
    """It reads the file, and never runs it; kinds of changes it finds where they are defined."""
    module = ast.parse((ROOT / "model" / "__init__.py").read_text(encoding="utf-8"))
    seen = next(node for node in module.body if isinstance(node, ast.If))
    names = [
        name
        for line in seen.body
        for alias in line.names
        for name in (import_module(line.module).__all__ if alias.name == "*" else [alias.asname])
    ]
    assert sorted(names) == door.__all__
    assert set(names) <= set(dir(door))
    assert all(getattr(door, name) is not None for name in names)
    assert (ROOT / "model" / "py.typed").exists()


def test_older_names_of_kinds_still_open():
    assert door.Silenced is door.SilencedHead
    assert set(door._OLDER.values()) <= set(door.__all__)


def test_a_translation_begins_as_it_is_told(glass, tokenizer):
    prefix = tokenizer.encode("Le héron")
    run = glass.read(TEXT, to="fr", prefix="Le héron")
    assert list(run.output_ids[: len(prefix)]) == prefix
    assert glass.translate(TEXT, "fr", prefix=prefix) == run.translation


def test_all_that_a_search_found_can_be_read_as_text(run, tokenizer):
    assert len(run.n_best()) == len(run.hypotheses) > 1
    for (text, total), one in zip(run.n_best(), run.hypotheses, strict=True):
        assert (text, total) == (tokenizer.decode(one.tokens), one.total)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_of_attribution_answers_for_one_step_as_for_all(run, method):
    whole, last = run.attribute(method), run.attribute(method, target=len(run.output) - 1)
    assert whole.source.shape == (len(run.output), len(run.source))
    assert whole.prefix.shape == (len(run.output), len(run.output))
    assert torch.allclose(whole.source[-1:], last.source, atol=1e-4)
    assert not whole.prefix[0, 1:].any()  # nothing had been written yet


@pytest.mark.parametrize("method", ["gradient", "occlusion"])
def test_a_token_is_no_rival_of_itself(run, method):
    assert not run.attribute(method, target=1, rival=run.output_ids[1]).source.any()


def test_a_rival_says_what_speaks_for_one_token_rather_than_another(glass, run):
    step, place, tap = 1, 2, "encoder.embedding.embedding"
    said, other = run.output_ids[step], (run.output_ids[step] + 1) % glass.config.vocab_size

    def without(embedding):
        return embedding.index_fill(1, torch.tensor([place]), 0)

    hidden = glass.read(TEXT, "fr", translation=run.output_ids, edits={tap: without})
    before, after = (one.trace.pick("logits", target=step) for one in (run, hidden))
    lost = (before[said] - before[other]) - (after[said] - after[other])
    assert_near(run.attribute("occlusion", step, other).source[0, place], lost)


def test_contributions_are_the_weights_times_the_length_of_what_they_take(glass, run):
    alone, together = run.contributions("cross", layer=0)
    path = "decoder.layers.0.cross_attention"
    weights, v = run.trace.pick(f"{path}.weights"), run.trace.pick(f"{path}.v")
    W_O = glass.network.get_submodule(path).W_O.weight.detach()
    parts = torch.stack([v[i] @ W_O.T.unflatten(0, (len(v), -1))[i] for i in range(len(v))])
    assert_near(alone, weights * parts.norm(dim=-1).unsqueeze(1))
    assert_near(together, torch.einsum("iqk,ikd->qkd", weights, parts).norm(dim=-1))


def test_what_a_cell_ends_with_is_told_in_a_line(glass, run):
    deep = Candidate(None, 1)
    for token in range(60):
        deep = Candidate(deep, token)
    for value in (glass, run, run.trace, deep):
        assert "\n" not in repr(value)
        assert len(repr(value)) < 300
    assert TEXT in repr(run)


def test_a_notebook_shows_both_sentences_and_nothing_of_them_as_html(glass):
    shown = glass.read("<b>The</b> heron & the bridge.", to="fr")._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (
            lambda glass, run: glass.read(TEXT, "fr", changes=door.SilencedHead("Cross", 0, 0)),
            "no attention 'Cross', only encoder, decoder, cross",
        ),
        (lambda glass, run: run.trace["encoder.layers.0.weights"], "near: encoder"),
        (
            lambda glass, run: glass.read(TEXT, "fr", edits={"memory": lambda x: x[:, :1]}),
            "memory returned 1 x 1 x",
        ),
        (
            lambda glass, run: glass.translate(TEXT, "fr", edits={"memory": lambda x: None}),
            "returned None, not a tensor",
        ),
        (lambda glass, run: glass.read(TEXT, "fr", translation="猫"), "no piece for '猫'"),
        (lambda glass, run: glass.read(TEXT, "fr", prefix="猫"), "no piece for '猫'"),
        (lambda glass, run: run.attribute("shap"), "no method 'shap', only attention"),
        (lambda glass, run: run.attribute("alti", target=99), "99 is none of them"),
        (lambda glass, run: run.attribute("alti", 0, rival=5), "ALTI.* knows no rival"),
        (lambda glass, run: run.attribute("gradient", rival=5), "belongs to one step"),
        (lambda glass, run: run.attribute("gradient", 0, rival=-1), "no token -1"),
        (lambda glass, run: run.contributions("self"), "no attention 'self', only"),
        (lambda glass, run: run.contributions("cross", 9), "9 is none of them"),
        (
            lambda glass, run: glass.read(TEXT, "fr", edits={"memory": torch.relu}).flow(0),
            "read without",
        ),
        (
            lambda glass, run: glass.read(
                TEXT, "fr", changes=door.SilencedHead("cross", 0, 0)
            ).attribute(),
            "read without changes",
        ),
    ],
)
def test_a_wrong_wish_ends_in_a_sentence(glass, run, wish, sentence):
    with pytest.raises(ValueError, match=sentence) as refused:
        wish(glass, run)
    assert "\n" not in str(refused.value)


WRONG = """
import model
glass = model.load()
for wish in (
    lambda: glass.translate(["a cat"], "fr"),
    lambda: glass.read("a cat", "fr", changes=[5]),
    lambda: glass.read("a cat", "fr", changes="cross-1-1"),
    lambda: glass.read("a cat", "fr", beam=3),
):
    try:
        wish()
    except (ValueError, TypeError) as error:
        print(error)
"""


def test_values_of_a_wrong_kind_end_in_a_sentence_too():
    """In a process of its own: here, annotations would be checked before."""
    run = subprocess.run(
        [sys.executable, "-c", WRONG], cwd=ROOT, capture_output=True, text=True, check=True
    )
    listed, number, code, beam = run.stdout.strip().split("\n")
    assert listed == "text=['a cat']: it must be a text"
    assert number == "changes=[5]: it must be a Change or several, each a Change"
    assert code == "changes='cross-1-1': it must be a Change or several, each a Change"
    assert "read() got an unexpected keyword argument 'beam'" in beam


def test_one_change_needs_no_list(glass):
    change = door.SilencedHead("cross", 0, 1)
    assert glass.read(TEXT, "fr", changes=change).changes == (change,)


def test_the_version_is_that_of_the_citation():
    assert f"version: {door.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_ids_are_taken_as_they_are(glass):
    assert glass.read(TEXT, "fr", translation=[UNK]).output_ids[0] == UNK


def test_a_new_method_has_no_rival_until_it_is_known_to_be_linear(run, monkeypatch):
    """Norms are not linear in ln p: their difference could be a negative norm."""
    monkeypatch.setitem(METHODS, "norm", "Gradient norm")
    monkeypatch.setitem(RERUN_METHODS, "norm", gradient_times_input)
    assert run.attribute("norm", 0).source.shape[0] == 1
    with pytest.raises(ValueError, match="Gradient norm knows no rival"):
        run.attribute("norm", 0, rival=5)
