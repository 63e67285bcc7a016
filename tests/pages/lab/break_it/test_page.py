"""The page that breaks the model: what it shows is measured, and its switches do what they say."""

import re

import numpy as np
import pytest
import torch

from model.changes.kinds import (
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    ShuffledPositions,
    SilencedHead,
    SilencedUnit,
    SwappedEmbedding,
    TemperedAttention,
)
from model.measures import scoring
from model.measures.scoring import log_probability
from model.measures.surprisal import surprisal
from model.parts import ATTENTIONS
from pages.lab.break_it import component_switches, damage, remarks
from pages.lab.break_it.switches import EXPERIMENTS, SHOWN
from tests.close import assert_near, near
from tests.unpacked import unpacked
from ui.frame.bar import DEFAULT
from ui.readings import session
from ui.readings.changes import format_changes

PAGE = "break_it"


def shown(app) -> str:
    return " ".join(html.proto.body for html in app.get("html"))


def figure(data_of, app, key):
    return data_of(app, key)["figure"]


def changed(app):
    return app.session_state["read"].read().changes


def test_the_page_opens_with_the_unbroken_model_and_a_preview(open_page, data_of):
    app = open_page(PAGE)
    assert changed(app) == ()
    assert "Nothing has changed yet" in shown(app)
    maps = data_of(app, "row_editor")
    assert maps["before"] == maps["base"] == maps["after"]
    plain = app.session_state["read"].read()
    broken = session.read(plain.text, plain.language, EXPERIMENTS["No positions"])
    assert broken.translation[:30] in shown(app)
    __, preview = figure(data_of, app, "damage")["data"]
    forced = session.read_with_translation(
        plain.text, plain.language, plain.output_ids, EXPERIMENTS["No positions"]
    )
    logits = forced.trace["logits"][0, : len(plain.output_ids)]
    assert preview["y"] == pytest.approx((-surprisal(logits, plain.output_ids)).exp().tolist())


@pytest.mark.parametrize("number", range(len(EXPERIMENTS)))
def test_an_experiment_is_one_click_and_the_same_click_takes_it_back(open_page, number):
    app = open_page(PAGE, edits="encoder-1-1")
    before = changed(app)
    app.button(key=f"experiment_{number}").click().run()
    assert set(changed(app)) == {*before, *list(EXPERIMENTS.values())[number]}
    assert not app.exception
    app.button(key=f"experiment_{number}").click().run()
    assert changed(app) == before != ()


def test_the_most_important_head_is_the_one_whose_loss_costs_most(open_page):
    app = open_page(PAGE)
    app.button(key="experiment_head").click().run()
    [head] = changed(app)
    model = session.load_model()[0]
    plain = session.read(DEFAULT, "fr")
    ids = plain.source_ids, (plain.target_ids[0], *plain.output_ids)

    def score(kind, layer, number):
        return log_probability(
            model, *ids, session.glass().edits([SilencedHead(kind, layer, number)])
        )

    best = score(head.attention, head.layer, head.head)
    others = [score(kind, layer, 5) for kind in ATTENTIONS for layer in range(4)]
    assert all(best <= other + 1e-4 for other in others)
    table = damage.compute_head_ablation_effects(plain)
    before = log_probability(model, *ids)
    place = list(ATTENTIONS).index(head.attention), head.layer, head.head
    assert table[place].item() == pytest.approx(best - before, abs=1e-3)
    assert table.min().item() == table[place].item()


def test_the_bars_are_the_two_models_numbers(open_page, data_of):
    change = MissingEverywhere("encoder-positions")
    app = open_page(PAGE, source=DEFAULT, edits=format_changes([change]))
    plain = session.read(DEFAULT, "fr")
    said = list(plain.output_ids)
    forced = session.read_with_translation(DEFAULT, "fr", plain.output_ids, (change,))
    p, q = (one.trace["logits"][0].double().log_softmax(-1) for one in (plain, forced))
    before, after = (bar["y"] for bar in figure(data_of, app, "damage")["data"])
    [bits] = (bar["y"] for bar in figure(data_of, app, "moved")["data"])
    rows = range(len(said))
    assert before == pytest.approx(p[rows, said].exp().tolist(), abs=1e-4)
    assert after == pytest.approx(q[rows, said].exp().tolist(), abs=1e-4)
    expected = torch.nn.functional.kl_div(q, p, reduction="none", log_target=True).sum(-1)
    assert bits == pytest.approx((expected / np.log(2)).tolist(), abs=1e-4)


def test_what_changed_in_the_translation_is_marked(open_page):
    app = open_page(PAGE, source=DEFAULT, edits="no-encoder-positions")
    said = "<dt>{}</dt><dd[^>]*>(.*?)</dd>"
    rows = re.search(said.format("original") + said.format("changed"), shown(app))
    plain, broken = session.read(DEFAULT, "fr"), app.session_state["read"].read()
    for row, reading, tag in ((rows[1], plain, "del"), (rows[2], broken, "ins")):
        text = re.sub("<[^>]+>", "", row.replace("&lt;/s&gt;", "").replace("&#x27;", "'"))
        assert text.split() == reading.translation.split()
        assert f"<{tag}>" in row
    assert plain.translation != broken.translation


SWITCHES = {
    "has-no-mask": MissingEverywhere("mask"),
    "has-no-root-d-model": MissingEverywhere("root-d-model"),
    "has-shuffled": ShuffledPositions(1),
    "has-cross-2-3": SilencedHead("cross", 1, 2),
    "has-sublayer-cross-attention-2": RemovedPart("sublayer", "cross-attention", 1),
    "has-residual-decoder-feed-forward-2": RemovedPart("residual", "decoder-feed-forward", 1),
    "has-unit-decoder-2-7": SilencedUnit("decoder", 1, 6),
}


