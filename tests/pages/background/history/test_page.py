"""The page about history: drawings of this sentence, Table 1, gradients, and what was measured."""

import re

import pytest

from pages.background.history import cached
from pages.background.history.compute.families import FAMILIES
from pages.background.history.compute.recurrence import (
    ATTENTION,
    LSTM_KIND,
    RNN_KIND,
    measure_gradient_reach,
)
from pages.background.history.compute.table_1 import ATTENTION as LAYER
from pages.background.history.compute.table_1 import (
    LSTM_BUILTIN,
    LSTM_LOOP,
    RECURRENT,
    SELF_ATTENTION,
    compute_table_1,
    find_crossings,
)
from pages.background.history.growing_costs import KERNEL, NEIGHBOURS
from pages.background.history.remarks import costs, drawing
from pages.background.history.views.families import Family
from ui.frame.bar import DEFAULT
from ui.readings import session
from ui.words import format_percent

PAGE = "history"
LONG = "the old dog walks through the green garden " * 5


@pytest.fixture(scope="module")
def plain():
    return session.read(DEFAULT, "fr")


def lines(data_of, app, key):
    """The lines of a figure that have a name, by it."""
    figure = data_of(app, key)["figure"]
    return {line["name"]: (line["x"], line["y"]) for line in figure["data"] if "name" in line}


def html(app, part):
    return next(one.proto.body for one in app.get("html") if part in one.proto.body)


def test_every_family_is_drawn_over_this_sentence(open_page, data_of, plain):
    app = open_page(PAGE, source=DEFAULT, family="3", word="2")
    assert not app.exception
    data = data_of(app, "families")
    n, m = len(plain.source), len(plain.output)
    assert [token["text"] for token in data["source"]] == [token.text for token in plain.source]
    assert [token["text"] for token in data["target"]] == [token.text for token in plain.output]
    for sent, graph in zip(data["families"], FAMILIES.values(), strict=True):
        assert sent["graph"]["steps"] == graph(n, m).steps
        assert [tuple(node[:3]) for node in sent["graph"]["nodes"]] == graph(n, m).nodes
        assert [tuple(node[3:]) for node in sent["graph"]["nodes"]] == graph(
            n, m
        ).find_shortest_paths()
        assert [tuple(edge) for edge in sent["graph"]["edges"]] == graph(n, m).edges
        assert all(sent[part] for part in ("name", "year", "paper", "added", "stopped"))
    assert (data["family"], data["word"]) == (2, 1)
    assert f"<b>{n - 2} forget gates</b>" in html(app, 'class="look"')


@pytest.mark.parametrize("n", [2, 3, 4, 5, 9, 10, 28, 129])
def test_what_is_said_of_reach_is_read_off_the_drawing(n, plain):
    words = [f"w{place}" for place in range(n)]
    shown = [
        Family("", "", "", "", "", "", "", graph(n, len(plain.output)))
        for graph in FAMILIES.values()
    ]

    def said(name):
        return drawing.describe_takeaway(shown, list(FAMILIES).index(name), words, 0, (4, 4))

    unseen = [far for _, far in FAMILIES["feed_forward"](n, 1).find_shortest_paths()[:n]].count(-1)
    expected = f"these {n} just fit," if not unseen else "never reach"
    assert expected in said("feed_forward")
    assert "the first 1 token" not in said("feed_forward")
    if unseen > 1:
        assert f"the first {unseen} tokens never reach" in said("feed_forward")
    back, layers = 0, FAMILIES["convolutions"](n, 1).steps
    while FAMILIES["convolutions"](back + 2, 1).steps <= layers:
        back += 1
    assert f" {back} tokens back" in said("convolutions")
    assert ("One layer** reaches" if layers == 1 else f"{layers} layers**") in said("convolutions")


def test_the_projections_are_why_table_1_and_the_count_differ():
    n, d = 10, 256
    text = costs.describe_counts(n, d)
    share = 4 * n * d * d / (4 * n * d * d + 2 * n * n * d)
    assert f"{format_percent(share, 1)} of attention's total" in text
    assert "25.6" in text
    assert not re.search(r"\d[\d,.]{7,}", text)


