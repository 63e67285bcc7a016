"""What a person sees on the multi-head page is what the model computed."""

import re
from pathlib import Path

import numpy as np
import pytest

from ui.frame.bar import DEFAULT
from ui.readings import session

SENTENCE = DEFAULT
LONG = "the old man who lives near the river told me that his daughter had a car " * 3
PIXELS = """canvas => [...canvas.getContext("2d")
    .getImageData(0, 0, canvas.width, canvas.height).data]"""
TITLE = ".head_view .right h3"
STYLE = Path(__file__).parents[4] / "ui" / "frame" / "style.css"


def colours(weights):
    """The colours of attention weights in the light theme, from the page's stylesheet."""
    stops = re.findall(r"--glass-attention-\d: light-dark\(#(\w{6})", STYLE.read_text())
    rgb = np.array([[int(stop[i : i + 2], 16) for i in (0, 2, 4)] for stop in stops])
    at = np.clip(weights, 0, 1) * 4
    return np.stack([np.interp(at, range(5), rgb[:, c]) for c in range(3)], axis=-1)


def drawn(page, selector=".field canvas"):
    canvas = page.locator(selector).first
    height, width = canvas.evaluate("canvas => [canvas.height, canvas.width]")
    return np.array(canvas.evaluate(PIXELS)).reshape(height, width, 4)


def title(page, text):
    page.wait_for_function(f"() => document.querySelector('{TITLE}')?.innerText === '{text}'")


@pytest.fixture
def weights():
    """Return a function that gives the model's own weights of one head, counted from 1."""
    reading = session.read(SENTENCE, "fr")
    return lambda kind, layer, head: reading.attention(kind, layer - 1)["weights"][
        0, head - 1
    ].numpy()


def test_the_drawn_maps_are_the_models_weights(visit, weights):
    page = visit().open("/multi_head?layer=3&head=5&word=2")
    title(page, "Layer 3, head 5")
    expected = weights("encoder", 3, 5)
    assert np.abs(drawn(page)[..., :3] - colours(expected)).max() <= 1
    small = drawn(page, ".menu [aria-label='Layer 4, head 8'] canvas")
    assert np.abs(small[..., :3] - colours(weights("encoder", 4, 8))).max() <= 1
    lit = page.locator(".drawing .lit").evaluate_all(
        "all => all.map(p => [+p.dataset.column, +p.getAttribute('stroke-width')])"
    )
    read = {column: 1 + 9 * value for column, value in enumerate(expected[1]) if value >= 0.06}
    assert dict(lit) == pytest.approx(read, abs=1e-3)


def test_arrow_keys_change_the_head_in_place_and_in_the_link(visit, weights):
    visitor = visit()
    page = visitor.open("/multi_head?head=1")
    title(page, "Layer 1, head 1")
    page.locator(".field canvas").evaluate("canvas => { canvas.same = true; }")
    page.locator(".menu [aria-checked=true]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.locator(TITLE).first.inner_text() == "Layer 2, head 2"  # before the server knows
    assert np.abs(drawn(page)[..., :3] - colours(weights("encoder", 2, 2))).max() <= 1
    page.wait_for_url(re.compile(r"layer=2.*head=2"))
    visitor.settle()
    assert page.locator(".field canvas").evaluate("canvas => canvas.same")
    assert page.locator(":focus").get_attribute("aria-label") == "Layer 2, head 2"
    page.reload()
    title(page, "Layer 2, head 2")


def test_the_selectors_are_followed_before_the_server_answers(visit):
    visitor = visit()
    page = visitor.open("/multi_head?head=1")
    title(page, "Layer 1, head 1")
    click = f"""([name, number]) => {{
        [...document.querySelectorAll(`.st-key-${{name}} button`)]
            .find((button) => button.textContent === number).click();
        return document.querySelector("{TITLE}").innerText; }}"""
    assert page.evaluate(click, ["head", "6"]) == "Layer 1, head 6"
    assert page.evaluate(click, ["layer", "3"]) == "Layer 3, head 6"
    page.wait_for_url(re.compile(r"layer=3.*head=6|head=6.*layer=3"))
    visitor.settle()
    assert page.locator(TITLE).first.inner_text() == "Layer 3, head 6"


def test_pointing_at_a_cell_tells_its_tokens_and_weight(visit, weights):
    page = visit().open("/multi_head?head=1")
    title(page, "Layer 1, head 1")
    box = page.locator(".field").bounding_box()
    n = weights("encoder", 1, 1).shape[0]
    page.mouse.move(box["x"] + box["width"] * 4.5 / n, box["y"] + box["height"] * 2.5 / n)
    assert page.locator(".readout").inner_text().endswith(f"{weights('encoder', 1, 1)[2, 4]:.3f}")
    page.locator(".field").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("word="))


def test_a_head_is_silenced_and_comes_back(visit):
    visitor = visit()
    page = visitor.open("/multi_head?layer=2&head=4")
    # A quick hand: each is told while the server is still busy with what was told before.
    in_a_row = """async () => {
        const step = (key) => {
            const chosen = document.querySelector('.menu [aria-checked=true]');
            chosen.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            return new Promise((next) => setTimeout(next));
        };
        await step('ArrowRight');
        await step('ArrowLeft');
        document.querySelector('.head_view .switch').click();
        await step('ArrowRight');
        const next = document.querySelector('.head_view .switch').ariaChecked;
        await step('ArrowLeft');
        return next; }"""
    assert page.evaluate(in_a_row) == "false"  # the next head is at work
    page.locator(".outcome").wait_for()
    edited = page.locator(".st-key-edited").inner_text()
    assert re.search("Encoder self-attention,? layer 2,? head 4", edited)
    silent = page.locator(".menu .silent").get_attribute("aria-label")
    assert silent.endswith("head 4, switched off")
    said = page.locator(".answer").inner_text()
    assert said == page.locator(".outcome > span:nth-child(5)").inner_text()
    page.wait_for_url("**edits=encoder-2-4*")
    page.get_by_role("button", name="Back to normal").click()
    page.locator(".outcome").wait_for(state="detached")
    assert page.locator(".menu .silent").count() == 0
    assert page.locator(".answer").inner_text() == session.read(SENTENCE, "fr").translation


def test_long_sentences_scroll_inside_the_map_on_a_phone(visit):
    visitor = visit(390, 844)
    page = visitor.open(f"/multi_head?source={LONG}&head=1&sections=all")
    title(page, "Layer 1, head 1")
    assert visitor.width_to_spare() >= 0
    field = page.locator(".field").bounding_box()
    assert field["width"] / len(session.read(LONG, "fr").source) >= 10
