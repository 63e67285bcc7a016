"""What only a browser shows: pills that open sections, by pointer and by keyboard."""

import re

from playwright.sync_api import expect


def test_a_pill_opens_its_section_brings_it_up_and_the_link_keeps_it(visit):
    visitor = visit()
    page = visitor.open("/after_2017?source=Hi&sections=positions")
    heading = page.locator(".st-key-section_measure")
    look = page.locator(".st-key-opened_measure .look")
    expect(heading.get_by_role("button", name="Open")).to_be_visible()
    page.locator(".then_and_now summary").click()
    page.locator('.then_and_now button[data-part="measure"]').click()
    expect(look).to_be_visible()
    visitor.settle()
    expect(heading).to_be_in_viewport()
    expect(page).to_have_url(re.compile("sections=positions-measure"))
    heading.get_by_role("button", name="Close").press("Enter")
    expect(look).to_have_count(0)


def test_a_coloured_part_of_the_drawing_opens_its_section(visit):
    page = visit().open("/after_2017?source=Hi&sections=none")
    page.locator(".then_and_now .box.changed", has_text="Feed-forward").first.click()
    expect(page.locator(".st-key-opened_gate .look")).to_be_visible()


def test_the_drawing_fits_a_phone(visit):
    page = visit(width=390, height=844).open("/after_2017?source=Hi&sections=none")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for button in page.locator(".then_and_now button").all():
        assert button.bounding_box()["height"] >= 24
