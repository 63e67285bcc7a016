"""Patch it: what the page shows is what patched passes compute; whatever is asked, it answers."""

import re
from functools import partial

import pytest

from model.passes import record_pass
from model.patching.minimal_pairs import patch_minimal_pairs
from model.patching.predictions import MIN_LOGIT_DIFFERENCE, patched_predictions
from model.tokenizer import EOS
from pages.lab.patch_it import pairs, trial
from pages.lab.patch_it.presets import PAIRS, make_counterpart
from pages.lab.patch_it.remarks import notes
from ui.frame import background
from ui.queues.workers import Workers
from ui.readings import session

PAGE = "patch_it"
PAIR = {"source": "He is tired.", "to": "fr", "changed_sentence": "She is tired."}
DOCTOR = {
    "source": "The doctor finished his work.", "to": "de",
    "changed_sentence": "The doctor finished her work.",
}  # fmt: skip


@pytest.fixture
def opened(open_page, data_of):
    def opened(**parameters):
        app = open_page(PAGE, **parameters)
        assert not app.exception
        return app, data_of(app, "patch_view")

    return opened


def said(app) -> str:
    shown = [*app.get("html"), *app.info, *app.text, *app.caption]
    text = " ".join(str(getattr(one, "value", None) or one.proto.body) for one in shown)
    return re.sub("<.*?>", "", text)


def effects(data, name):
    [found] = [one for one in data["maps"] if one["name"] == name]
    return [[None if i < 0 else data["effects"][i] for i in row] for row in found["index"]]


def test_the_changed_words_own_vector_turns_the_answer_at_every_depth(opened):
    app, data = opened(**DOCTOR)
    rows = effects(data, "encoder")
    assert len(rows) == session.load_model()[0].config.N + 1
    assert all(row[3] > 0.9 and max(map(abs, (*row[:3], *row[4:]))) < 0.1 for row in rows)
    assert rows[0][3] == 1
    assert "in the place of “his”, at any depth of the encoder" in said(app)
    _, data = opened(**DOCTOR, place="encoder.0.3")  # before the first layer nothing else differs
    assert data["written"]["same"] == "= changed"


def test_a_cell_shows_what_a_whole_pass_says_with_that_vector_in_its_place(opened):
    _, data = opened(**PAIR, place="encoder.2.0")
    model, tokenizer = session.load_model()
    tap = "encoder.layers.1.add_and_norm_2.output"
    clean, changed = ([*tokenizer.encode(PAIR[key]), EOS] for key in ("source", "changed_sentence"))
    target = [tokenizer.start("fr")]
    other = record_pass(model, changed, target)[tap]

    def put(value):
        value = value.clone()
        value[0, 0] = other[0, 0]
        return value

    logits = record_pass(model, clean, target, {tap: put})["logits"][0, -1]
    p = logits.softmax(dim=-1)
    [found] = [one for one in data["maps"] if one["name"] == "encoder"]
    cell = found["index"][2][0]
    assert data["tops"][cell][:5] == [
        [i, pytest.approx(p[i].item(), abs=1e-4)] for i in p.argsort(descending=True)[:5].tolist()
    ]
    one, two = data["ids"]
    d = {run["name"]: run["d"] for run in data["runs"]}
    effect = (logits[two] - logits[one] - d["clean"]) / (d["changed"] - d["clean"])
    assert data["effects"][cell] == pytest.approx(effect.item(), abs=1e-3)


def test_the_last_position_after_the_last_layer_decides(opened):
    _, data = opened(**PAIR)
    *_, last = effects(data, "decoder")
    assert last[-1] == pytest.approx(1, abs=1e-3)


def test_both_runs_are_edited_where_the_visitor_has_edited_the_model(opened):
    _, plain = opened(**PAIR)
    _, edited = opened(**PAIR, edits="cross-4-7 encoder-1-1")
    assert [run["d"] for run in plain["runs"]] != [run["d"] for run in edited["runs"]]
    *_, last = effects(edited, "decoder")
    assert last[-1] == pytest.approx(1, abs=1e-3)


