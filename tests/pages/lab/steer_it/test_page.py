"""Steer it: what the strip says is what a steered model says; each wrong pair has its sentence."""

import re

import pytest
import torch

from model.changes.kinds import Steering
from model.passes import Search
from model.steering.along import random_control
from model.steering.pairs import find_direction, read_pairs
from pages.lab.steer_it import cached, compute
from pages.lab.steer_it.presets import OWN
from pages.lab.steer_it.typed import parse_pairs as read_typed
from tests.close import assert_near
from ui.readings import session
from ui.readings.changes import format_changes

PAGE = "steer_it"
ASKED = {"source": "Where do you live?", "to": "de", "direction_added": "polite"}


@pytest.fixture
def opened(open_page, data_of):
    def opened(**parameters):
        app = open_page(PAGE, **parameters)
        assert not app.exception
        return app, data_of(app, "steer_strip")

    return opened


def said(app) -> str:
    shown = [*app.get("html"), *app.info, *app.text, *app.caption, *app.warning]
    text = " ".join(str(getattr(one, "value", None) or one.proto.body) for one in shown)
    return re.sub("<.*?>", "", text)


def translation(one) -> str:
    return " ".join(word for word, __ in one["words"])


def test_french_pairs_make_german_polite_and_the_page_begins_where_it_turns(opened):
    app, data = opened(**ASKED)
    steered, random = data["rows"]
    turned = next(one for one in steered["said"] if one["alpha"] == data["alpha"])
    before = next(one for one in steered["said"] if one["alpha"] == data["alpha"] - 0.5)
    assert translation(before) == "Wo wohnst du?"
    assert translation(turned) == "Wo wohnen Sie?"
    assert [new for __, new in turned["words"]] == [False, True, True]
    assert "becomes “Wo wohnen Sie?”" in said(app)
    alphas = [[one["alpha"] for one in row["said"]] for row in (steered, random)]
    assert alphas[0] == alphas[1]


def test_every_place_of_the_strip_is_what_the_door_says_with_that_change(opened):
    _, data = opened(**ASKED)
    glass = session.glass()
    direction = find_direction(
        glass.network, glass.tokenizer, read_pairs("polite"), target_language="de", name="polite"
    )
    for row, chosen in zip(data["rows"], (direction, random_control(direction)), strict=True):
        for one in row["said"][::4]:
            changes = [Steering(chosen, one["alpha"])]
            run = glass.read(ASKED["source"], "de", changes=changes)
            assert run.translation == translation(one)
            assert run.hypotheses[0].total == pytest.approx(one["log_p"], abs=1e-3)


def test_the_steered_model_can_be_taken_to_every_page(opened):
    app, data = opened(**ASKED, steer_alpha="3.0")
    assert data["alpha"] == 3
    app.button(key="use_steering").click().run()
    assert "steering-" in app.session_state["edits"]
    assert app.session_state["read"].read().translation == "Wo wohnen Sie?"
    assert "steered: 3 × polite, memory" in said(app)
    app.button(key="stop_steering").click().run()
    assert app.session_state["edits"] == ""


def test_a_steering_in_the_link_is_not_counted_twice(opened):
    glass = session.glass()
    direction = find_direction(glass.network, glass.tokenizer, read_pairs("polite"), name="polite")
    edits = format_changes([Steering(direction, 3.0)])
    (_, there), (_, plain) = opened(**ASKED, edits=edits), opened(**ASKED)
    assert there["rows"] == plain["rows"]


@pytest.mark.parametrize("place", ["encoder-2", "decoder-4"])
def test_a_direction_can_be_added_to_any_layer(opened, place):
    __, data = opened(**ASKED, steer_at=place)
    assert place.replace("-", " layer ") in data["rows"][0]["name"]
    __, one = opened(**ASKED, steer_at=place, steer_position="2")
    assert "one position" in one["rows"][0]["name"]
    assert one["rows"] != data["rows"]


def test_cats_become_dogs_by_pairs_of_ones_own(opened):
    asked = {"source": "The cat drinks milk.", "to": "fr", "direction_added": "own"}
    _, data = opened(**asked)
    assert "chien" in translation(data["rows"][0]["said"][-2])
    _, other = opened(**asked, own_pairs="A cat. = A dog.\nThe cat. = The dog.")
    assert other["rows"] != data["rows"]


