"""Who contributed: the page shows what the methods compute; whatever is typed, it answers."""

import html
import math
import re

import pytest

from model.attribution.inputs import ForcedPair, occlusion
from model.attribution.methods import METHODS, normalize_scores
from model.attribution.mixing import alti
from model.measures import surprisal
from model.passes import record_pass
from model.tokenizer import EOS
from pages.lab.who_contributed import cached, remarks
from ui.frame import texts
from ui.readings import session
from ui.words import describe_probability_ratio

PAGE = "who_contributed"
TOM = {"source": "Tom is tired.", "to": "fr", "all_methods": "True"}


@pytest.fixture
def opened(open_page, data_of):
    def opened(**parameters):
        app = open_page(PAGE, **{**TOM, **parameters})
        assert not app.exception
        return app, data_of(app, "contributions_view")

    return opened


def said(app) -> str:
    shown = [*app.get("html"), *app.info, *app.text, *app.caption]
    text = " ".join(str(getattr(one, "value", None) or one.proto.body) for one in shown)
    return html.unescape(re.sub("<.*?>", "", text))


def forced():
    reading = session.read("Tom is tired.", "fr")
    return ForcedPair(reading.source_ids, reading.target_ids, reading.output_ids)


def test_every_method_has_its_row_and_the_numbers_are_the_methods_own(opened):
    app, data = opened(step="3")
    assert [row["name"] for row in data["rows"]] == list(METHODS)
    model = session.load_model()[0]
    rows = {row["name"]: row for row in data["rows"]}
    now = forced().truncate_at(2)
    own = normalize_scores(occlusion(model, now, [2]))
    assert rows["occlusion"]["source"] == pytest.approx(own.source[0].tolist(), abs=1e-4)
    assert rows["occlusion"]["prefix"] == pytest.approx(own.prefix[0].tolist(), abs=1e-4)
    mixed = alti(model, record_pass(model, forced().source, forced().target))
    assert rows["alti"]["source_share"] == pytest.approx(mixed.source_share[2].item(), abs=1e-4)
    assert rows["attention"]["prefix"] is None
    for row in data["rows"]:
        size = sum(map(abs, row["source"])) + sum(map(abs, row["prefix"] or []))
        assert size == pytest.approx(1, abs=1e-3)
        assert row["source"][row["top_source_index"]] == max(row["source"])
    assert len(data["prefix"]) == 3
    assert "In your sentence" in said(app)


def test_a_link_restores_step_words_and_prefix(opened):
    _, data = opened(step="2", whole="True", show_prefix="False", source="The unbelievable cat.")
    assert data["prefix"] is None
    assert "unbelievable" in [token["text"] for token in data["source"]]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", remarks.NO_OTHER),
        ("  </s> ", remarks.NO_OTHER),
        ("le " * 200, "reads only the first 127"),
    ],
)
def test_what_cannot_be_compared_is_answered_in_a_sentence(opened, typed, answer):
    app, _ = opened(other_translation=typed, sections="source_or_prefix")
    assert answer in said(app)


def test_a_wrong_translation_is_compared_with_the_models_own(opened):
    app, _ = opened(other_translation="Je voudrais aller au cinéma.", sections="source_or_prefix")
    model, tokenizer = session.load_model()
    ids = tokenizer.encode("Je voudrais aller au cinéma.")
    trace = record_pass(model, forced().source, [tokenizer.start("fr"), *ids])
    its = alti(model, trace).source_share.mean().item()
    log_p = trace["logits"][0].log_softmax(dim=-1)[range(len(ids) + 1), [*ids, EOS]].mean().item()
    plain = session.read("Tom is tired.", "fr")
    before = (
        surprisal.output_probabilities(plain.trace["logits"][0], plain.output_ids)
        .log()
        .mean()
        .item()
    )
    assert f": {its:.2f} on average" in said(app)
    assert f"{describe_probability_ratio(log_p - before)} than" in said(app)
    own = plain.translation
    app, _ = opened(other_translation=own, sections="source_or_prefix")
    assert remarks.SAME in said(app)


@pytest.mark.parametrize("text", ["Hello", "Tom is tired.", "word " * 40])
def test_three_methods_come_first_and_their_answers_are_told(opened, text):
    app, data = opened(source=text, all_methods="False", step="5")
    assert [row["name"] for row in data["rows"]] == list(remarks.FIRST)
    tops = {data["source"][row["top_source_index"]]["text"] for row in data["rows"]}
    assert all(f"“{top}”" in said(app) for top in tops)


def test_a_long_sentence_is_offered_with_a_button_and_the_quick_methods_are_there(
    opened, monkeypatch
):
    monkeypatch.setattr(cached, "AT_ONCE", 3)
    app, data = opened(step="3")
    known = [row["name"] for row in data["rows"] if row["source"] is not None]
    assert known == list(METHODS)[:4]
    assert app.button(key="begin_asking").label == remarks.BEGIN


def test_without_a_table_for_these_weights_the_page_says_so(opened, monkeypatch):
    monkeypatch.setattr(cached, "load_method_comparison", lambda: None)
    app, _ = opened(sections="the_referee")
    assert "hasn't measured these weights" in said(app)


def test_the_probability_in_the_corner_is_that_of_the_token():
    reading = session.read("Tom is tired.", "fr")
    total = sum(cached.compute_log_probabilities(reading))
    assert total == pytest.approx(reading.hypotheses[0].total, abs=1e-3)
    assert math.isfinite(total)


def test_a_method_that_the_table_does_not_know_leaves_the_referee_as_it_was(opened, monkeypatch):
    plain, _ = opened(sections="the_referee")
    monkeypatch.setitem(METHODS, "chance", "Chance")
    app, _ = opened(sections="the_referee")
    assert not app.exception
    assert [frame.value.to_dict() for frame in app.table] == [
        frame.value.to_dict() for frame in plain.table
    ]
    assert remarks.describe_best_method(cached.load_method_comparison()).replace("**", "") in said(
        app
    )
    assert "Not measured here: Chance." in [one.value for one in app.caption]
    assert not any("Not measured" in one.value for one in plain.caption)


def test_every_method_is_defined():
    text = texts.read_page_sections("who_contributed")["Definitions"]
    assert re.findall(r"^- \*\*(.+?)\*\*", text, re.MULTILINE) == list(METHODS.values())


def test_the_referee_shows_the_table_that_is_shipped(opened):
    app, _ = opened(sections="the_referee-source_or_prefix")
    table = cached.load_method_comparison()
    errors = [row["writes"]["mean"] for row in table["errors"].values()]
    shown = [frame.value for frame in app.table]
    [methods] = [frame for frame in shown if "error, predicts" in frame]
    assert list(methods["error, predicts"]) == [f"{rate:.2f}" for rate in errors]
    assert remarks.describe_detection(table).replace("**", "").partition(".")[0] in said(app)
