"""The multi-head page shows the model's own tensors, and what silencing a head does."""

import html
import re

import numpy as np
import pytest
import torch

from model.measures.head_patterns import find_clearest_heads
from model.measures.scoring import log_probability
from model.parts import Head
from pages.attention.multi_head.compute import compute_head_contributions
from pages.attention.multi_head.remarks import (
    describe_choices,
    describe_head,
    describe_log_probability_change,
)
from tests.close import assert_near, near
from tests.unpacked import unpacked
from ui.frame.bar import DEFAULT
from ui.readings import session
from ui.readings.reading import ATTENTIONS, SilencedHead, distinct_names
from ui.words import diff_words

SENTENCE = DEFAULT
KINDS = list(ATTENTIONS)


@pytest.fixture
def heads(open_page, data_of):
    """Return a function that opens the page and returns the data of its view."""

    def heads(kind="encoder", **parameters):
        app = open_page("multi_head", **parameters)
        if kind != "encoder":
            app.session_state["attention"] = kind
            app.run()
        assert not app.exception
        return data_of(app, "head_view")

    return heads


@pytest.mark.parametrize("kind", KINDS)
def test_the_view_gets_the_models_own_tensors(heads, kind):
    data, reading = heads(kind), session.read(SENTENCE, "fr")
    for layer in range(4):
        attention = reading.attention(kind, layer)
        assert_near(unpacked(data["weights"])[layer], attention["weights"][0])
        assert_near(unpacked(data["heads"])[layer], attention["heads"][0])
    queries, keys = reading.axes(kind)
    assert [token["text"] for token in data["queries"]] == [token.text for token in queries]
    assert [token["text"] for token in data["keys"]] == [token.text for token in keys]


