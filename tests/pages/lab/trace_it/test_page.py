"""Trace it: what the page draws is the decision's own flow, and its cuts are real."""

import html
import json

import pytest

from model.changes.kinds import CutPosition, SilencedHead
from model.flow.ablation import Ablation, logits_after_ablation, predict_margin
from model.flow.flows import compute_flows as every_flow
from model.flow.kinds import GENDER, NAME, NEGATION, PRONOUN, find_decisions
from model.flow.nodes import FEED_FORWARD, STACKS, Node, list_nodes
from model.flow.routes import yield_strongest_edges
from model.measures.top_activations import top_tokens
from pages.lab.trace_it import cached, picture, remarks
from pages.lab.trace_it.decision_kinds import PRESETS
from ui.frame import background
from ui.queues.workers import Workers
from ui.readings import session, units
from ui.words import format_percent

PAGE = "trace_it"
STATION = {"source": "Where is the station?", "to": "es"}
HEAD = ("cross", 3, 1)


@pytest.fixture
def opened(open_page, data_of):
    def opened(**parameters):
        app = open_page(PAGE, **{**STATION, **parameters})
        assert not app.exception
        return app, data_of(app, "trace_view")

    return opened


def flow(step, **more):
    return session.read("Where is the station?", "es").flow(step, **more)


def shown(app):
    return html.unescape(" ".join(str(one.proto.body) for one in app.get("html")))


def test_the_picture_has_the_strongest_flows_and_every_tokens_part(opened):
    app, data = opened(step="4")
    own = flow(3)
    assert data["m"] == pytest.approx(own.m, abs=1e-4)
    parts = [node["part"] for node in data["nodes"] if node["kind"] == "token"]
    assert parts == pytest.approx([*own.source, *own.prefix], abs=1e-4)
    flows = [way["flow"] for way in data["ways"]]
    assert flows == pytest.approx([way.flow for way in own.strongest_edges(len(flows))], abs=1e-4)
    ids = {node["id"] for node in data["nodes"]}
    assert {way["begin"] for way in data["ways"]} <= ids
    assert {way["end"] for way in data["ways"]} <= ids | {"m"}
    assert "In your sentence" in shown(app)
    assert data["spoken"].startswith("The strongest flows into m")


def test_the_first_step_is_an_articles_and_the_chosen_node_the_strongest(opened):
    _, data = opened()
    [(place, part), *_] = flow(3).strongest_nodes(1)
    chosen = next(node for node in data["nodes"] if node["id"] == data["chosen"])
    assert data["said"] == "la"
    assert chosen["part"] == pytest.approx(part, abs=1e-4)
    assert chosen["position"] == place.position + 1


def test_an_articles_first_rival_has_the_other_gender(open_page, data_of):
    text = "The dog is sleeping because he is tired."
    data = data_of(open_page(PAGE, source=text, to="fr", sections="none"), "trace_view")
    assert (data["said"], data["rival"]) == ("Le", "“La”")
    source = [
        node for node in data["nodes"] if (node["kind"], node["stack"]) == ("token", "encoder")
    ]
    assert max(source, key=lambda node: node["part"])["token"] == "dog"


def test_the_table_has_cuts_of_others_that_are_as_large(opened):
    app, _ = opened(step="4", sections="all")
    for sort in ("heads", "units"):
        rates = cached.load_flow_statistics()["kinds"][GENDER][f"all {sort}"]
        both = (rates["together"], rates["as large at random"])
        assert all(f"<td>{format_percent(rate)}</td>" in shown(app) for rate in both)


def test_the_cut_of_the_chosen_node_is_measured(opened):
    app, data = opened(step="4")
    own = flow(3)
    [(place, _), *_] = own.strongest_nodes(1)
    cut = Ablation(place.node, place.position)
    [logits] = logits_after_ablation(own.linearized.network, own.linearized.decision, [[cut]])
    after = logits[own.linearized.decision.token] - logits[own.linearized.decision.foil]
    assert data["card"]["measured"] == pytest.approx(after.item(), abs=2e-3)
    assert data["card"]["predicted"] == pytest.approx(predict_margin(own.linearized, cut), abs=2e-3)
    scatter = next(
        json.loads(one.proto.json)["figure"]
        for one in app.get("bidi_component")
        if "trace-cuts" in one.proto.json
    )
    assert len(scatter["data"]) == 3


def test_another_rival_or_the_mean_of_all_may_be_chosen_or_typed(opened):
    _, mean = opened(step="4", against="mean")
    assert mean["m"] == pytest.approx(flow(3, rival="mean").m, abs=1e-4)
    [token] = session.glass().tokenizer.encode_target("una")
    _, typed = opened(step="4", rival_token="una")
    assert typed["m"] == pytest.approx(flow(3, rival=token).m, abs=1e-4)
    assert typed["rival"] == "“una”"


