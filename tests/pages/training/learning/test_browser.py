import itertools

import numpy as np
from playwright.sync_api import expect

from pages.training.learning import cached

PIXELS = """canvas => [...canvas.getContext("2d")
    .getImageData(0, 0, canvas.width, canvas.height).data]"""


def drawn(page):
    canvas = page.locator(".film .large canvas")
    height, width = canvas.evaluate("c => [c.height, c.width]")
    return np.array(canvas.evaluate(PIXELS)).reshape(height, width, 4)[..., :3].astype(int)


def test_the_film_plays_from_noise_to_words_in_place(visit):
    visitor = visit()
    page = visitor.open("/learning?sentence=1&layer=3&head=2")
    shown = cached.load_film(0, "cross")
    last = len(shown.steps) - 1
    assert shown.texts[last] in page.locator(".film .now").inner_text()
    page.evaluate("document.querySelector('.film .large canvas').mine = true")

    def darkest():  # the darker, the more weight: the light theme's scale falls monotonously
        return np.unravel_index(drawn(page).sum(-1).argmin(), drawn(page).shape[:2])

    for frame, key in ((last, None), (0, "Home")):
        if key:
            page.locator(".film .steps-player .play").focus()
            page.keyboard.press(key)
        weights = shown.weights[frame, 2, 1].float().numpy()
        assert weights[darkest()] >= weights.max() - 0.02
    page.wait_for_url("**frame=1**")
    assert page.locator(".film [aria-selected=true] .step").inner_text().startswith("0–")
    page.locator(".film .steps-player .play").click()
    expect(page.locator(".film .where")).not_to_contain_text("frame 1 of")
    # Another head: the server answers, and knows of the first frame only.
    page.locator(".film .grid button").nth(shown.weights.shape[2]).click()
    page.wait_for_url("**layer=2**")
    visitor.settle()
    assert page.locator(".film .where").inner_text().split()[1] != "1"
    page.locator(".film .steps-player .play").click()
    page.locator(".film .line").last.click()
    assert shown.texts[last] in page.locator(".film .now").inner_text()
    assert page.evaluate("document.querySelector('.film .large canvas').mine")


def test_frames_in_a_row_that_say_the_same_have_one_row(visit):
    page = visit().open("/learning?sentence=1&frame=1")
    shown = cached.load_film(0, "cross")
    silent = next(i for i, text in enumerate(shown.texts) if text) - 1
    rows = page.locator(".film .line")
    assert rows.count() == sum(a != b for a, b in itertools.pairwise(["-", *shown.texts]))
    assert rows.first.get_attribute("aria-selected") == "true"
    assert rows.first.locator(".step").inner_text() == f"0–{shown.steps[silent]}"
