"""The timeline in a real browser: drawings change in place, the way grows with the steps."""

from pages.background.history.compute.families import FAMILIES
from ui.frame.bar import DEFAULT
from ui.readings import session


def points(page):
    """How many corners the drawn way has; none before anything is computed."""
    return page.locator(".families .lit").first.get_attribute("d").count("M")


def test_families_are_chosen_and_played_with_the_keyboard(visit):
    visitor, plain = visit(), session.read(DEFAULT, "fr")
    page = visitor.open(f"/history?source={DEFAULT}&family=2")
    n, m = len(plain.source), len(plain.output)
    drawing = page.locator(".families .scroll").first
    drawing.evaluate("node => { node.mine = true; }")
    rnn = FAMILIES["rnn"](n, m)
    assert drawing.locator(".node").count() == len(rnn.nodes) - n
    assert points(page) == n
    assert page.locator(".families .said").first.inner_text().startswith(f"{n} arrows from")
    assert page.locator(".families .said").last.inner_text().startswith("2 arrows from")

    page.locator(".families [aria-checked=true]").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    transformer = FAMILIES["transformer"](n, m)
    assert page.locator(".families .node").count() == len(transformer.nodes) - n
    assert page.locator(".families .where").inner_text() == "step 2 of 2"
    assert points(page) == 2
    page.locator(".families .play").focus()
    page.keyboard.press("Home")
    assert points(page) == 1  # the decoder is not computed yet
    assert page.locator(".families .node.now").count() == n
    assert page.locator(".families .node.later").count() == m
    page.wait_for_function("() => location.search.includes('family=7')")
    assert drawing.evaluate("node => node.mine")


def test_a_word_of_the_drawing_is_the_pages_word(visit):
    visitor = visit(390, 844)
    page = visitor.open(f"/history?source={DEFAULT}&family=1")
    assert "never reaches" in page.locator(".families .said").first.inner_text()
    page.locator(".families .drawing").first.locator("[data-word]").last.click()
    assert page.locator(".tokens [aria-checked=true]").inner_text() == "</s>"
    assert "1 arrow from" in page.locator(".families .said").first.inner_text()
    page.wait_for_url("**word=**")


def test_on_arrival_one_chain_waits_beside_the_transformer(visit):
    page = visit().open(f"/history?source={DEFAULT}")
    names = page.locator(".families .drawing h4").all_inner_texts()
    assert [name.split(":")[0] for name in names] == ["Seq2seq", "Transformer"]
    page.locator(".families .play").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")  # the second step: one is done, the other has just begun
    assert page.locator(".families .drawing").last.locator(".node.later").count() == 0
    assert page.locator(".families .drawing").first.locator(".node.later").count() > 10
