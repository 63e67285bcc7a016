import math
import re

import pytest
import torch
from torch.testing import assert_close

from model.embedding import positional_encoding
from pages.input.positional_encoding import remarks
from pages.input.positional_encoding.another_order import encode_both_orders
from pages.input.positional_encoding.compute import pick_random_order
from tests.close import assert_near
from tests.unpacked import unpacked
from ui.readings import passes, session
from ui.readings.reading import FilledTap

PAGE = "positional_encoding"
SENTENCE = "The cat sleeps because it is tired."
TAP = "encoder.embedding.positions"


def said(app, part):
    [text] = [block.value for block in app.markdown if part in block.value]
    return text


def test_what_is_drawn_at_the_models_width_was_added_to_the_sentence(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, sections="interleaved_or_concatenated")
    data = data_of(app, "positions")
    tap = session.read(SENTENCE, "fr").trace[TAP]
    drawn = unpacked(data["table"])
    assert drawn.shape == (100, tap.shape[1])
    assert_near(drawn[: len(tap)], tap)
    assert said(app, "model's width, is 0.")


def test_another_width_draws_the_encoding_of_that_width(open_page, data_of):
    data = data_of(open_page(PAGE, d_model="16", word="80", pair="3"), "positions")
    assert_near(unpacked(data["table"]), positional_encoding(100, 16))
    assert (data["word"], data["pair"], data["d_model"]) == (79, 2, 16)


def test_a_word_that_was_chosen_stays_in_the_link_where_it_is_the_default(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, word="2", sections="none")
    app.session_state["word"] = 5  # as without a choice
    assert "word=5" in data_of(app.run(), "address")["query"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"word": "0", "pair": "999", "d_model": "513", "k": "21", "shuffle": "0"},
        {"word": "x", "pair": "-1", "d_model": "", "k": "1.5", "shuffle": "1e3"},
    ],
)
def test_a_link_out_of_range_is_forgotten(open_page, data_of, wrong):
    app = open_page(PAGE, source=SENTENCE, **wrong)
    assert not app.exception
    data = data_of(app, "positions")
    assert (data["word"], data["pair"], data["d_model"]) == (4, 18, 256)
    assert app.slider(key="k").value == 3
    ids = session.read(SENTENCE, "fr").source_ids
    assert data_of(app, "shuffled")["order"] == list(pick_random_order(ids, 1))


def test_any_width_in_a_link_becomes_one_that_the_slider_has(open_page, data_of):
    assert data_of(open_page(PAGE, d_model="100"), "positions")["d_model"] == 128


def test_a_longer_sentence_has_all_its_positions(open_page, data_of):
    app = open_page(PAGE, source="word " * 200)
    data = data_of(app, "positions")
    assert not app.exception
    assert data["table"]["shape"][0] == len(data["tokens"]) == 129


def test_the_shuffled_rows_are_the_models_own(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, shuffle="7")
    data = data_of(app, "shuffled")
    reading = session.read(SENTENCE, "fr")
    moved = tuple(reading.source_ids[place] for place in data["order"])
    rows = unpacked(data["rows"])
    for on, changes in ((0, (FilledTap(TAP),)), (1, ())):
        before, after = (
            passes.encoder_memory(reading.source_ids, changes),
            passes.encoder_memory(moved, changes),
        )
        assert_near(rows[on, 0], before[:, :64])
        assert_near(rows[on, 1, data["order"]], after[:, :64])
    assert_near(rows[1, 0], reading.trace["memory"][0, :, :64])
    assert_close(rows[0, 0], rows[0, 1], atol=1e-4, rtol=0)
    assert (rows[1, 0] - rows[1, 1]).abs().max() > 0.1


def test_the_button_shuffles_in_another_way_and_the_words_follow(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE)
    before = data_of(app, "shuffled")["order"]
    [button] = [button for button in app.button if button.label == "Shuffle again"]
    button.click().run()
    after = data_of(app, "shuffled")["order"]
    assert before != after
    rows = encode_both_orders(session.read(SENTENCE, "fr"), after)
    largest = (rows[1, 0] - rows[1, 1]).abs().max().item()
    assert f"**{largest:.3f}**" in said(app, "Put back in order")


@pytest.mark.parametrize(
    ("source", "remark"),
    [("the", "A single token can't be shuffled"), ("the the the", "All the tokens are the same")],
)
def test_what_cannot_be_shuffled_gets_a_word_of_advice(open_page, source, remark):
    app = open_page(PAGE, source=source)
    assert not app.exception
    assert remark in app.info[0].value


def test_heads_that_are_silent_stay_silent_in_the_shuffle(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, silenced="encoder-1-2")
    reading = session.read(SENTENCE, "fr", app.session_state["read"].read().changes)
    assert reading.changes
    memory = reading.trace["memory"][0, :, :64]
    assert_near(unpacked(data_of(app, "shuffled")["rows"])[1, 0], memory)