@pytest.mark.parametrize("family", [str(place + 1) for place in range(len(FAMILIES))])
@pytest.mark.parametrize("source", ["Hi", "🙂 𝄞 <b>no</b> **y**", LONG])
def test_any_sentence_and_word_can_be_followed(open_page, monkeypatch, source, family):
    monkeypatch.setattr(cached, "measure_gradient_reach", lambda *_: [0.5, 0.25])  # tested below
    app = open_page(PAGE, source=source, family=family, word="2")
    assert not app.exception
    assert html(app, 'class="look"')


def test_the_table_and_its_curves_are_table_1(open_page, data_of, plain):
    app = open_page(PAGE, source=DEFAULT, length="1000", width="512")
    costs = compute_table_1(1000, 512, KERNEL, NEIGHBOURS)
    table = re.sub("<[^>]+>", " ", html(app, 'class="costs"'))
    for one in costs.values():
        assert f"{one.operations:,}" in table
        assert f"{one.path:,.0f}" in table or f"{one.path:,.1f}" in table
    for measure in ("operations", "sequential", "path"):
        for name, (x, y) in lines(data_of, app, measure).items():
            own = compute_table_1(x[-1], 512, KERNEL, NEIGHBOURS)[name]
            assert y[-1] == getattr(own, measure)
    assert x[-1] == 10_000
    assert "2.0 times as many</b> operations for self-attention" in html(app, "Here n = 1,000")


def test_the_length_is_this_sentences_until_another_is_chosen(open_page, plain):
    app = open_page(PAGE, source=DEFAULT, length="777", width="9", family="99", networks="0")
    assert not app.exception  # and none of these make sense
    n = len(plain.source)
    assert f"Here n = {n}, as in this sentence," in html(app, "Here n =")
    assert f"r = {n}" in html(app, 'class="costs"')  # no more can be looked at than there is
    app.select_slider(key="length").set_value(500).run()
    assert "operations for self-attention" in html(app, "Here n = 500")
    app.text_input(key="source").set_value("Where is the station?").run()
    own = len(session.read("Where is the station?", "fr").source)
    assert f"Here n = {own}, as in this sentence," in html(app, "Here n =")


def test_equal_length_and_width_are_called_equal():
    assert "the same number" in costs.describe_cheaper_layer(256, 256, 10)
    assert compute_table_1(256, 256, 3, 16)[SELF_ATTENTION].operations == (
        compute_table_1(256, 256, 3, 16)[RECURRENT].operations
    )


def test_the_gradients_are_those_of_the_chosen_networks(open_page, data_of, plain):
    app = open_page(PAGE, source=DEFAULT, state="2", forget="3", networks="4")
    assert not app.exception
    drawn, n = lines(data_of, app, "reach"), len(plain.source)
    for kind, setting in ((RNN_KIND, 2), (LSTM_KIND, 3), (ATTENTION, 0)):
        x, y = drawn[kind]
        values = measure_gradient_reach(kind, n, setting, 4)
        product = values[0] * values[1] * values[2]
        assert y[x.index(n)] == pytest.approx(product ** (1 / 3))
    assert "explodes" in html(app, "A gradient of length 1")
    before = app.session_state["networks"]
    next(button for button in app.button if button.label == "Other networks").click().run()
    assert app.session_state["networks"] == before + 1


def test_seconds_are_measured_on_request_only_and_crossings_are_computed(
    open_page, data_of, monkeypatch
):
    asked = []

    def seconds(n):
        asked.append(n)
        return {LSTM_LOOP: n * 1e-3, LSTM_BUILTIN: n * 2e-6, LAYER: n * n * 1e-5}

    monkeypatch.setattr(cached, "time_layers", seconds)
    monkeypatch.setattr(cached, "measure_gradient_reach", lambda *_: [0.5, 0.25])
    app = open_page(PAGE, source=DEFAULT)
    assert lines(data_of, app, "timed") == {}
    assert not asked
    next(button for button in app.button if button.label == "Measure").click().run()
    assert not app.exception
    assert asked[0] == 1
    assert asked[-1] == 2000
    x, y = lines(data_of, app, "timed")[LAYER]
    assert x == asked
    assert y == pytest.approx([n * n * 1e-2 for n in asked])
    said = html(app, "is faster than the LSTM")
    assert "slower from <b>n ≈ 100</b> on" in said
    assert "and every larger n, attention is slower than PyTorch’s own LSTM" in said
    assert find_crossings(asked, y, [float(n) for n in asked])[0][0] == pytest.approx(100)
