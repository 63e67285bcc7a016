"""After 2017: sections are computed only while they are open, and each says what was measured."""

import base64
import re
from statistics import fmean

import numpy as np
import pytest
import torch

from model.changes.kinds import GroupedHeads, MissingEverywhere, RoundedWeights
from pages.background.after_2017 import cached, variants, whole
from pages.background.after_2017.sections import NAME, SECTIONS, read_section_texts
from tests.close import near
from ui.frame import background
from ui.readings import session

ALL = "-".join(SECTIONS)
LONG = "The old man who lives in the red house near the river reads a long letter. " * 3
FORTY_WORDS = LONG.strip()


def looks(app) -> list[str]:
    """What each open section says to look for; the page's end has lines of the same class."""
    bodies = [html.proto.body for html in app.get("html")]
    title = '<div class="look"><b>What to look for</b>'
    return [re.sub("<[^>]*>", "", body) for body in bodies if title in body]


def figure(data_of, app, key):
    return data_of(app, key)["figure"]


def numbers(packed):
    if isinstance(packed, list):
        return np.array(packed)
    dtype = {"f8": "<f8", "f4": "<f4", "i1": "i1", "i2": "<i2"}[packed["dtype"]]
    return np.frombuffer(base64.b64decode(packed["bdata"]), dtype)


def changed(app):
    return app.session_state["read"].read().changes


def test_only_the_first_section_is_open_and_the_others_cost_nothing(open_page, monkeypatch):
    def refuse(*_):
        raise AssertionError("a closed section asks the model")

    for function in (
        cached.compute_token_losses,
        cached.translate_with_changes,
        cached.sample_without_source,
        cached.compute_dropout_losses,
        cached.measure_gradients,
    ):
        monkeypatch.setattr(cached, function.__name__, refuse)
    app = open_page(NAME, sections="")
    assert not app.exception
    assert len(looks(app)) == 1
    assert "stripes" in looks(app)[0]
    drawn = [view.proto.component_name for view in app.get("bidi_component")]
    assert drawn.count("then_and_now") == 1


def test_all_sections_may_be_closed_and_a_link_may_ask_for_what_is_not_there(open_page):
    assert looks(open_page(NAME, sections="none")) == []
    app = open_page(NAME, sections="sinks-<b>-nothing-sinks")
    assert not app.exception
    assert len(looks(app)) == 1
    assert "<b>-" not in " ".join(looks(app))


@pytest.mark.parametrize("source", ["Yes", FORTY_WORDS])
def test_every_section_measures_any_sentence(open_page, source):
    """An ordinary one is read in tests/audit/test_audit.py, and all its numbers are judged."""
    app = open_page(NAME, source=source, sections=ALL)
    assert not app.exception
    assert not app.error
    assert len(looks(app)) == len(SECTIONS)
    assert not re.search(r"\bnan\b|\binf\b", " ".join(looks(app)))


def test_every_section_has_its_text_formulas_and_sources():
    found = read_section_texts()
    for name, text in found.items():
        assert text.change, name
        assert "$" in text.why, name
        assert re.search(r"20[012]\d", text.sources), name
    assert list(found) == list(SECTIONS)


def test_a_pill_of_the_drawing_opens_its_section_and_a_heading_closes_it(open_page, data_of):
    app = open_page(NAME, sections="")
    pills = data_of(app, "then_and_now")["pills"]
    assert [pill["name"] for pill in pills] == list(SECTIONS)
    assert [pill["number"] for pill in pills if pill["open"]] == [1]
    app = open_page(NAME, sections="positions-scaling")
    assert [p["name"] for p in data_of(app, "then_and_now")["pills"] if p["open"]] == [
        "positions",
        "scaling",
    ]


