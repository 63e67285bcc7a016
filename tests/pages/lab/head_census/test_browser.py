"""Head census in a browser: what is drawn are the model's numbers; the slider silences."""

import re

import pytest
from playwright.sync_api import expect

from model.census.orders import list_heads
from pages.lab.head_census import cached, remarks
from ui.readings import session
from ui.words import format_decimal

LINK = "/head_census?source=He+is+tired.&to=fr&heads_of=cross&census_order=sentence"
COUNT = 20


@pytest.fixture(scope="module")
def order():
    return cached.order_heads("sentence", "cross", "He is tired.", "fr")


def test_the_slider_silences_the_least_needed_heads_and_the_page_says_what_is_left(visit, order):
    page = visit().open(LINK)
    slider = page.locator(".census_view input[type=range]")
    expect(slider).to_have_attribute("max", str(len(order)))
    slider.fill(str(COUNT))
    line = cached.get_pruning_curve("He is tired.", "fr", order)
    p = page.locator(".census_view .keys .own")
    sure = f"{100 * line.p[COUNT]:.0f}%"
    expect(p).to_have_text(f"this sentence: {sure} sure of a token on average")
    silent = page.locator(".census_view .grid button.silent")
    expect(silent).to_have_count(COUNT)  # at once, before the server knows
    some = tuple(sorted(order[:COUNT]))
    said = session.read("He is tired.", "fr", some).translation
    expect(page.locator(".census_view dd").nth(1)).to_have_text(re.compile(re.escape(said)))
    expect(page.locator(".answer")).to_contain_text(said)
    names = {one.get_attribute("aria-label").split(":")[0] for one in silent.all()}
    assert names == {f"Cross-attention, layer {one.layer + 1}, head {one.head + 1}" for one in some}
    page.wait_for_url(re.compile("edits=cross"))


def test_rows_are_sorted_by_what_is_lost_or_by_name_and_arrow_keys_choose_heads(visit):
    page = visit().open(LINK + "&census_head=encoder-1-1&sections=all_heads")
    lost = sorted(
        (row["silencing"] for row in cached.get_head_roles("He is tired.", "fr")), reverse=True
    )
    numbers = [format_decimal(value, 3) for value in lost]
    expect(page.locator(".census_table tbody tr td:nth-child(5)")).to_have_text(numbers)
    page.locator(".census_table thead button", has_text="head").click()
    names = [
        remarks.head_label(one).capitalize() for one in list_heads(session.load_model()[0].config)
    ]
    expect(page.locator(".census_table tbody th")).to_have_text(names)
    chosen = page.locator('.census_view .grid button[aria-pressed="true"]')
    chosen.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_attribute("aria-label", re.compile("layer 2, head 2:"))
    expect(chosen).to_be_focused()
    expect(page.locator(".st-key-census-card")).to_contain_text("self-attention, layer 2, head 2")
    page.wait_for_url(re.compile("(?=.*census_head=encoder-2-2).*census_sort=head"))
