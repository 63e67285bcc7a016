"""The embedding page in a real browser: the lookup, the map, the three places, the keyboard."""

import re

from playwright.sync_api import expect

from model.measures import neighbours
from ui.readings import session

ON_TOP = """nodes => nodes.findIndex((node, i) => {
    node.scrollIntoView({ block: "center" });
    const { x, y, width, height } = node.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return i && top?.closest('.point') === node;
})"""
PAGE = "/embedding?source=The+cat+sleeps.&word=2&sections=neighbours_in_all_languages"


def nearest(row, count):
    """The model's own list of what is nearest to a row."""
    E, tokenizer = neighbours.subtract_mean(session.embedding_matrix()), session.load_model()[1]
    [found] = neighbours.nearest_rows(neighbours.cosine_matrix(E, E[[row]]), count + 1)
    return [(tokenizer.pieces([id_])[0], f"{value:.3f}") for id_, value in found if id_ != row]


def listed(page):
    rows = page.locator(".word_map .nearest li")
    return [
        (row.locator(".piece").inner_text(), row.locator(".value").inner_text())
        for row in rows.all()
    ]


def test_a_token_chosen_anywhere_is_looked_up_everywhere_in_place(visit):
    visitor = visit()
    page = visitor.open(PAGE)
    ids = session.load_model()[1].encode("The cat sleeps.")
    lit = page.locator(".lookup text.id.lit").first
    expect(lit).to_have_text(f"{ids[1]:,}")
    expect(page.locator(".lookup .row-name.lit")).to_have_text(["▁cat", "▁cat"])
    assert listed(page) == nearest(ids[1], 10)

    page.evaluate("document.querySelector('.lookup canvas').same = true")
    chip = page.get_by_role("radiogroup", name="Token").get_by_role("radio")
    chip.nth(1).press("ArrowLeft")
    expect(lit).to_have_text(f"{ids[0]:,}")
    page.wait_for_url(re.compile(r"[?&]word=1(&|$)"))
    visitor.settle()
    expect(chip.nth(0)).to_be_focused()
    assert listed(page) == nearest(ids[0], 10)

    points = page.locator(".word_map .point.source")
    place = points.evaluate_all(ON_TOP)  # a word and its translation may lie at one place
    assert place > 0
    points.nth(place).click()
    page.wait_for_url(f"**word={place + 1}**")
    visitor.settle()
    expect(lit).to_have_text(f"{ids[place]:,}")
    expect(chip.nth(place)).to_have_attribute("aria-checked", "true")
    assert listed(page) == nearest(ids[place], 10)
    assert page.evaluate("document.querySelector('.lookup canvas').same")


def test_arrows_walk_over_the_map_and_over_the_steps_of_a_logit(visit):
    visitor = visit()
    page = visitor.open(PAGE + "-one_matrix_three_places&piece=1")
    chart = page.locator(".word_map .map")
    before = page.locator(".word_map h4").inner_text()
    chart.press("ArrowRight")
    expect(page.locator(".word_map h4")).not_to_have_text(before)
    steps = page.get_by_role("radiogroup", name="Steps").get_by_role("radio")
    says = page.locator(".shared_row .projection p")
    steps.and_(page.locator('[aria-checked="true"]')).press("ArrowRight")
    page.wait_for_url(re.compile(r"[?&]at=\d"))
    visitor.settle()
    chosen = int(re.search(r"[?&]at=(\d+)", page.url)[1]) - 1
    expect(steps.nth(chosen)).to_be_focused()
    reading = session.read("The cat sleeps.", "fr")
    logit = reading.trace["logits"][0, chosen, reading.source_ids[0]].item()
    expect(says).to_contain_text(f"{logit:.3f}".replace("-", "−"))
    page.evaluate("history.replaceState(history.state, '', `${location.href}&later=1`)")
    link = page.locator(".shared_row .source a")
    link.focus()
    expect(link).to_have_attribute("href", re.compile(r"source=.*&later=1$"))


def test_on_a_phone_nothing_scrolls_sideways_and_typed_markup_is_text(visit):
    visitor = visit(width=390, height=844)
    text = "%3Cimg+src%3Dx+onerror%3Dalert(1)%3E"
    link = f"/embedding?source=The+cat+sleeps.&start={text}&also={text}&sections=all"
    page = visitor.open(link)
    expect(page.locator(".nearest_lists h4").first).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator(".nearest_lists img, .word_map img").count() == 0
    assert visitor.width_to_spare() >= 0