def test_a_link_restores_everything(opened):
    link = {
        "direction": "out", "patch_step": "2", "place": "cross-heads.3.8", "everywhere": "True",
        "beginning": "Il est", "clean_token": "fatigué", "changed_token": "très",
    }  # fmt: skip
    app, data = opened(**PAIR, **link)
    assert data["chosen"] == ["cross-heads", 3, 8]
    assert data["host"] == "changed"
    assert data["after"] == "probability after “Il”"
    assert [data["tokens"][str(i)]["text"] for i in data["ids"]] == ["fatigué", "très"]
    assert app.session_state["everywhere"] is True
    assert app.session_state["beginning"] == "Il est"


def test_the_openings_example_is_what_the_default_sentence_shows(opened):
    app, data = opened(source="The dog is sleeping because he is tired.", to="fr")
    assert "“he”, at any depth of the encoder" in said(app)
    assert ["qu'elle", True] in data["written"]["words"]
    assert "50 vectors of the encoder" in said(app)


@pytest.mark.parametrize(
    ("changed", "name"),
    [("She is tired.", "“She” into “He”"), ("She was tired.", "changed into original")],
)
def test_a_direction_is_named_by_the_one_word_that_differs(opened, changed, name):
    app, _ = opened(**PAIR | {"changed_sentence": changed}, direction="out")
    [widget] = [one for one in app.get("button_group") if one.proto.id.endswith("direction")]
    assert widget.proto.options[0].content == name
    assert app.session_state["direction"] == "out"


def test_the_two_directions_swap_the_runs(opened):
    _, one = opened(**PAIR)
    _, other = opened(**PAIR, direction="out")
    assert one["runs"] == other["runs"]
    assert (one["host"], other["host"]) == ("clean", "changed")
    assert one["effects"] != other["effects"]


def test_one_sentence_in_two_languages_differs_in_the_start_token_alone(opened):
    text = "The cat sleeps in the garden."
    _, data = opened(source=text, to="fr", changed_sentence=text, changed_to="de", patch_step="4")
    assert data["chosen"][0] == "decoder"
    assert not any(value for row in effects(data, "encoder") for value in row)
    rows = effects(data, "decoder")
    assert rows[0] == [1, 0, 0, 0]
    assert rows[-1] == [0, 0, 0, pytest.approx(1, abs=1e-3)]


def test_unequal_sentences_leave_out_what_has_no_partner(opened):
    _, data = opened(
        source="I know where he lives.", changed_sentence="I never know where he lives."
    )
    assert {row[1] for row in effects(data, "encoder")} == {None}
    assert "“never” has no counterpart and is left out" in data["note"]


BAD = {
    "equal": ({"changed_sentence": "He is tired."}, notes.EQUAL),
    "ended": ({"beginning": "Il est fatigué.</s>"}, notes.ENDED),
    "no piece": ({"changed_token": "xylophonically"}, "tokens of the vocabulary"),
    "same tokens": ({"clean_token": "Il", "changed_token": "Il"}, "two different ones"),
}


@pytest.mark.parametrize(("link", "sentence"), BAD.values(), ids=BAD)
def test_bad_input_ends_in_one_clear_sentence(open_page, link, sentence):
    app = open_page(PAGE, **{**PAIR, **link})
    assert not app.exception
    assert sentence in said(app)


def test_two_runs_that_hardly_differ_are_not_divided(open_page, monkeypatch):
    monkeypatch.setattr(trial, "MIN_LOGIT_DIFFERENCE", 100.0)
    app = open_page(PAGE, **PAIR)
    assert not app.exception
    assert "below 100" in said(app)


def test_without_a_second_sentence_one_is_asked_for(open_page):
    app = open_page(PAGE, source="日本", to="fr")
    assert notes.NO_SECOND in said(app)
    app.text_input(key="changed_sentence").set_value("東京").run()
    assert not app.exception


def test_nonsense_in_a_link_is_forgotten(opened):
    _, plain = opened(**PAIR)
    link = {"place": "encoder.99.0", "direction": "up", "patch_step": "999", "changed_to": "xx"}
    _, odd = opened(**PAIR, **link)
    assert odd["chosen"] == plain["chosen"]
    assert odd["runs"] == plain["runs"]