def test_switches_combine_and_each_goes_back_alone(open_page):
    app = open_page(PAGE, attention="cross", layer="2", head="3", unit_off="7")
    for key in SWITCHES:
        assert app.toggle(key=key).value
        app.toggle(key=key).set_value(False).run()
    assert set(changed(app)) == set(SWITCHES.values())
    app.toggle(key="has-no-mask").set_value(True).run()
    assert set(changed(app)) == set(SWITCHES.values()) - {MissingEverywhere("mask")}
    app.button(key="undo-shuffled=1").click().run()
    assert ShuffledPositions(1) not in changed(app)
    app.button(key="normal").click().run()
    assert changed(app) == ()
    assert all(app.toggle(key=key).value for key in SWITCHES)


def test_a_temperature_of_one_is_none(open_page):
    app = open_page(PAGE, attention="decoder")
    app.select_slider(key="temperature-decoder").set_value(2.0).run()
    assert changed(app) == (TemperedAttention("decoder", 2.0),)
    app.select_slider(key="temperature-decoder").set_value(1.0).run()
    assert changed(app) == ()


def test_another_words_embedding_is_read_and_said_on_every_page(open_page):
    app = open_page(PAGE, source=DEFAULT, replaced="2")
    app.text_input(key="other_word").set_value("cat").run()
    [swap] = changed(app)
    tokenizer = session.load_model()[1]
    assert isinstance(swap, SwappedEmbedding)
    assert tokenizer.pieces([swap.other]) == ["▁cat"]
    assert swap.token == session.read(DEFAULT, "fr").source_ids[1]
    assert app.text_input(key="other_word").value == "cat"
    for typed, first in (("hippopotamus", "hi"), ("☃", "▁"), ("", "")):
        app.text_input(key="other_word").set_value(typed).run()
        assert app.text_input(key="other_word").value == first
        assert len(changed(app)) == bool(first)
        assert any(f"“{typed}”" in text.value for text in app.text) == bool(typed)


def test_an_edited_row_is_in_the_map_and_no_other_head_is(open_page, data_of):
    row = PinnedWeights("cross", 1, 2, 2, ((0, 0.75), (3, 0.0)))
    app = open_page(
        PAGE, edits=format_changes([row]), attention="cross", layer="2", head="3", word="3"
    )
    data = data_of(app, "row_editor")
    assert data["pins"] == {"2": [[0, 0.75], [3, 0.0]]}
    assert data["taken"]["asks"] == ["choose.edited"]  # a file without a model shows any row
    before, base, after = (unpacked(data[name]) for name in ("before", "base", "after"))
    assert_near(before, base)
    assert after[2, [0, 3]].tolist() == near([0.75, 0.0])
    assert after.sum(dim=-1).tolist() == near([1] * len(after))
    assert_near(after[:2], base[:2])
    assert data_of(open_page(PAGE, edits=format_changes([row])), "row_editor")["pins"] == {}


def test_rows_that_were_edited_together_are_pinned_together(open_page, monkeypatch):
    edits, made = [], []
    monkeypatch.setattr(component_switches, "show_row_editor", lambda *args: edits.append(args[-1]))
    rows = [PinnedWeights("cross", 1, 2, row, ((0, 0.5),)) for row in range(3)]
    elsewhere = PinnedWeights("cross", 1, 3, 1, ((0, 0.5),))
    code = format_changes([rows[0], elsewhere])
    open_page(PAGE, edits=code, attention="cross", layer="2", head="3")
    monkeypatch.setattr(component_switches.edited, "set_changes", made.append)
    edits[-1]({1: rows[1].pins, 2: rows[2].pins})
    assert set(made[-1]) == {rows[1], rows[2], elsewhere}
    edits[-1]({})
    assert made[-1] == (elsewhere,)


def test_silent_heads_are_ringed_in_the_ranking(open_page, data_of):
    app = open_page(PAGE, edits="decoder-2-8")
    drawn = figure(data_of, app, "each_head")
    [ring] = drawn["layout"]["shapes"]
    assert (ring["y0"] + 0.5, ring["x0"] + 0.5) == (4 + 1, 8)


@pytest.mark.parametrize("text", ["Hi", "🙂", "<b>bold</b> & <img src=x>", "word " * 140, "?"])
@pytest.mark.parametrize("edits", ["no-residuals row-encoder-1-1-1=1_0.5", "no-mask shuffled=2"])
def test_any_sentence_can_be_broken(open_page, text, edits):
    app = open_page(PAGE, source=text, edits=edits, attention="decoder", head="8")
    assert not app.exception
    assert not app.error
    assert "<img" not in shown(app)
    found = damage.compare_models(app.session_state["read"].read())
    assert "nan" not in str(remarks.describe_takeaway(found, session.load_model()[1]))


@pytest.mark.parametrize("page", ["masking", "shifted_input"])
def test_other_pages_bear_a_broken_model(open_page, page):
    edits = "no-mask no-encoder-positions residual-cross-attention-1 row-cross-1-1-2=1_1"
    app = open_page(page, edits=edits)
    assert not app.exception
    assert len(changed(app)) == 4


def test_only_changes_that_are_shown_are_tried_alone(open_page, monkeypatch):
    tried, log_probability = [], scoring.log_probability
    monkeypatch.setattr(
        scoring, "log_probability", lambda *args: tried.append(args) or log_probability(*args)
    )
    session.log_probabilities.clear()
    many = " ".join(f"unit-decoder-4-{unit}" for unit in range(1, 41))
    app = open_page(PAGE, edits=many)
    assert len(changed(app)) == 40
    assert len(tried) == SHOWN
    assert len([button for button in app.button if button.label == "Undo"]) == SHOWN
    assert any("32 more changes" in caption.value for caption in app.caption)
