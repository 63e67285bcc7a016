import math

import pytest
import torch
from playwright.sync_api import expect

from tests.close import near
from ui.readings import session

ROW = ".attention_steps tbody tr"
SENTENCE = "The cat sleeps because it is tired."
PAGE = "/scaled_dot_product?to=fr&source=The+cat+sleeps+because+it+is+tired."
LINK = f"{PAGE}&word=5&head=2&layer=2"


@pytest.fixture(scope="module")
def part():
    return session.read(SENTENCE, "fr").attention("encoder", 1)


def column(page, name):
    return [
        float(text.replace("−", "-")) for text in page.locator(f"{ROW} .{name}").all_inner_texts()
    ]


def bars(page):
    """How much of its rail each bar fills."""
    return page.eval_on_selector_all(
        f"{ROW} .bar",
        "bars => bars.map(b => parseFloat(b.style.width) / 100)",
    )


def wait_for_head(page, head):
    """Wait until the table shows this head's weight, whatever the server does."""
    expect(page.locator(".attention_steps tbody .weight").first).to_have_text(f"{head:.3f}")


def test_the_six_steps_show_the_models_numbers_and_a_switch_of_head_repaints_them(visit, part):
    page = visit().open(LINK)
    weights = part["weights"][0, 1, 4]
    assert bars(page) == near(weights.tolist())
    assert column(page, "weight") == pytest.approx(weights.tolist(), abs=0.0006)
    assert column(page, "score") == pytest.approx(part["scores"][0, 1, 4].tolist(), abs=0.006)
    products = part["scores"][0, 1, 4] * math.sqrt(32)
    assert column(page, "product") == pytest.approx(products.tolist(), abs=0.006)

    page.evaluate("document.querySelector('.attention_steps table').mine = true")
    page.locator(".st-key-head").get_by_role("radio", name="6").or_(
        page.locator(".st-key-head").get_by_role("button", name="6")
    ).first.click()
    wait_for_head(page, part["weights"][0, 5, 4, 0])
    assert bars(page) == near(part["weights"][0, 5, 4].tolist())
    assert page.evaluate("document.querySelector('.attention_steps table').mine")
    page.wait_for_url("**head=6**")


def test_without_the_division_everything_below_follows(visit, part):
    visitor = visit()
    page = visitor.open(LINK)
    page.locator(".st-key-divide label").click()
    whole = (part["q"][0, 1, 4] @ part["k"][0, 1].T).softmax(-1)
    wait_for_head(page, whole[0])
    assert bars(page) == near(whole.tolist())
    assert "not divided" in page.locator(".attention_steps thead").inner_text()
    page.wait_for_url("**divide=False**")
    visitor.settle()
    assert bars(page) == near(whole.tolist())
    cell = page.locator('.chain [data-value="weight"]').inner_text()
    assert cell == f"{whole.max():.3f}"


def test_a_cell_opens_by_click_and_by_keyboard_in_place(visit, part):
    visitor = visit()
    page = visitor.open(LINK)
    box = page.locator('[data-matrix="weights"] .cells')
    size = box.bounding_box()
    n = part["weights"].shape[-1]
    page.evaluate("document.querySelector('.attention_matrices .cell').mine = true")
    box.click(position={"x": size["width"] * 2.5 / n, "y": size["height"] * 6.5 / n})
    shown = page.locator('.chain [data-value="weight"]')
    assert shown.inner_text() == f"{part['weights'][0, 1, 6, 2]:.3f}"
    assert page.locator(f"{ROW}[aria-selected=true]").get_attribute("data-key") == "2"
    page.wait_for_url("**word=7**")
    visitor.settle()
    assert "key=3" in page.url

    box.focus()
    page.keyboard.press("ArrowRight")
    assert shown.inner_text() == f"{part['weights'][0, 1, 6, 3]:.3f}"
    page.wait_for_url("**key=4**")
    assert page.evaluate("document.querySelector('.attention_matrices .cell').mine")


def test_masked_keys_are_shown_as_masked(visit):
    page = visit().open(f"{PAGE}&attention=decoder&head=1&word=2&key=3")
    weights = session.read(SENTENCE, "fr").attention("decoder", 0)["weights"][0, 0, 1]
    assert bars(page) == near(weights.tolist())
    assert torch.all(weights[2:] == 0)
    marks = page.locator(f"{ROW} .mask").all_inner_texts()
    assert marks == ["✓", "✓", *["−∞"] * (len(weights) - 2)]
    assert page.locator('.chain [data-value="masked"]').inner_text() == "−∞"
    assert page.locator('.chain [data-value="weight"]').inner_text() == "0.000"


def test_on_a_phone_only_the_table_scrolls_sideways(visit):
    visitor = visit(390, 844)
    page = visitor.open(f"{LINK}&sections=all")
    assert visitor.width_to_spare() >= 0
    spare = page.eval_on_selector(
        ".attention_steps .scroll",
        "box => (box.scrollLeft = 200, box.scrollWidth - box.clientWidth)",
    )
    assert spare > 100
    left = page.locator(f"{ROW} .token").first.bounding_box()["x"]
    assert left >= 0  # the tokens stay