def test_turned_scores_of_one_distance_are_one_number_added_ones_are_not(open_page, data_of):
    app = open_page(NAME, sections="positions")
    spreads = {}
    for key in ("places_added", "places_turned"):
        dots = figure(data_of, app, key)["data"][1]
        x, y = numbers(dots["x"]), numbers(dots["y"])
        spreads[key] = max(np.ptp(y[x == distance]) for distance in np.unique(x))
    assert spreads["places_turned"] < 1e-12
    assert spreads["places_added"] > 0.1
    assert f"{spreads['places_added']:.2f} apart" in looks(app)[0]


def test_the_figures_that_were_measured_by_hand_come_out_again():
    """Losses under RMSNorm, few bits, shared heads; weights change, so the margins are wide."""
    reading = session.read("The cat is sleeping because it is tired.", "fr")
    plain = fmean(cached.compute_token_losses(reading, ()))
    assert plain < 0.6
    without_mean = fmean(cached.compute_token_losses(reading, (MissingEverywhere("norm-mean"),)))
    assert abs(without_mean - plain) < 0.1
    assert abs(fmean(cached.compute_token_losses(reading, (RoundedWeights(8),))) - plain) < 0.05
    assert fmean(cached.compute_token_losses(reading, (RoundedWeights(2),))) > plain + 1
    pooled = [
        fmean(cached.compute_token_losses(reading, (GroupedHeads("decoder", n),)))
        for n in (4, 2, 1)
    ]
    assert plain < pooled[0] < pooled[-1]


def test_costs_are_those_of_the_reading():
    reading = session.read("The old man reads a letter.", "de")
    log_p = reading.trace["logits"][0].double().log_softmax(dim=-1)
    expected = [-log_p[i, token].item() for i, token in enumerate(reading.output_ids)]
    assert cached.compute_token_losses(reading, ()) == near(expected)


def test_passes_with_dropout_cost_the_same_tokens_and_differ_by_their_seed():
    reading = session.read("The old man reads a letter.", "de")
    plain = cached.compute_token_losses(reading, ())
    for row in cached.compute_dropout_losses(reading, (), 0.0, 2).tolist():
        assert row == near(plain)
    first, second = cached.compute_dropout_losses(reading, (), 0.3, 2)
    assert not torch.equal(first, second)


@pytest.mark.parametrize("change", [RoundedWeights(3), GroupedHeads("decoder", 1)])
def test_passes_with_dropout_are_those_of_the_model_as_it_is_changed(change):
    reading = session.read("The old man reads a letter.", "de", (change,))
    plain = cached.compute_token_losses(reading, (change,))
    assert cached.compute_dropout_losses(reading, (change,), 0.0, 1)[0].tolist() == near(plain)
    assert cached.compute_dropout_losses(reading, (), 0.0, 1)[0].tolist() != near(plain)


def test_a_translation_is_that_of_every_page():
    text, changes = "The old man reads a letter.", (RoundedWeights(4),)
    reading = session.glass().read(text, "de", changes=changes)
    said = cached.translate_with_changes(reading.text, "de", (RoundedWeights(4),))
    assert said == reading.translation


def test_an_experiment_can_hold_on_every_page_and_is_taken_back(open_page):
    app = open_page(NAME, sections="bits")
    app.button("keep_bits_1").click().run()
    assert changed(app) == (RoundedWeights(4),)
    app.button("keep_bits_0").click().run()
    assert changed(app) == (RoundedWeights(6),)
    app.button("keep_bits_0").click().run()
    assert changed(app) == ()


def test_experiments_start_from_what_is_changed_already(open_page):
    app = open_page(NAME, sections="norm-heads-bits", edits="no-norm-mean bits=4 groups-decoder=2")
    assert not app.exception
    assert len(changed(app)) == 3
    assert app.button("keep_bits_1").proto.type == "primary"


def test_what_a_visitor_types_is_shown_as_it_is(open_page):
    nasty = '<img src=x> **b** $x$ & "q"'
    app = open_page(NAME, source=nasty, sections=ALL, beginning=nasty, reference=nasty)
    assert not app.exception
    assert not any("<img" in html.proto.body for html in app.get("html"))


