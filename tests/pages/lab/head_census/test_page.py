"""Head census: the slider is the model's own edit, links restore all, each wrong wish is told."""

import html
import random
import re

import pytest
import torch

from model.census.importance import losses_by_silencing
from model.census.orders import GROUPS, least_important_first, list_heads
from model.census.professions import GenderOutcome, outcomes_to_rows
from model.changes.kinds import SilencedHead, collect_edits
from model.measures.scoring import log_probability
from model.storage import CENSUS
from pages.lab.head_census import cached, pruned_translations, remarks, scores
from pages.lab.head_census.views.census_table import COLUMNS
from ui.frame import background
from ui.queues.workers import Workers
from ui.readings import session
from ui.readings.changes import format_changes

PAGE = "head_census"
HE = {"source": "He is tired.", "to": "fr"}
RANDOM = tuple({"order": "random", "seed": seed} for seed in (1, 2))


@pytest.fixture
def table(monkeypatch):
    """A census of made-up numbers: the page shows whatever was measured."""
    config, chance = session.load_model()[0].config, random.Random(1)
    rows = [
        {"attention": one.attention, "layer": one.layer, "head": one.head, "role": "end"}
        | {key: chance.random() for key in ("share", "output", "silencing", "gradient")}
        for one in list_heads(config)
    ]
    curves = []
    for group in GROUPS:
        counts = [part * len(list_heads(config, group)) // 4 for part in range(5)]
        for order in ({"order": "silencing"}, {"order": "gradient"}, *RANDOM):
            points = {key: [chance.uniform(0, 60) for _ in counts] for key in ("bleu", "chrf")}
            curves.append({"group": group, **order, "silenced": counts, **points})
    said = [
        GenderOutcome("nurse", "women", pronoun, "fr", "L'infirmière a perdu ses clés.", "feminine")
        for pronoun in ("his", "her")
    ]
    found = {"lines": 10, "directions": 6, "heads": rows, "curves": curves}
    found["professions"] = outcomes_to_rows(said)
    monkeypatch.setattr(cached, "load_head_statistics", lambda: found)
    return found


@pytest.fixture
def opened(open_page, data_of, table):
    def opened(**parameters):
        app = open_page(PAGE, **parameters)
        assert not app.exception
        return app, data_of(app, "census_view")

    return opened


def said(app) -> str:
    shown = [*app.get("html"), *app.info, *app.text, *app.caption, *app.warning]
    text = " ".join(str(getattr(one, "value", None) or one.proto.body) for one in shown)
    return re.sub("<.*?>", "", text)


def first(count, group="all", measure="sentence"):
    return format_changes(cached.order_heads(measure, group, "He is tired.", "fr")[:count])


def test_the_order_is_that_of_the_census(opened, table):
    _, data = opened(**HE)
    rows = table["heads"]
    lost = [rows[place]["silencing"] for place in data["order"]]
    assert lost == sorted(lost)
    assert len(set(data["order"])) == len(list_heads(session.load_model()[0].config))
    assert data["roles"] == [row["role"] for row in rows]


def test_this_sentences_own_order_is_measured_on_its_own_translation(opened):
    _, data = opened(**HE, census_order="sentence")
    model = session.load_model()[0]
    lost = losses_by_silencing(model, *cached.get_sentence_ids("He is tired.", "fr"))
    assert data["importance"] == pytest.approx(lost.flatten().tolist(), abs=1e-4)
    everyone = list_heads(model.config)
    assert [everyone[place] for place in data["order"]] == least_important_first(lost, model.config)


def test_the_line_is_the_mean_probability_with_so_many_heads_silenced(opened):
    _, data = opened(**HE)
    model, everyone = session.load_model()[0], list_heads(session.load_model()[0].config)
    source, translation = cached.get_sentence_ids("He is tired.", "fr")
    line = data["own"]
    assert (line[0][0], line[-1][0]) == (0, 96)
    for count, shown in (line[0], line[len(line) // 2], line[-1]):
        some = [everyone[one] for one in data["order"][:count]]
        total = log_probability(model, source, translation, collect_edits(model, some))
        p = 100 * torch.tensor(total / (len(translation) - 1)).exp().item()
        assert shown == pytest.approx(p, abs=0.02)


def test_what_is_silenced_is_an_edit_that_every_page_shows(opened):
    codes = first(30, "decoder")
    app, data = opened(**HE, edits=codes, heads_of="decoder", census_order="sentence")
    assert sorted(data["silenced"]) == sorted(data["order"][:30])
    assert app.button(key="normal").label == "Back to normal"
    assert data["says"][1]["label"] == "30 off"
    assert not [note for note in data["notes"] if "by hand" in note]


@pytest.mark.parametrize("text", ["The dog is sleeping because he is tired.", "Hello"])
def test_how_many_heads_can_go_is_shown_before_any_is_off(opened, text):
    app, data = opened(source=text, to="fr")
    plain, *others = (" ".join(word for word, __ in one["words"]) for one in data["says"])
    assert plain == session.read(text, "fr").translation
    order = cached.order_heads("silencing", "all", text, "fr")
    for shown, words in zip(data["says"][1:], others, strict=True):
        count = int(shown["label"].split()[0])
        assert words == cached.translate_without_heads(text, "fr", order[:count])
        assert f"{count} " in said(app)


def test_heads_that_were_chosen_by_hand_are_said_to_be(opened):
    _, data = opened(**HE, edits="cross-1-2 encoder-3-3")
    assert len(data["silenced"]) == 2
    assert remarks.describe_manual_selection(2) in data["notes"]


def test_other_changes_are_left_out_and_that_is_said(opened):
    app, data = opened(**HE, edits="no-residuals encoder-1-6")
    off = session.read("He is tired.", "fr", (SilencedHead("encoder", 0, 5),))
    assert " ".join(word for word, _ in data["says"][1]["words"]) == off.translation
    assert remarks.OTHER_CHANGES in data["notes"]
    assert remarks.ORIGINAL in said(app)


def test_a_link_restores_everything(opened, data_of):
    app, data = opened(
        **HE, heads_of="cross", census_order="gradient", census_head="decoder-3-4",
        census_sort="output", profession="nurse",
    )  # fmt: skip
    assert data["version"][-2:] == ["cross", "gradient"]
    assert data["names"][data["chosen"]] == "Decoder self-attention, layer 3, head 4"
    assert data_of(app, "census_table")["sort"] == "output"
    assert app.text_input(key="profession").value == "nurse"
    assert "The nurse lost her keys." in said(app)


def test_nonsense_in_a_link_is_forgotten(opened, data_of):
    _, plain = opened(**HE)
    app, odd = opened(
        **HE, heads_of="some", census_order="x", census_head="cross-9-99", census_sort="name"
    )
    assert {**odd, "version": 0} == {**plain, "version": 0}
    assert data_of(app, "census_table")["sort"] == "silencing"
    assert next(iter(COLUMNS)) == "head"


def test_the_chosen_head_is_silenced_and_speaks_again(opened, data_of):
    app, data = opened(**HE, census_head="decoder-1-1")
    app.button(key="silence_chosen").click().run()
    now = data_of(app, "census_view")
    assert now["silenced"] == [now["chosen"]]
    app.button(key="silence_chosen").click().run()
    assert data_of(app, "census_view")["silenced"] == data["silenced"] == []


def test_its_map_opens_on_multi_head(opened, data_of):
    app, _ = opened(**HE, census_head="decoder-3-4")
    app.button(key="map_of_chosen").click().run()
    assert not app.exception
    found = data_of(app, "heads")
    assert (found["layer"], found["head"]) == (2, 3)
    assert found["causal"]


def test_a_census_of_other_weights_is_none(monkeypatch, tmp_path):
    (tmp_path / CENSUS).write_text('{"weights": "others"}')
    monkeypatch.setattr(session, "MODEL_FOLDER", tmp_path)
    monkeypatch.setattr(session, "fingerprint", lambda: "these")
    assert cached.load_head_statistics() is None


def test_without_a_census_the_sentence_itself_is_measured(open_page, data_of, monkeypatch):
    monkeypatch.setattr(cached, "load_head_statistics", lambda: None)
    app = open_page(PAGE, **HE)
    assert not app.exception
    data = data_of(app, "census_view")
    assert data["chrf"] == data["band"] == []
    assert data["version"][-1] == "sentence"
    assert any("measured for other weights" in note for note in data["notes"])
    assert set(data["roles"]) <= set(remarks.ROLES)
    assert data["own"][-1][0] == len(data["roles"])


@pytest.mark.parametrize("job", ["", "...", "one two three four"])
def test_a_job_that_is_none_ends_in_one_sentence(opened, job):
    app, _ = opened(**HE, profession=job or " ")
    assert remarks.NO_JOB in said(app)


def test_a_job_is_text_and_nothing_else(opened):
    app, _ = opened(**HE, profession="<b>cook</b>")
    assert "<b>cook" not in "".join(one.proto.body for one in app.get("html"))


def test_patch_it_opens_with_both_sentences(opened, data_of):
    app, _ = opened(**HE, profession="nurse")
    app.session_state["everywhere"] = True
    app.button(key="patch_de").click().run()
    assert not app.exception
    assert app.session_state["source"] == "The nurse lost his keys."
    assert app.session_state["changed_sentence"] == "The nurse lost her keys."
    assert app.session_state["to"] == "de"
    assert not app.session_state["everywhere"]
    assert data_of(app, "patch_view")["runs"]


@pytest.fixture
def three(monkeypatch, table):
    """An order of three heads only, so that all numbers of them are soon translated."""
    some = cached.order_heads("silencing", "cross", "He is tired.", "fr")[-3:]
    monkeypatch.setattr(cached, "order_heads", lambda *_: some)
    return some


def test_every_number_of_heads_is_translated_by_a_worker(open_page, monkeypatch, three):
    monkeypatch.setattr(background, "WORKERS", Workers(1, pause=0, timeout=600))
    app = open_page(PAGE, **HE)
    app.button(key="begin_everywhere").click().run()
    _, job = app.session_state[background.JOBS]["everywhere"]
    assert job.over.wait(120)
    app.run()
    found = job.poll_results()
    assert found == [
        session.read("He is tired.", "fr", tuple(sorted(three[:count]))).translation
        for count in range(4)
    ]
    assert pruned_translations.translations_table_html(found, "fr") in [
        one.proto.body for one in app.get("html")
    ]


def test_the_scores_are_those_of_the_census(table):
    shown = scores.scores_table_html(table["curves"])
    for one in table["curves"]:
        if one["order"] != "random":
            assert f"<td><b>{one['bleu'][2]:.1f}</b> ({one['chrf'][2]:.1f})</td>" in shown
    chance = [one["bleu"][1] for one in table["curves"] if one["order"] == "random"][:2]
    assert f"<td>{min(chance):.1f} to {max(chance):.1f}</td>" in shown


def test_the_jobs_that_were_measured_are_counted(opened):
    app, _ = opened(**HE)
    text = said(app)
    assert "a woman's form in 100% of the translations (1)" in html.unescape(text)
    assert "L'infirmière a perdu ses clés." in html.unescape(text)
