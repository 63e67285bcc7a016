import pytest
import torch

from model.decoding import sampling_probabilities
from tests.close import near
from ui.readings import session

SENTENCE = "The cat sleeps because it is tired."
LINK = "/next_token?to=fr&source=The+cat+sleeps+because+it+is+tired.&step=3"
FILLED = ".next_token .list .bar"


def bars(page):
    """The share of its rail that each bar of the list fills."""
    return page.eval_on_selector_all(FILLED, "all => all.map(b => parseFloat(b.style.width) / 100)")


def slide(page, name, value):
    page.locator(".next_token").get_by_label(name).evaluate(
        """(input, value) => { input.value = value;
           for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind)); }""",
        value,
    )


def test_the_knobs_repaint_the_models_distribution_in_place(visit):
    visitor = visit()
    page = visitor.open(LINK)
    logits = session.read(SENTENCE, "fr").trace["logits"][0, 2]
    top = logits.topk(12).indices
    assert bars(page)[:12] == near(logits.softmax(-1)[top].tolist())
    page.evaluate("document.querySelector('.next_token .list').mine = true")
    slide(page, "Temperature", 2)
    slide(page, "Top-k", 12)
    slide(page, "Top-p", 0.6)
    expected = sampling_probabilities(logits, 2.0, 12, 0.6)
    assert bars(page)[:12] == near(expected[top].tolist())
    page.wait_for_url("**top_p=0.6**")
    visitor.settle()
    assert "temperature=2" in page.url
    assert "top_k=12" in page.url
    assert bars(page)[:12] == near(expected[top].tolist())
    assert page.evaluate("document.querySelector('.next_token .list').mine")


def test_a_candidate_is_chosen_by_keyboard_and_its_products_add_up_to_its_logit(visit):
    visitor = visit()
    page = visitor.open(LINK)
    reading = session.read(SENTENCE, "fr")
    logits = reading.trace["logits"][0, 2]
    chosen = page.locator(".next_token .list [aria-checked=true]")
    before = chosen.locator(".rank").inner_text()
    chosen.focus()
    page.keyboard.press("ArrowDown")
    rank = int(page.locator(".next_token .list [aria-checked=true] .rank").inner_text())
    assert rank == int(before) + 1
    token = logits.sort(descending=True).indices[rank - 1]
    shown = page.locator(".next_token .sum b").inner_text().replace("−", "-")
    assert float(shown) == pytest.approx(logits[token].item(), abs=6e-4)
    page.wait_for_url(f"**candidate={token}**")
    page.locator(".next_token summary").click()
    page.locator(".next_token .grid.x canvas").focus()
    page.keyboard.press("ArrowRight")
    E, x = session.load_model()[0].E.weight, reading.trace["decoder.layers.3.add_and_norm_3.output"]
    product = (E[token] * x[0, 2])[1].item()
    cell = page.locator(".next_token .cell").inner_text().replace("−", "-")
    assert torch.tensor(float(cell.rsplit("= ")[-1])).item() == pytest.approx(product, abs=6e-4)
