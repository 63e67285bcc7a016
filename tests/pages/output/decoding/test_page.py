import math

import pytest

from model.decoding import Fate, Sampling
from model.tokenizer import EOS
from pages.output.decoding.cached import count_step_costs, run_beam_search, sample_translations
from pages.output.decoding.compute import rank_final_hypotheses
from tests.close import near
from ui.frame.bar import DEFAULT
from ui.readings import session

PAGE = "decoding"


@pytest.fixture(scope="module")
def plain():
    return session.read(DEFAULT, "fr")


def records(steps):
    """What a search recorded, candidate by candidate."""
    return [
        [
            (c.token, near(c.log_probability), near(c.total), c.fate.value, c.path[:-1] == [])
            for c in step
        ]
        for step in steps
    ]


def sent(data):
    """The same out of the data of the view."""
    ids = [token["id"] for token in data["tokens"]]
    nodes = {node["id"]: node for step in data["steps"] for node in step}
    for node in nodes.values():
        parent = nodes.get(node["parent"], {"total": 0.0})
        assert node["total"] == near(parent["total"] + node["log"])
        assert node["p"] == math.exp(node["log"])
    return [
        [(ids[n["token"]], n["log"], n["total"], n["fate"], n["parent"] == -1) for n in step]
        for step in data["steps"]
    ]


def test_the_tree_is_the_search_and_its_winner_is_the_bars_translation(open_page, data_of, plain):
    app = open_page(PAGE, source=DEFAULT)
    assert not app.exception
    steps = run_beam_search(plain.source_ids, plain.target_ids[0], 4)
    assert sent(data_of(app, "tree")) == records(steps)
    best = data_of(app, "ranking")["endings"][0]
    assert best["text"] == plain.translation
    assert best["total"] == near(plain.hypotheses[0].total)
    assert best["length"] == len(plain.hypotheses[0].path)


def test_the_link_chooses_width_penalty_step_and_method(open_page, data_of, plain):
    app = open_page(PAGE, source=DEFAULT, beams="2", alpha="1.5", search="3", pruned="1")
    data = data_of(app, "tree")
    steps = run_beam_search(plain.source_ids, plain.target_ids[0], 2)
    assert sent(data) == records(steps)
    assert (data["width"], data["alpha"], data["step"], data["pruned"]) == (2, 1.5, 3, 1)
    ranked = [one["total"] for one in data_of(app, "ranking")["endings"]]
    assert ranked == near([one.total for one in rank_final_hypotheses(steps, 1.5)])

    app.button_group(key="method").set_value("greedy").run()
    greedy = run_beam_search(plain.source_ids, plain.target_ids[0], 1)
    greedy_tree = data_of(app, "tree")
    assert sent(greedy_tree) == records(greedy)

    app.session_state["temperature"] = 0.5
    app.run()
    assert data_of(app, "tree")["version"] == greedy_tree["version"]  # nothing is drawn there


def test_draws_follow_the_knobs_and_the_seed(open_page, data_of, plain):
    link = {"method": "sampling", "temperature": "0.7", "top_k": "5", "top_p": "0.9"}
    app = open_page(PAGE, source=DEFAULT, seed="3", **link)
    expected = sample_translations(
        plain.source_ids, plain.target_ids[0], (Sampling(0.7, 5, 0.9), 3)
    )
    data = data_of(app, "tree")
    assert sent(data) == records(expected[0])
    assert (data["method"], data["seed"]) == ("sampling", 3)
    [card] = [one for one in data_of(app, "methods")["cards"] if one["method"] == "sampling"]
    assert [one["total"] for one in card["endings"]] == [
        rank_final_hypotheses(one, 0.0)[0].total for one in expected
    ]
    other = open_page(PAGE, source=DEFAULT, seed="4", **link)
    expected = sample_translations(
        plain.source_ids, plain.target_ids[0], (Sampling(0.7, 5, 0.9), 4)
    )
    assert sent(data_of(other, "tree")) == records(expected[0])
    assert data_of(other, "tree")["version"] != data["version"]


def test_a_beginning_is_fixed_in_all_methods_and_released(open_page, data_of):
    app = open_page(PAGE, source=DEFAULT, begin="La table")
    prefix = session.load_model()[1].encode("La table")
    data = data_of(app, "tree")
    assert data["forced"] == len(prefix)
    assert [[token for token, *_ in step] for step in sent(data)[: len(prefix)]] == [
        [token] for token in prefix
    ]
    for card in data_of(app, "methods")["cards"]:
        for ending in card["endings"]:
            assert [token["id"] for token in ending["tokens"]][: len(prefix)] == prefix
    app.button(key="release").click().run()
    assert data_of(app, "tree")["forced"] == 0
    assert app.text_input(key="begin").value == ""


def test_another_sentence_has_no_beginning_fixed(open_page, data_of):
    app = open_page(PAGE, source=DEFAULT, begin="La table", search="2")
    app.text_input(key="source").set_value("Where is the station?").run()
    assert not app.exception
    data = data_of(app, "tree")
    assert (data["forced"], data["step"]) == (0, 0)


def test_a_beginning_that_ends_the_sentence_at_once(open_page, data_of):
    app = open_page(PAGE, source=DEFAULT, begin="</s>")
    assert not app.exception
    assert data_of(app, "ranking")["endings"][0] | {"total": 0} == {
        "text": "", "total": 0, "length": 1, "fate": "finished"
    }  # fmt: skip


def test_a_beginning_beyond_the_limit_is_cut_with_a_word(open_page, data_of):
    app = open_page(PAGE, source="Hi", begin="mot " * 90)
    assert not app.exception
    assert any("a translation can have only" in text.value for text in app.text)
    endings_shown = data_of(app, "ranking")["endings"]
    assert {one["fate"] for one in endings_shown} == {Fate.TRUNCATED.value}


@pytest.mark.parametrize("method", ["beam", "sampling"])
@pytest.mark.parametrize("source", ["Hi", "🙂 𝄞", "<b>no</b> $x^2$ **y**"])
def test_any_sentence_is_searched(open_page, source, method):
    assert not open_page(PAGE, source=source, method=method, beams="8").exception


def test_nonsense_in_the_link_is_forgotten(open_page, data_of):
    app = open_page(
        PAGE, beams="99", alpha="7", search="999", method="x", seed="0", top_p="2", pruned="5"
    )
    assert not app.exception
    data = data_of(app, "tree")
    assert (data["method"], data["width"], data["alpha"]) == ("beam", 4, 0.6)
    assert (data["step"], data["seed"], data["pruned"], data["top_p"]) == (0, 1, 0, 1.0)


def test_edits_of_the_bar_reach_the_search(open_page, data_of):
    app = open_page(PAGE, source=DEFAULT, silenced="cross-1-1 cross-2-3")
    reading = app.session_state["read"].read()
    best = data_of(app, "ranking")["endings"][0]
    assert best["text"] == reading.translation
    assert best["total"] == near(reading.hypotheses[0].total)


def test_the_cost_is_that_of_the_translation(open_page, plain):
    app = open_page(PAGE, source=DEFAULT)
    given = plain.target_ids[: len(plain.output)]
    rows = [
        sum(s.rows for s in count_step_costs(plain.source_ids, given, kept))
        for kept in (True, False)
    ]
    [text] = [one.value for one in app.markdown if one.value.startswith("We counted")]
    assert f"**{rows[0]:,}** rows" in text
    assert f"Without it, they send **{rows[1]:,}**." in text
    assert given[-1] != EOS