def test_a_typed_reference_is_counted(open_page):
    reading = session.read("Where is the station?", "fr")
    app = open_page(NAME, source="Where is the station?", sections="measure")
    assert "the runner-up of beam search" in looks(app)[0]
    app.text_input("reference").set_value(reading.translation).run()
    assert "BLEU 100.0" in looks(app)[0] or "BLEU 0" in looks(app)[0]  # under four words
    app.text_input("reference").set_value("Zzz").run()
    assert "BLEU 0" in looks(app)[0]


def test_a_race_is_started_and_stopped(open_page):
    app = open_page(NAME, sections="gate", gates_steps="200")
    app.button("begin_gates").click().run()
    assert not app.exception
    job = app.session_state[background.JOBS]["gates"][1]
    app.button("stop_gates").click().run()
    assert job.over.wait(60)
    app.run()
    assert not app.exception
    assert app.button("begin_gates").label == "Again"


def test_the_decoder_alone_does_not_depend_on_the_sentence():
    start = session.load_model()[1].start("fr")
    one = cached.sample_without_source((), start, (), 3, 5, 0.8)
    assert one == cached.sample_without_source((), start, (), 3, 5, 0.8)
    assert len(set(one)) > 1
    assert one != cached.sample_without_source((RoundedWeights(3),), start, (), 3, 5, 0.8)


def test_the_table_of_variants_shows_text_as_text():
    table = variants.table_html(["<b>"], [("<b>", ["<b>"], "<i>x</i>")])
    assert "<i>" not in table
    assert "<b>" not in table
    assert table.count("&lt;b&gt;") == 3


def test_shares_of_the_first_layer_add_up_on_the_page(open_page, data_of):
    bars = figure(data_of, open_page(NAME, sections="positions"), "score_parts")["data"]
    total = sum(torch.tensor(bar["y"]) for bar in bars)
    assert total.tolist() == near([100.0] * len(total))


@pytest.mark.parametrize(
    ("edits", "add_up"), [("bits=3", True), ("groups-decoder=1", False), ("no-root-d-k", False)]
)
def test_parts_are_drawn_only_of_scores_that_they_add_up_to(open_page, edits, add_up):
    app = open_page(NAME, sections="positions", first_layer="decoder", edits=edits)
    said = " ".join(html.proto.body for html in app.get("html"))
    assert ("the sum of four parts" in said) is add_up
    assert ("acts on this layer" in said) is not add_up


def test_a_matrix_is_that_of_the_network_that_read_the_sentence():
    reading = session.read("The old man reads a letter.", "de", (RoundedWeights(3),))
    path = "encoder.layers.1.self_attention"
    x = reading.trace["encoder.layers.0.add_and_norm_2.output"][0]
    v = (x @ cached.get_weight_matrix(reading, "encoder", 1, "W_V")).unflatten(
        -1, (reading.network.config.h, -1)
    )
    torch.testing.assert_close(v.transpose(0, 1), reading.trace[f"{path}.v"][0])


def test_a_table_of_many_blocks_ends_with_the_last_one(open_page):
    app = open_page(NAME, source=FORTY_WORDS, sections="blocks", block="1")
    [body] = [html.proto.body for html in app.get("html") if "‖o / l‖" in html.proto.body]
    rows = re.findall("<tr><th>(.*?)</th>", body)
    keys = len(session.read(FORTY_WORDS, "fr").source)
    assert rows[1:3] == ["key 1", "key 2"]
    assert rows[-2:] == ["…", f"key {keys}"]
    assert len(rows) == 1 + whole.MAX_TABLE_ROWS


@pytest.mark.parametrize("source", ["The dog is sleeping.", "Hi", "the " * 60])
def test_the_end_tells_the_spread_of_two_words_even_with_all_sections_closed(open_page, source):
    app = open_page(NAME, source=source, sections="none")
    assert not app.exception
    lines = [str(one.value) for one in app.get("html")]
    [said] = [line for line in lines if "With added positions" in line]
    assert "only the distance" in said
