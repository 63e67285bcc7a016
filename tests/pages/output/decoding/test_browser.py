import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from model.glass import ALPHA
from pages.output.decoding.cached import run_beam_search
from pages.output.decoding.compute import rank_final_hypotheses
from ui.readings import session

SENTENCE = "The cat is sleeping because it is tired."
LINK = "/decoding?to=fr&source=The+cat+is+sleeping+because+it+is+tired."
RANKED = f"{LINK}&sections=who_wins_the_length_penalty"
WINNER = ".ranking tr.winner .text"


@pytest.fixture(scope="module")
def reading():
    return session.read(SENTENCE, "fr")


@pytest.fixture(scope="module")
def steps(reading):
    return run_beam_search(reading.source_ids, reading.target_ids[0], 4)


@pytest.fixture(scope="module")
def write():
    return session.load_model()[1].decode


def shown(page, kind):
    """What a screen reader says of each chip of a kind."""
    chips = page.locator(f".search_tree .node.{kind}:not(.later)")
    return chips.evaluate_all("chips => chips.map((chip) => chip.ariaDescription)")


def columns(page):
    """The steps of which something is shown."""
    return {int(label.split("step ")[1].split(",")[0]) for label in shown(page, "kept")}


def minus(value, decimals=2):
    return f"{value:.{decimals}f}".replace("-", "−")


def test_the_tree_draws_every_record_and_alpha_ranks_again_in_the_browser(
    visit, steps, write, reading
):
    visitor = visit()
    page = visitor.open(RANKED)
    page.wait_for_selector(".node.winner")
    winner = rank_final_hypotheses(steps, ALPHA)[0]
    path = page.locator(".search_tree .node.winner")
    totals = [label.rsplit(" ", 1)[-1] for label in shown(page, "winner")]
    assert totals == [minus(node.total) for node in winner.path]
    assert path.last.locator(".value").text_content() == minus(winner.score(ALPHA))
    assert page.locator(WINNER).inner_text() == reading.translation
    kept = sum(c.fate == "kept" for step in steps[:-1] for c in step)
    assert page.locator(".search_tree .node.kept").count() == kept

    page.evaluate("document.querySelector('.search_tree .node.start').mine = true")
    slider = page.get_by_label("Length penalty α")
    slider.focus()
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    best = rank_final_hypotheses(steps, 2.0)[0]
    expect(page.locator(".ranking tr.winner .words")).to_have_text(write(best.tokens))
    assert path.last.locator(".value").text_content() == minus(best.score(2.0))
    page.wait_for_url("**alpha=2**")
    visitor.settle()
    assert page.evaluate(
        "document.querySelectorAll('.search_tree .node').values().some(n => n.mine)"
    )
    assert page.locator(WINNER).inner_text() == write(best.tokens)


def test_a_click_fixes_a_beginning_and_the_start_token_frees_it(visit, steps, write):
    visitor = visit()
    page = visitor.open(RANKED)
    second = next(c for c in steps[1] if c.parent is steps[0][1])  # not of the winning path
    label = f"step 2, goes on, ln p so far {minus(second.total)}"
    chip = page.locator(f'.search_tree .node[aria-description*="{label}"]')
    chip.hover()
    assert page.locator(".readout b").inner_text() == write(second.tokens)
    chip.click()
    page.wait_for_selector(".node.forced")
    assert len(shown(page, "forced")) == 2
    page.wait_for_url("**begin=**")
    assert page.locator(".st-key-begin input").input_value() == write(second.tokens)
    assert page.locator(WINNER).inner_text().startswith(write(second.tokens))
    page.locator(".search_tree .node.start").click()
    page.wait_for_function("() => !document.querySelector('.node.forced')")
    visitor.settle()
    assert "begin=" not in page.url


