"""Trace it in a browser: ribbons, the slider, the keyboard, and the list on a phone."""

import re

import pytest
from playwright.sync_api import expect

from ui.readings import session

LINK = "/trace_it?source=Where+is+the+station%3F&to=es&step=4&sections=none"


def test_the_slider_draws_more_ways_and_a_node_is_chosen_by_click_and_by_keyboard(visit):
    page = visit().open(LINK)
    own = session.read("Where is the station?", "es").flow(3)
    tokens = page.locator(".trace_view g.node:has(.token)")
    expect(tokens).to_have_count(len(own.source) + len(own.prefix))
    parts = page.locator(".trace_view text.part").all_text_contents()
    numbers = [float(one.replace("−", "-")) for one in parts]
    assert numbers == pytest.approx([*own.source, *own.prefix], abs=0.0052)
    ribbons = page.locator(".trace_view .ribbons path")
    before = ribbons.count()
    slider = page.locator(".trace_view input[type=range]")
    slider.fill("95")
    assert ribbons.count() > before
    page.wait_for_url(re.compile("flow_share=95"))
    heading = page.locator(".trace_view .card h3")
    strongest = heading.inner_text()
    page.locator(".trace_view g.node[aria-pressed=true]").focus()
    page.keyboard.press("ArrowDown")
    focused = page.locator(".trace_view g.node:focus")
    name = focused.get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("node="))
    expect(heading).not_to_have_text(strongest)
    assert heading.inner_text().split(" ")[0] in name
    expect(page.locator(".trace_view .cut")).to_contain_text("the lead becomes")
    expect(page.locator(".trace_view .card details")).to_contain_text("If nothing else reacted")
    added = page.locator(".trace_view .sum .number").all_text_contents()
    *parts, lead = (float(one.replace("−", "-")) for one in added)
    assert sum(parts) == pytest.approx(lead, abs=0.021)


def test_a_phone_shows_the_ways_as_a_list(visit):
    page = visit(390, 844).open(LINK)
    rows = page.locator(".trace_view .list li")
    expect(rows.first).to_contain_text("la")
    expect(page.locator(".trace_view svg")).to_have_count(0)
    rows.first.get_by_role("button").first.click()
    expect(page.locator(".trace_view .card h3")).to_contain_text("station")
