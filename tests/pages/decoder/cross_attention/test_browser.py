"""What a person sees on the cross-attention page is what the model computed."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from ui.frame.bar import DEFAULT
from ui.readings import session

HERE = f"/cross_attention?source={quote(DEFAULT)}&from=en&to=fr&compare=de&rows=writes"
LONG = "the old man who lives near the river told me that his daughter had a car " * 3
LINES = """all => all.map(p => [+p.dataset.reader, +p.dataset.row, +p.dataset.column,
    +p.getAttribute('stroke-width')])"""


def lit(page):
    found = page.locator(".memory_view .drawing .lit").evaluate_all(LINES)
    return {(reader, row, column): width for reader, row, column, width in found}


def chosen(page):
    return page.locator(".memory_view .reader .chosen").all_inner_texts()


def test_the_lines_are_the_models_weights_in_both_languages(visit):
    page = visit().open(f"{HERE}&layer=3&head=6&step=9")
    page.locator(".memory_view .tag").first.wait_for()
    first, second = (
        session.read(DEFAULT, code).attention("cross", 2)["weights"][0, 5, :, :-1]
        for code in ("fr", "de")
    )
    partner = int(second[:, int(first[8].argmax())].argmax())
    expected = {
        (reader, row, column): 1 + 9 * value
        for reader, row, values in ((0, 8, first[8]), (1, partner, second[partner]))
        for column, value in enumerate(values.tolist())
        if value >= 0.06
    }
    assert lit(page) == pytest.approx(expected, abs=1e-3)
    output = [session.read(DEFAULT, code).output for code in ("fr", "de")]
    assert chosen(page) == [output[0][8].text, output[1][partner].text]
    column = int(second[:, 2].argmax())
    page.locator(".memory_view .memory .word").nth(2).hover()
    assert (1, column, 2) in lit(page)
    assert {column for _, _, column in lit(page)} == {2}


def test_heads_and_steps_change_in_place_and_a_reload_keeps_them(visit):
    visitor = visit()
    looks_back = "sections=first_the_decoder_looks_back"
    page = visitor.open(f"{HERE}&layer=1&head=1&step=2&{looks_back}")
    page.locator(".memory_view .table summary").click()
    cell = page.locator(".memory_view .grid [aria-checked=true]")
    cell.wait_for()
    page.locator(".memory_view .stage").evaluate("node => { node.same = true; }")
    cell.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.locator(".memory_view .place").inner_text() == "layer 2, head 2"  # at once
    weights = session.read(DEFAULT, "fr").attention("cross", 1)["weights"][0, 1, 1, :-1]
    own = {column: width for (reader, _, column), width in lit(page).items() if reader == 0}
    read = {j: 1 + 9 * w for j, w in enumerate(weights.tolist()) if w >= 0.06}
    assert own == pytest.approx(read, abs=1e-3)
    page.get_by_role("button", name="Step forward").click()
    said = session.read(DEFAULT, "fr").output
    expect(page.locator(".look_back .chosen")).to_have_text(said[1].text)  # what it was given
    visitor.settle()
    assert page.locator(".memory_view .stage").evaluate("node => node.same")
    assert chosen(page)[0] == said[2].text
    page.locator(".memory_view .reader [aria-checked=true]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".look_back .chosen")).to_have_text(said[2].text)
    visitor.settle()
    page.reload()
    page.locator(".memory_view .tag").first.wait_for()
    assert page.locator(".memory_view .place").inner_text() == "layer 2, head 2"
    assert chosen(page)[0] == said[3].text


def test_contributions_are_shown_while_the_player_runs(visit):
    page = visit().open(f"/cross_attention?source={LONG}&from=en&to=fr&layer=1&head=1")
    page.locator(".memory_view .tag").first.wait_for()
    page.locator(".memory_view .play").click()  # so long a sentence is not over soon
    page.get_by_role("radio", name="contribution").click()
    page.locator(".memory_view [aria-label*='contributions of']").wait_for()
    assert page.locator(".memory_view .play").get_attribute("aria-label") == "Pause"


def test_a_phone_has_columns_and_long_sentences_scroll_inside(visit):
    visitor = visit(390, 844)
    page = visitor.open(f"/cross_attention?source={LONG}&from=en&to=fr&compare=de&sections=all")
    page.locator(".memory_view .tall").wait_for()
    assert visitor.width_to_spare() >= 0
    boxes = [box.bounding_box() for box in page.locator(".memory_view .line").all()]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"] < boxes[2]["x"]
    stage = page.locator(".memory_view .stage")
    assert stage.evaluate("node => node.scrollHeight > node.clientHeight")