def test_a_cut_is_kept_as_a_change_and_the_changed_models_way_is_followed(opened, data_of):
    head = Node("decoder", *HEAD)
    assert head == flow(3).strongest_nodes(1)[0][0].node
    [(place, _), *_] = flow(3).strongest_nodes(1)
    for key, change in (
        ("keep_cut", CutPosition(*HEAD, place.position)),
        ("keep_everywhere", SilencedHead(*HEAD)),
    ):
        app, data = opened(step="4")
        app.button(key).click().run()
        assert not app.exception
        assert app.session_state["edits"] == change.code
        changed = session.read("Where is the station?", "es", (change,))
        now = data_of(app, "trace_view")
        assert now["m"] == pytest.approx(changed.flow(3).m, abs=1e-4)
        assert now["m"] != data["m"]


def test_a_feed_forward_networks_units_have_the_words_that_activate_them(opened):
    own = flow(3)
    place = next(place for place, _ in own.strongest_nodes(40) if place.node.kind == FEED_FORWARD)
    known = list_nodes(own.linearized.network.config, place.node.stack)
    key = f"{STACKS.index(place.node.stack)}.{known.index(place.node)}.{place.position}"
    _, data = opened(step="4", node=key)
    assert data["card"]["id"] == key
    for number, _, words in data["card"]["units"]:
        excited, texts = units.top_activations(place.node.stack, place.node.layer)
        tokens = top_tokens(excited, texts, number - 1)
        assert words == list(dict.fromkeys(token.text for token in tokens))[: len(words)]
        assert words or not tokens


def test_the_bars_add_up_to_m_and_the_score_to_its_pairs(opened):
    app, data = opened(step="4")
    figures = [
        json.loads(one.proto.json)["figure"]
        for one in app.get("bidi_component")
        if one.proto.component_name == "plot"
    ]
    bars = next(one for one in figures if one["data"][0]["type"] == "bar")
    last = bars["data"][0]["text"][-1]
    assert float(last) == pytest.approx(data["m"], abs=0.006)
    assert any(one["data"][0]["type"] == "heatmap" for one in figures)


def test_a_long_sentence_is_followed_by_a_worker_and_then_drawn(open_page, data_of, monkeypatch):
    monkeypatch.setattr(background, "WORKERS", Workers(1, 12, 0.0, 120))
    monkeypatch.setattr(picture, "QUICK", 10)
    app = open_page(PAGE, **STATION, step="4", sections="none")
    assert app.session_state[background.JOBS]["ways"][1].over.wait(120)
    app.run()
    assert not app.exception
    own, data = flow(3), data_of(app, "trace_view")
    flows = [way["flow"] for way in data["ways"]]
    assert flows == pytest.approx([way.flow for way in own.strongest_edges(len(flows))], abs=1e-4)
    *_, last = every_flow(own.linearized)
    assert data["into"] == pytest.approx(last.values.abs().sum().item(), abs=1e-4)


def test_how_far_the_following_is_rises_to_one():
    shares = [one.share for one in yield_strongest_edges(flow(3).linearized, 10)]
    assert shares == sorted(shares)
    assert len(shares) > 5
    assert shares[-1] == 1.0


@pytest.mark.parametrize("node", ["1.999.0", "0.2.99", "7.0.0", "x", "1.2"])
def test_a_link_to_a_node_that_is_not_there_shows_the_strongest(opened, node):
    _, data = opened(node=node)
    assert data["chosen"] == opened()[1]["chosen"]


def test_weights_that_nobody_measured_have_no_table_but_cuts_to_zero(opened, monkeypatch):
    monkeypatch.setattr(cached, "load_flow_statistics", lambda: None)
    monkeypatch.setattr(cached, "load_mean_outputs", lambda: {})
    app, _ = opened(step="4")
    assert remarks.NO_TABLE.split("`")[0] in shown(app)


@pytest.mark.parametrize(
    ("preset", "kind"),
    list(zip(list(PRESETS)[:4], (GENDER, NEGATION, PRONOUN, NAME), strict=True)),
)
def test_a_decision_to_try_is_of_the_kind_that_its_link_says(preset, kind):
    text, language, step = PRESETS[preset]
    readings = {one: session.read(text, one) for one in dict.fromkeys((language, "fr", "de"))}
    found = find_decisions(readings, session.glass().tokenizer)
    assert (kind, language, step - 1) in {(one.kind, one.language, one.step) for one in found}
