import re

import pytest

from model.measures.logit_lens import gather_tokens, logit_lens
from ui.readings import session

SENTENCE = "The cat sleeps because it is tired."
LINK = "/decoder_stack?to=fr&source=The+cat+sleeps+because+it+is+tired.&layer=2&step=2"


def test_cells_show_the_lens_and_a_click_chooses_layer_and_step_in_place(visit):
    visitor = visit()
    page = visitor.open(LINK)
    reading = session.read(SENTENCE, "fr")
    logits = logit_lens(reading.trace, session.load_model()[0].E.weight)
    said = gather_tokens(logits.softmax(-1), reading.output_ids)
    labels = page.locator(".lens .cell").evaluate_all("all => all.map(c => c.ariaDescription)")
    shown = [float(re.search(r"probability ([\d.]+)", label)[1]) for label in labels]
    assert shown == pytest.approx(said[1:].flatten().tolist(), abs=6e-4)

    page.evaluate("document.querySelector('.lens table').mine = true")
    page.locator(".lens tbody tr").nth(3).locator(".cell").nth(3).click()
    assert page.locator(".lens .card.chosen h4").inner_text() == "after layer 4"
    page.wait_for_url("**layer=4**")
    visitor.settle()
    assert "step=4" in page.url
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=3**")
    assert page.evaluate("document.querySelector('.lens table').mine")
    assert page.locator(".lens [aria-pressed=true]").count() == 1