def test_the_dot_product_is_said_to_be_the_same_both_ways(open_page):
    app = open_page(PAGE, source=SENTENCE, word="5", k="-3")
    encoding = positional_encoding(100, 256)
    numbers = re.findall(r"\*\*([\d.]+)\*\*", said(app, "how far, but not which way"))
    assert len(numbers) == 4
    assert set(numbers) == {f"{encoding[4] @ encoding[7]:.3f}"}


def test_the_step_is_checked_and_every_row_measured(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, k="-3")
    assert "PE(pos − 3)" in said(app, "PE(pos) differ")
    assert f"length, {math.sqrt(128):.3f}. That's the square root" in said(app, "same length")
    figure = data_of(app, "turned")["figure"]
    curve = figure["data"][0]
    assert curve["x"][curve["y"].index(max(curve["y"]))] == -3


def test_a_reading_without_positions_says_so():
    reading = session.read(SENTENCE, "fr", (FilledTap(TAP),))
    encoding = positional_encoding(100, 256)
    assert "switched off" in remarks.describe_recorded_positions(reading, encoding)
    assert "switched off" in remarks.describe_takeaway(encoding, reading, 0)


def test_without_positions_no_clock_tells_places_apart_not_even_at_the_end(open_page):
    app = open_page(PAGE, source=SENTENCE, edits="no-encoder-positions", sections="none")
    facts = [one.value for one in app.get("html") if 'class="look"' in one.value]
    assert "Positions are switched off" in facts[-1]
    assert not any("same time" in fact for fact in facts)


def test_words_about_the_distance_hold_at_the_edge_and_escape_what_was_typed():
    encoding, tokens = positional_encoding(100, 8), session.glass().source_tokens("**a** b")
    text = remarks.describe_dot_products(encoding, 0, 2, tokens)
    assert "Move back" not in text
    place = [token.text for token in tokens].index("*")
    assert r"(“\*”)" in remarks.describe_dot_products(encoding, place, 2, tokens)
    assert "with itself" in remarks.describe_dot_products(encoding, place, 0, tokens)
    assert "From another position, 51," in remarks.describe_dot_products(encoding, 50, 2, tokens)


def test_a_word_that_occurs_twice_is_shown_first_and_told_apart_by_its_clocks(open_page, data_of):
    app = open_page(PAGE, source="The dog sleeps, and the dog is tired.", sections="none")
    data = data_of(app, "positions")
    texts = [token["text"] for token in data["tokens"]]
    assert texts[data["word"]] == "dog"
    assert data["ids"].count(data["ids"][data["word"]]) == 2
    reading = app.session_state["read"].read()
    text = remarks.describe_takeaway(positional_encoding(100, 256), reading, data["word"])
    places = [place for place, word in enumerate(texts) if word == "dog"]
    assert text.startswith(f"“dog” occurs 2 times, at positions {places[0]} and {places[1]}.")
    one, other = reading.trace["encoder.embedding.output"][0, places]
    angle = torch.rad2deg(torch.acos(torch.cosine_similarity(one, other, dim=0)))
    assert f"**{angle:.0f}°** apart" in text


@pytest.mark.parametrize("sentence", ["Hello", SENTENCE])
def test_without_a_repeated_word_the_hands_are_compared_along_the_sentence(sentence):
    reading = session.read(sentence, "fr")
    last = len(reading.source) - 1
    for place in (0, last, 99):
        text = remarks.describe_takeaway(positional_encoding(100, 256), reading, place)
        assert f"{last} position" in text
        assert f"fastest hand turns by {math.degrees(last):.0f}°" in text
    turned = remarks.describe_full_turns(positional_encoding(100, 256), last + 1)
    assert turned.startswith(
        "Of the 128 clocks, **"
        if last > 6
        else "Your sentence is too short for any of the 128 clocks"
    )


@pytest.mark.parametrize("place", [0, 50, 99])
def test_the_remark_compares_rows_a_turn_apart(place):
    encoding = positional_encoding(100, 16)
    text = remarks.describe_clock(encoding, place, 2)  # turns in 62.8 positions
    again, start = map(
        int, re.search(r"position (\d+), its .* at position (\d+)\. ", text).groups()
    )
    assert again - start in (63, -63)
    assert f"**{(encoding[again] - encoding[start]).norm():.2f}**" in text


def test_the_remark_says_how_little_a_slow_hand_moves():
    text = remarks.describe_clock(positional_encoding(100, 4), 3, 1)
    assert f"turns by {math.degrees(0.99):.1f}°" in text


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (2.5, "2.500"), (1.19e-7, "1.2 · 10⁻⁷"), (1e-10, "1.0 · 10⁻¹⁰")]
)
def test_tiny_numbers_are_written_with_a_power_of_ten(value, text):
    assert remarks.format_tiny(value) == text