@pytest.mark.parametrize(
    ("pairs", "why"),
    [
        (" ", "There is no pair yet"),
        ("A cat. = A dog.", "One pair is too few"),
        ("A cat. = A dog.\nA bird.", "Line 2 has no “=”"),
        ("A cat. = A dog.\nA bird. = A bird.", "Pair 2 has the same sentence twice"),
        ("A cat. = A dog.\nA bird. = " + "bird " * 200, "pieces, but the model reads at most 128"),
        ("A cat. = A dog.\n = A bird.", "Pair 2 has no first sentence"),
    ],
)
def test_what_is_wrong_with_own_pairs_is_said(open_page, pairs, why):
    app = open_page(PAGE, direction_added="own", own_pairs=pairs)
    assert not app.exception
    assert why in said(app)


def test_own_pairs_are_read_line_by_line():
    assert read_typed(OWN)[0].plus == "I have a dog."
    assert len(read_typed("a = b\r\nc\td\n\n")) == 2


def test_a_steered_vector_is_as_far_from_real_ones_as_brute_force_says(opened):
    real = cached.get_memory_vectors(())
    direction = find_direction(
        session.glass().network, session.glass().tokenizer, read_pairs("past")
    ).vector(session.glass().network)
    vectors = session.read("She writes a letter.", "de", ()).trace.pick("memory", batch=0)
    alphas = (0.0, 2.0)
    distances = compute.compute_nearest_distances(vectors, real, direction, alphas, None)
    for alpha, found in zip(alphas, distances, strict=True):
        far = [min((row + alpha * direction - one).norm() for one in real) for row in vectors]
        assert_near(sum(far) / len(far), torch.tensor(found))


def test_the_table_of_other_sentences_is_shown(open_page):
    app = open_page(PAGE, sections="others-distance-limits-literature-where")
    assert not app.exception
    written = [one.proto.body for one in app.get("html")]
    [table, examples] = [one for one in written if one.startswith('<table class="steering')]
    assert table.count("<tr>") == 1 + 5 * 3
    assert examples.count("<tr>") > 1


def test_a_sentence_of_ours_is_not_its_own_neighbour():
    ours = "She writes a letter."
    assert ours in cached.list_pair_sentences()
    without, all_of_them = cached.get_memory_vectors((), ours), cached.get_memory_vectors(())
    vectors = session.read(ours, "de", ()).trace.pick("memory", batch=0)
    assert len(all_of_them) - len(without) == len(vectors)
    none = torch.zeros(vectors.shape[1])
    [here], [there] = (
        compute.compute_nearest_distances(vectors, real, none, [1.0], None)
        for real in (all_of_them, without)
    )
    assert here < 1e-4 < 0.1 < there


def test_the_map_says_where_a_direction_turns_the_translation_first():
    glass = session.glass()
    direction = find_direction(glass.network, glass.tokenizer, read_pairs("polite"))
    sentence = glass.source_ids(ASKED["source"]), glass.tokenizer.start("de")
    chance = random_control(direction)
    found = list(
        compute.compute_turning_cells(
            glass.network, sentence, [[direction, chance]], (1.0, 2.0, 3.0), ({}, Search())
        )
    )
    assert [(one.row, one.column, one.alpha) for one in found] == [(0, 0, 2.0), (0, 1, None)]
    assert glass.tokenizer.decode(found[0].tokens) == "Wo wohnen Sie?"


def test_the_way_of_a_decision_is_followed_without_what_steers_it(open_page):
    glass = session.glass()
    direction = find_direction(glass.network, glass.tokenizer, read_pairs("polite"), name="polite")
    change = Steering(direction, 3.0)
    with pytest.raises(ValueError, match="read without steering"):
        glass.read(ASKED["source"], "de", changes=[change]).flow(step=1)
    app = open_page("trace_it", source=ASKED["source"], to="de", edits=format_changes([change]))
    assert not app.exception
    assert "Not applied on this page: steered: 3 × polite" in said(app)
