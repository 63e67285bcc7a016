"""The error walks down the diagram, and without the road little of it arrives."""

import re

from playwright.sync_api import Page

VIEW = ".error_flow"


def at(page: Page, step: int, cut: bool) -> None:
    """Wait until the view shows a stage, with the road or without it."""
    page.locator(f"{VIEW} .where", has_text=re.compile(f"step {step} of")).wait_for()
    assert page.get_by_role("switch", name="Cut the thick roads").is_checked() == cut


def lit(page: Page) -> int:
    """How many blocks the error has come to."""
    return page.locator(f"{VIEW} .block:not(.waiting)").count()


def test_the_error_walks_down_and_the_road_can_be_cut(visit):
    page = visit().open("/one_step?sections=none")
    at(page, 1, cut=False)
    assert lit(page) == page.locator(f"{VIEW} .block").count() == 15  # all of it, on arrival
    assert page.locator(f"{VIEW} .stream.on").count() == page.locator(f"{VIEW} .stream").count()
    norm = page.locator(f"{VIEW} [data-block=encoder_norm_2]")
    said = norm.get_attribute("aria-label")
    assert said == f"Encoder layer 1 · Add & Norm {norm.locator('.n').text_content()}"
    page.get_by_role("button", name="First step").click()
    page.wait_for_selector(f"{VIEW} .block.waiting")
    assert lit(page) == 1
    page.get_by_role("button", name="Step forward").click()
    at(page, 2, cut=False)
    assert lit(page) == 2
    page.get_by_role("button", name="Last step").click()
    at(page, 45, cut=False)
    assert lit(page) == 15
    road = page.locator(f"{VIEW} .road").first
    wide = float(road.get_attribute("stroke-width"))
    page.get_by_role("switch", name="Cut the thick roads").click()
    at(page, 45, cut=True)
    assert float(road.get_attribute("stroke-width")) < wide
    assert "10⁻" in page.locator(f"{VIEW} .line").inner_text()
    page.locator(f"{VIEW} [data-block=memory]").press("Enter")
    page.wait_for_function(
        "(title) => document.querySelector('.error_flow h2').textContent === title", arg="Memory"
    )
