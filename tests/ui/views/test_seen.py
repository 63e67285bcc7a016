"""What takes long to draw waits until it is about to be seen, or printed."""

from playwright.sync_api import Page

from tests.server import READY

LINK = "/embedding?source=The+cat+sleeps.&sections=all"
LAST = "#plot-shares"


def open_and_look_at_its_head(visitor) -> Page:
    visitor.page.goto(visitor.address + LINK)
    visitor.page.wait_for_selector(f"{LAST}[data-waits]", state="attached")
    visitor.page.wait_for_selector(READY)
    visitor.page.wait_for_timeout(500)
    return visitor.page


def test_a_figure_far_below_is_drawn_as_somebody_comes_to_it_and_has_its_room_before(visit):
    page = open_and_look_at_its_head(visit())
    assert page.locator(f"{LAST} svg").count() == 0
    room = page.locator(LAST).bounding_box()
    page.locator(LAST).scroll_into_view_if_needed()
    page.wait_for_selector(f"{LAST}[data-revision]:not([data-waits])")
    assert page.locator(LAST).bounding_box()["height"] == room["height"]


def test_on_paper_all_figures_are_drawn(visit):
    page = open_and_look_at_its_head(visit())
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function(f"() => document.querySelector('{LAST}').querySelector('svg')")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