def test_a_pair_of_ours_puts_both_sentences_and_languages_on_the_page(opened, data_of):
    app, _ = opened(**PAIR, clean_token="Il", direction="out")
    number = len(PAIRS) - 1
    app.button(key=f"pair_{number}").click().run()
    assert not app.exception
    data = data_of(app, "patch_view")
    assert app.session_state["source"] == PAIRS[number].texts[0]
    assert data["chosen"][0] == "decoder"
    assert data["host"] == "clean"
    assert len(data["runs"]) == 2
    assert len(data["maps"][1]["columns"]) == PAIRS[number].step


def test_another_sentence_forgets_step_tokens_and_place(opened, data_of):
    app, _ = opened(**PAIR, patch_step="3", place="sublayers.1.1", clean_token="Il")
    app.text_input(key="changed_sentence").set_value("We are tired.").run()
    data = data_of(app, "patch_view")
    assert data["chosen"][0] == "encoder"
    assert app.text_input(key="clean_token").value == ""


def test_what_takes_long_is_offered_followed_and_can_be_had_whole(open_page, data_of, monkeypatch):
    monkeypatch.setattr(background, "WORKERS", Workers(1, pause=0, timeout=600))
    monkeypatch.setattr("pages.lab.patch_it.cached.AT_ONCE", 10)
    app = open_page(PAGE, **PAIR)
    assert set(data_of(app, "patch_view")["effects"]) == {None}
    assert "Guess first" in said(app)
    app.button(key="begin_patching").click().run()
    assert app.session_state[background.JOBS]["patching"][1].over.wait(60)
    app.run()
    assert "Guess first" not in said(app)
    whole = data_of(app, "patch_view")["effects"]
    monkeypatch.undo()
    quick = data_of(open_page(PAGE, **PAIR), "patch_view")["effects"]
    assert whole == pytest.approx(quick, abs=1e-3)


def test_what_is_known_so_far_is_shown_while_the_rest_is_computed(open_page, data_of, monkeypatch):
    monkeypatch.setattr("pages.lab.patch_it.cached.AT_ONCE", 10)
    one_by_one = partial(patched_predictions, max_floats=1)
    monkeypatch.setattr("pages.lab.patch_it.cached.patched_predictions", one_by_one)
    resting = Workers(1, pause=60, timeout=600)  # after its first result
    monkeypatch.setattr(background, "WORKERS", resting)
    app = open_page(PAGE, **PAIR)
    app.button(key="begin_patching").click().run()
    _, job = app.session_state[background.JOBS]["patching"]
    while not job.poll_results():
        job.over.wait(0.05)
    app.run()
    known = data_of(app, "patch_view")
    assert None in known["effects"]
    assert set(known["effects"]) != {None}
    assert [bool(top) for top in known["tops"]] == [one is not None for one in known["effects"]]
    app.button(key="stop_patching").click().run()
    assert job.over.wait(60)


def test_a_word_is_exchanged_for_the_first_other_sentence():
    assert make_counterpart("He is tired.", "en") == "She is tired."
    assert make_counterpart("The cat sleeps.", "en") == "The dog sleeps."
    assert make_counterpart("Xyz", "en") == ""
    # A word of one language is none of another that is written alike.
    assert make_counterpart("Maria viajó a Sevilla.", "es") == ""
    assert make_counterpart("Il y a un chat.", "fr") == "Il y a un chien."


def test_all_pairs_differ_enough_and_are_measured_one_by_one():
    found = list(patch_minimal_pairs(session.glass(), PAIRS))
    assert [one.pair for one in found] == list(PAIRS)
    for one in found:
        clean, changed = one.differences
        assert changed - clean > MIN_LOGIT_DIFFERENCE
        assert one.paths["decoder"][-1][0] == pytest.approx(1, abs=1e-3)
    table = pairs.pairs_table_html(found)
    assert all(one.pair.name in table for one in found)
