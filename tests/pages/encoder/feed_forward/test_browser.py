import pytest

from ui.readings import session

SENTENCE = "The cat sleeps because it is tired."
LINK = "/feed_forward?to=fr&source=The+cat+sleeps+because+it+is+tired.&layer=2&word=2"


def strongest(page):
    return [
        (
            int(line.locator(".unit").inner_text().split()[1]),
            float(line.locator(".value").inner_text()),
        )
        for line in page.locator(".feed_forward .line").all()
    ]


def test_units_are_those_of_the_pass_and_follow_word_click_and_keyboard_in_place(visit):
    visitor = visit()
    page = visitor.open(LINK)
    hidden = session.read(SENTENCE, "fr").trace["encoder.layers.1.feed_forward.hidden"][0]
    best = hidden[1].topk(8)
    assert strongest(page) == [
        (unit + 1, pytest.approx(value, abs=6e-4))
        for unit, value in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    ]
    page.evaluate("document.querySelector('.feed_forward .hidden canvas').mine = true")
    page.locator(".tokens [role=radio]").nth(2).click()
    assert strongest(page)[0][0] == hidden[2].argmax() + 1  # at once, before the server's answer
    page.wait_for_url("**word=3**")
    visitor.settle()
    page.locator(".feed_forward .line").nth(2).click()
    unit = hidden[2].topk(3).indices[2].item() + 1
    page.wait_for_url(f"**unit={unit}**")
    canvas = page.locator(".feed_forward .hidden canvas")
    assert canvas.get_attribute("aria-valuenow") == str(unit)
    canvas.focus()
    page.keyboard.press("ArrowRight" if unit < hidden.shape[1] else "ArrowLeft")
    page.wait_for_url(f"**unit={unit + 1 if unit < hidden.shape[1] else unit - 1}**")
    assert canvas.evaluate("canvas => canvas.mine")