def test_the_player_shows_step_after_step_and_arrow_keys_walk_the_tree(visit, steps):
    visitor = visit()
    page = visitor.open(f"{LINK}&search=3")
    page.wait_for_selector(".node.leader")
    assert columns(page) == {1, 2, 3}
    assert page.get_by_role("treeitem").count() == len(shown(page, "node"))
    leader = [minus(node.total) for node in steps[2][0].path]
    assert [label.rsplit(" ", 1)[-1] for label in shown(page, "leader")] == leader
    page.get_by_label("show pruned").click()
    page.wait_for_url("**pruned=1**")
    assert page.locator(".search_tree .node.pruned").count() > 0
    page.get_by_label("show pruned").click()
    page.wait_for_function("!document.querySelector('.search_tree .node.pruned')")
    page.get_by_role("button", name="Step forward").click()
    assert columns(page) == {1, 2, 3, 4}
    page.wait_for_url("**search=4**")
    visitor.settle()
    page.locator(".search_tree .node[tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    above = page.evaluate("document.activeElement.ariaDescription")
    assert above.endswith(minus(steps[3][0].parent.total))
    page.locator(".search_tree .node.start").hover()  # keys act where the focus is
    page.keyboard.press("Enter")
    page.wait_for_selector(".node.forced")
    page.wait_for_function("() => document.activeElement?.classList.contains('forced')")


def test_every_term_of_a_sum_has_its_sign(visit):
    page = visit().open(f"{LINK}&search=6")
    facts = page.locator(".search_tree .readout .facts")
    expect(facts).to_contain_text(re.compile(r"ln p = −?[\d.]+( − [\d.]+){5} = −"))


def test_controls_of_the_sampling_card_keep_the_keyboard(visit):
    visitor = visit()
    page = visitor.open(f"{LINK}&sections=three_ways_to_choose")
    page.get_by_label("Length penalty α").press("ArrowRight")
    assert "α = 0.7" in page.locator(".methods .beam .note").inner_text()  # at once
    visitor.settle()
    page.locator(".methods .knobs input").first.focus()
    for temperature in ("1.1", "1.2"):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(f"**temperature={temperature}**")
        visitor.settle()
    expect(page.locator(".methods .knobs input").first).to_be_focused()
    page.locator(".methods .sampling .tree").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".methods .sampling .tree")).to_be_disabled()
    visitor.settle()
    expect(page.locator(".search_tree .node:focus")).to_have_count(1)


def test_on_a_phone_only_the_tree_scrolls_sideways(visit):
    visitor = visit(390, 844)
    page = visitor.open(f"{LINK}&sections=all")
    page.wait_for_selector(".node.winner")
    assert visitor.width_to_spare() >= 0
    spare = page.eval_on_selector(
        ".search_tree .scroll", "box => (box.scrollLeft = 200, box.scrollWidth - box.clientWidth)"
    )
    assert spare > 100
    assert page.locator(".search_tree .ranks").bounding_box()["x"] >= 0  # the rows' names stay


def test_the_widest_tree_of_a_long_sentence_stays_readable(visit):
    source = "+".join(f"The {one} and the {other} are here.".replace(" ", "+") for one, other in (
        ("cat", "dog"), ("king", "queen"), ("boy", "girl"), ("man", "woman"), ("sun", "moon")
    ))  # fmt: skip
    visitor = visit()
    page = visitor.open(f"/decoding?to=fr&source={source}&beams=8&sections=all")
    nodes = page.locator(".search_tree .node:not(.later)")
    boxes = nodes.evaluate_all(
        "all => all.map(n => n.getBoundingClientRect()).map(b => [b.x, b.y, b.width, b.height])"
    )
    columns = {}
    for x, y, width, height in boxes:
        assert width > 20
        columns.setdefault(round(x), []).append((y, height))
    assert len(columns) >= 30
    for column in columns.values():
        for (y, height), (below, _) in pairwise(sorted(column)):
            assert y + height <= below + 1
    sizes = nodes.evaluate_all("all => all.map(n => parseFloat(getComputedStyle(n).fontSize))")
    assert min(sizes) >= 10
    assert visitor.width_to_spare() >= 0  # the tree scrolls, the page does not
