"""The maps of a worksheet: those that its questions name, and none that tells an answer."""

import re

import pytest

from pages.background.questions import pictures, sheet
from pages.background.questions.asks import QUESTION_KINDS, build_question, find_question_kinds
from ui.readings import session

TEXT = "The dog is <b>sleeping</b>."


@pytest.fixture(scope="module")
def reading():
    return session.read(TEXT, "fr")


def drawn(name, reading):
    [ask] = [ask for ask in QUESTION_KINDS if ask.name == name]
    asked = build_question(ask, reading)
    return pictures.build_weight_map(ask, asked, reading), asked


@pytest.mark.parametrize("name", ["row_sum", "favourite", "source_word"])
def test_the_map_is_that_of_the_layer_and_head_in_the_question(name, reading):
    picture, asked = drawn(name, reading)
    assert picture.title.lower() in asked.prompt.lower()
    assert len(picture.cells) == len(picture.rows)
    for row in picture.cells:
        assert len(row) == len(picture.columns)
        assert sum(row) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("name", ["undivided", "reads_itself"])
def test_where_heads_are_the_answer_all_of_them_are_drawn(name, reading):
    picture, _ = drawn(name, reading)
    assert picture.rows == [f"head {head}" for head in range(1, session.glass().config.h + 1)]


def test_the_map_of_the_mask_is_left_to_be_filled_in(reading):
    picture, _ = drawn("hidden_cells", reading)
    assert {cell for row in picture.cells for cell in row} == {None}
    assert len(picture.cells) == len(picture.columns) == len(reading.target)


def test_a_sheet_names_no_layer_head_or_step_that_its_question_does_not_name(reading):
    for ask in find_question_kinds(reading):
        prompt = build_question(ask, reading).prompt.lower()
        text = sheet.worksheet_markdown(sheet.build_worksheet([ask], reading, with_answers=False))
        *_, place = text.rpartition("For the picture, see the page")
        for named in re.findall(r"(?:layer|head|step) \d+", place):
            assert re.search(rf"{named}\b", prompt), ask.name


def test_what_a_question_is_said_to_name_stands_in_its_words(reading):
    for ask in find_question_kinds(reading):
        asked = build_question(ask, reading)
        places = {
            name: asked.page_choices[name]
            for name in ("layer", "head", "step")
            if name in asked.page_choices
        }
        words = asked.prompt.lower()
        named = [name for name, at in places.items() if re.search(rf"\b{name} {at}\b", words)]
        assert named == list(ask.named), ask.name


def test_a_map_shows_what_was_typed_as_it_is_and_its_text_has_the_same_numbers(reading):
    picture, _ = drawn("favourite", reading)
    as_html, as_markdown = pictures.weight_map_html(picture), pictures.weight_map_markdown(picture)
    assert "<b>" not in as_html
    assert as_html.count("<th") == len(picture.rows) + len(picture.columns)
    numbers = re.findall(r">(\d\.\d\d)<", as_html)
    assert len(numbers) == len(picture.rows) * len(picture.columns)
    assert numbers == [".".join(parts) for parts in re.findall(r"(\d)\\\.(\d\d)", as_markdown)]
