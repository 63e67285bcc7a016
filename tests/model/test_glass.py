"""The door from Python: what it offers is what pages show, and every wrong wish has a sentence."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import torch

import model as door
from model.changes.kinds import RoundedWeights, SilencedHead
from model.decoding import rank_hypotheses
from model.passes import record_pass
from model.storage import save
from model.tokenizer import EOS
from tests.close import assert_near

ROOT = Path(__file__).parents[2]
TEXT = "The grey heron waits beside the bridge."
MEMORY = "encoder.layers.0.add_and_norm_2.output"


@pytest.fixture(scope="module")
def run(glass):
    return glass.read(TEXT, to="fr")


def test_a_folder_opened_by_import_model_alone_reads_a_sentence(network, tokenizer, tmp_path):
    save(network, tokenizer, tmp_path / "model")
    run = door.load(tmp_path / "model").read(TEXT, to="fr")
    assert run.source_ids == (*tokenizer.encode(TEXT), EOS)
    assert run.target[0].text == "<2fr>"
    assert len(run.output_ids) in (len(run.target_ids), len(run.target_ids) - 1)


def test_the_trace_is_that_of_one_pass_over_the_sentence_and_its_translation(glass, run):
    expected = record_pass(glass.network, run.source_ids, run.target_ids)
    assert list(run.trace) == list(expected) == list(glass.taps)
    assert all(torch.equal(run.trace[name], expected[name]) for name in expected)


def test_a_given_translation_is_read_instead_of_a_searched_one(glass, tokenizer):
    run = glass.read(TEXT, to="fr", translation="Le héron gris.")
    assert run.output_ids == (*tokenizer.encode("Le héron gris."), EOS)
    assert run.hypotheses == ()


def test_what_a_search_found_before_is_read_as_if_it_was_searched_now(glass, monkeypatch):
    run, found = glass.read(TEXT, to="fr", width=3), glass.search(TEXT, "fr", width=3)
    ended = rank_hypotheses({0: step} for step in run.steps)[0]
    assert [one.total for one in ended] == [one.total for one in run.hypotheses]
    monkeypatch.setattr("model.glass.search_with_edits", None)  # so nothing can be searched
    again = glass.read(TEXT, to="fr", search_result=found)
    assert (again.output_ids, again.translation) == (run.output_ids, run.translation)
    assert [[one.total for one in step] for step in again.steps] == [
        [one.total for one in step] for step in run.steps
    ]
    assert all(torch.equal(again.trace[name], run.trace[name]) for name in run.trace)


def test_the_search_and_the_pass_agree_on_how_probable_the_translation_is(glass, run):
    total = glass.log_probability(TEXT, "fr", run.output_ids)
    assert total == pytest.approx(run.hypotheses[0].total, abs=1e-4)


def test_a_change_and_the_edit_that_does_it_give_the_same(glass):
    def silence(heads):
        return heads.index_fill(1, torch.tensor([1]), 0)

    changed = glass.read(TEXT, to="fr", changes=[SilencedHead("cross", 0, 1)])
    edited = glass.read(TEXT, to="fr", edits={"decoder.layers.0.cross_attention.heads": silence})
    assert edited.target_ids == changed.target_ids
    assert_near(edited.trace["logits"], changed.trace["logits"])
    assert not changed.trace.pick("decoder.layers.0.cross_attention.heads", head=1).any()


def test_nothing_that_is_read_or_edited_changes_the_model(glass, run):
    glass.read(TEXT, to="fr", changes=[SilencedHead("encoder", 0, 0), RoundedWeights(4)])
    glass.read(TEXT, to="fr", edits={"memory": torch.zeros_like})
    after = glass.read(TEXT, to="fr")
    assert all(torch.equal(after.trace[name], run.trace[name]) for name in run.trace)


def test_the_memory_of_another_run_in_all_places_makes_its_translation(glass, run):
    other = glass.read("A small boat drifts under the pond.", to="fr")
    shared = range(min(len(run.source), len(other.source)))
    patched = glass.read(
        TEXT, to="fr", translation=run.output_ids, edits=door.patch("memory", other.trace, shared)
    )
    assert torch.equal(patched.trace["memory"][0, shared], other.trace["memory"][0, shared])
    assert not torch.equal(patched.trace["logits"], run.trace["logits"])


def test_positions_and_heads_of_another_run_go_where_they_are_told(glass, run):
    other = glass.read("A goat eats.", to="fr")
    tap = "encoder.layers.0.self_attention.heads"
    patched = glass.read(TEXT, to="fr", edits=door.patch(tap, other.trace, {4: 1}, head=1))
    expected = run.trace[tap].clone()
    expected[0, 1, 4] = other.trace[tap][0, 1, 1]
    assert torch.equal(patched.trace[tap], expected)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (lambda glass, run: glass.read("  ", "fr"), "there is no text"),
        (lambda glass, run: glass.read(TEXT, "it"), "no language 'it', only en, fr"),
        (lambda glass, run: glass.read(TEXT, "fr", edits={"heads": abs}), "no tap is called"),
        (
            lambda glass, run: glass.translate(TEXT, "fr", changes=[SilencedHead("cross", 3, 0)]),
            "this",
        ),
        (lambda glass, run: glass.read(TEXT, "fr", translation=[10**6]), "no token 1000000"),
        (lambda glass, run: glass.read(TEXT, "fr", prefix=[-1]), "no token -1"),
        (lambda glass, run: run.trace.pick("encoder.layers.0.weights"), "nothing was recorded as"),
        (lambda glass, run: run.trace.pick("memory", head=0), "no axis 'head': it has batch"),
        (lambda glass, run: run.trace.pick("memory", source=99), "99 is none of them"),
        (lambda glass, run: run.trace.layers("memory"), "'memory' has no {}"),
        (lambda glass, run: door.patch("memory", run.trace, 99), "positions in the other run"),
        (lambda glass, run: door.patch("memory", run.trace, 0, head=1), "has no heads"),
        (lambda glass, run: door.load("nowhere"), "there is no model in nowhere"),
    ],
)
def test_what_does_not_exist_is_said_in_one_sentence(glass, run, wish, sentence):
    with pytest.raises(ValueError, match=sentence) as refused:
        wish(glass, run)
    assert "\n" not in str(refused.value)


def test_one_name_picks_all_layers_and_axes_pick_parts(glass, run):
    weights = run.trace.layers("decoder.layers.{}.cross_attention.weights", head=1)
    assert weights.shape == (glass.config.N, len(run.target), len(run.source))
    assert_near(weights.sum(dim=-1), torch.ones(weights.shape[:-1]))
    last = run.trace.pick("decoder.layers.0.cross_attention.weights", head=1, query=-1)
    assert torch.equal(last, weights[0, -1])


def test_every_name_of_the_door_opens_and_others_are_refused():
    assert all(getattr(door, name) is not None for name in door.__dir__())
    assert (door.Silenced, door.Row) == (door.SilencedHead, door.PinnedWeights)  # older names
    with pytest.raises(AttributeError, match="no attribute 'window'"):
        door.window  # noqa: B018


def test_the_lines_of_the_readme_run_as_they_stand():
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    names, said = {}, StringIO()
    with redirect_stdout(said):
        exec(compile(code, "README.md", "exec"), names)
    run, weights = names["run"], names["weights"]
    assert weights.shape == (len(run.target), len(run.source))
    assert torch.equal(names["everywhere"][0, 1], weights)
    assert said.getvalue().startswith(run.translation)
    assert names["lost"] != 0


def test_a_run_tells_the_exact_way_of_each_decision(glass):
    run = glass.read(
        TEXT, to="fr", translation="Le héron gris.", changes=[SilencedHead("cross", 0, 1)]
    )
    flow = run.flow(step=2)
    logits = run.trace.pick("logits", target=2)
    best = logits.clone()
    best[run.output_ids[2]] = -torch.inf
    assert flow.m == pytest.approx((logits[run.output_ids[2]] - best.max()).item(), abs=1e-4)
    sums = sum(flow.source) + sum(flow.prefix) + flow.positions + flow.biases
    assert sums == pytest.approx(flow.m, abs=1e-4)
    assert (len(flow.source), len(flow.prefix)) == (len(run.source), 3)
    first, *_ = flow.strongest_edges(5)
    assert abs(first.flow) == max(abs(way.flow) for way in flow.strongest_edges(40))
    mean = run.flow(step=2, rival="mean").m
    assert mean == pytest.approx((logits[run.output_ids[2]] - logits.mean()).item(), abs=1e-4)


def test_a_step_or_a_token_that_is_not_there_is_refused(glass):
    run = glass.read(TEXT, to="fr", translation="Le héron gris.")
    with pytest.raises(ValueError, match="99 is none of them"):
        run.flow(step=99)
    with pytest.raises(ValueError, match="no token 5000"):
        run.flow(step=0, rival=5000)
    with pytest.raises(ValueError, match="99 is none of them"):
        run.flow(step=99, token=7)
    with pytest.raises(ValueError, match=r"pieces: one token was expected"):
        run.flow(step=0, rival="Le héron")


def test_the_rival_of_a_way_may_be_a_piece(glass, tokenizer):
    run = glass.read(TEXT, to="fr", translation="Le héron gris.")
    [rival] = tokenizer.encode("les")
    assert run.flow(step=0, rival="les").m == run.flow(step=0, rival=rival).m


def test_former_names_of_arguments_and_results_still_work(glass, run):
    given = glass.read(TEXT, to="fr", said="Le héron gris.")
    assert given.translation == glass.read(TEXT, to="fr", translation="Le héron gris.").translation
    [other] = glass.read_all([TEXT], "fr", said=["Le héron gris."])
    assert other.output_ids == given.output_ids == given.lens().said
    flow = given.flow(0, said=given.output_ids[0])
    assert flow.ways(3) == flow.strongest_edges(3)
    assert flow.places(3) == flow.strongest_nodes(3)