def test_the_clearest_habit_comes_first():
    named = {"a": torch.tensor([[0.4, 0.0]]), "b": torch.zeros(1, 2), "c": torch.tensor([[0, 0.9]])}
    assert [(name, head) for name, _, head, _ in find_clearest_heads(named)] == [("c", 1), ("a", 0)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_output_is_its_heads_side_by_side_times_W_O(heads, kind):
    data = heads(kind)
    for layer in range(4):
        module = session.load_model()[0].get_submodule(ATTENTIONS[kind].format(layer))
        beside = unpacked(data["heads"])[layer].transpose(0, 1).flatten(start_dim=1)
        assert_near(module.W_O(beside).detach(), unpacked(data["outputs"])[layer])


@pytest.mark.parametrize("kind", KINDS)
def test_shares_of_each_layer_sum_to_one(heads, kind):
    assert [sum(shares) for shares in heads(kind)["shares"]] == near([1] * 4)


def test_one_number_of_the_output_is_the_sum_of_its_parts():
    parts, number = compute_head_contributions(session.read(SENTENCE, "fr"), "cross", 3, 1)
    assert sum(parts) == pytest.approx(number, abs=1e-4)


def test_the_link_chooses_layer_head_and_word(heads):
    data = heads(layer="3", head="5", word="2")
    assert (data["layer"], data["head"], data["word"]) == (2, 4, 1)


@pytest.mark.parametrize("bad", ["0", "99", "-1", "x", ""])
def test_a_link_that_chooses_nothing_there_is_shows_what_the_page_begins_with(heads, bad):
    data, plain = heads(layer=bad, head=bad, word=bad), heads()
    assert data["layer"] == 0
    assert [data[name] for name in ("head", "word")] == [plain[name] for name in ("head", "word")]


@pytest.mark.parametrize(
    "text",
    ["Hi", "🙂", "<b>bold</b> & <img src=x>", "$x_1$ **a** `b`", "word " * 40, "?", "日本語"],
)
@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_any_sentence_has_its_maps(heads, text, kind):
    data = heads(kind, source=text)
    weights = unpacked(data["weights"])
    assert weights.shape == (4, 8, len(data["queries"]), len(data["keys"]))
    assert_near(weights.sum(-1), torch.ones(weights.shape[:3]))


def test_a_shorter_sentence_takes_the_choice_back(open_page, data_of):
    app = open_page("multi_head", word="9")
    app.text_input(key="source").set_value("Hi").run()
    assert not app.exception
    assert data_of(app, "head_view")["word"] == 0


def test_an_unedited_model_has_no_result(heads):
    data = heads()
    assert data["result"] is None
    assert data["silenced"] == []


def test_silencing_a_head_compares_with_the_unedited_model(heads):
    data = heads(silenced="encoder-2-3", layer="2")
    model, _ = session.load_model()
    plain = session.read(SENTENCE, "fr", ())
    edited = session.read(SENTENCE, "fr", (SilencedHead("encoder", 1, 2),))
    assert data["silenced"] == [[1, 2]]
    assert (unpacked(data["heads"])[1, 2] == 0).all()
    assert data["shares"][1][2] == 0
    before, now = data["result"]["rows"]
    assert before["words"] == [[plain.translation, False]]
    assert before["total"] == near(plain.hypotheses[0].total)
    assert " ".join(word for word, _ in now["words"]) == edited.translation
    said = (plain.target_ids[0], *plain.hypotheses[0].tokens)
    silent = session.glass().edits((SilencedHead("encoder", 1, 2),))
    old = log_probability(model, plain.source_ids, said, silent)
    change = data["result"]["alone"]["changes"][2]
    assert before["total"] + change == pytest.approx(old, abs=1e-3)


def test_a_silenced_head_of_another_attention_is_not_crossed_out_here(heads):
    data = heads("cross", silenced="encoder-1-1")
    assert data["silenced"] == []
    assert data["result"]


def test_what_to_look_for_says_the_chosen_heads_own_strongest_cell(open_page):
    app = open_page("multi_head", source=SENTENCE, to="fr", layer="2", head="4")
    looks = [e.proto.body for e in app.get("html") if 'class="look"' in e.proto.body]
    on_arrival, said = (look for look in looks if "<b>In your sentence</b>" in look)
    assert "The 8 heads of layer 2 put the largest weight of" in on_arrival
    reading = session.read(SENTENCE, "fr")
    part = reading.attention("encoder", 1)
    names = [distinct_names(tokens) for tokens in reading.axes("encoder")]
    own, other = (
        describe_head(
            part["weights"][0, head], part["visible"][0, 0], Head("encoder", 1, head), *names
        )
        for head in (3, 4)
    )
    shown = re.sub("<.*?>", "", said)
    assert own.replace("*", "") in html.unescape(shown)
    assert own.startswith("Head 4 of layer 2 ")
    assert own.removeprefix("Head 4") != other.removeprefix("Head 5")


def test_changed_words_are_marked():
    assert diff_words("a b c", "a x c") == [("a", False), ("x", True), ("c", False)]
    assert diff_words("a b", "a b") == [("a", False), ("b", False)]
    assert diff_words("a", "") == [("(nothing)", True)]


def test_the_remark_counts_in_factors():
    said = str(describe_log_probability_change(-1.0, -1.0 - np.log(9), (np.log(1.3), 4)))
    assert "ln p falls to −3.20, which makes it 9.0 times less likely" in said
    assert (
        "head 5 has the largest effect when switched off by itself (1.30 times more likely)" in said
    )
    assert "about as likely as before, with ln p −1.00" in str(
        describe_log_probability_change(-1.0, -1.001, (0.0, 0))
    )


@pytest.mark.parametrize(
    ("rows", "visible", "said"),
    [
        ([[0.9, 0.1], [0.2, 0.8], [0.7, 0.3]], [True, True], "2 different tokens: “a” and “b”."),
        ([[0.1, 0.9], [0.2, 0.8]], [True, True], "all 2 heads put the largest weight of “x” on"),
        ([[1.0, 0.0], [1.0, 0.0]], [True, False], "“x” can see only one token here"),
    ],
)
def test_a_remark_says_on_how_many_tokens_the_heads_put_a_words_weight(rows, visible, said):
    remark = describe_choices(torch.tensor(rows), torch.tensor(visible), "“x”", ["“a”", "“b”"], 1)
    assert said in str(remark)
