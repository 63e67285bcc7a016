"""The glossary, and its lines in the pages' texts."""

import re

from playwright.sync_api import expect

from ui.frame import terms


def test_the_glossary_is_searched_and_printed_whole(visit):
    page = visit(color_scheme="dark").open("/glossary")
    shown = page.locator(".glossary dl:not(.first) > div:visible")
    field = page.get_by_role("searchbox", name="Search the glossary")
    assert shown.count() == len(terms.list_terms())
    field.fill("zzz")
    assert page.locator(".glossary .count").inner_text() == "No matching term."
    field.fill("Padding")
    texts = [text.lower() for text in shown.all_inner_texts()]
    assert 0 < len(texts) < len(terms.list_terms())
    assert all("padding" in text for text in texts)

    pdf = page.pdf(prefer_css_page_size=True)
    assert 1 < len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 5
    page.emulate_media(media="print")
    assert shown.count() == len(terms.list_terms())
    assert not page.locator(".glossary .top").is_visible()


def test_a_term_says_what_it_means_on_hover_focus_and_tap(visit):
    visitor = visit(390, 844, has_touch=True)
    page = visitor.open("/multi_head")
    term = page.locator('.stMain a[href*="glossary#head"]').first
    line = page.locator(".terms .line")
    [head] = [entry for entry in terms.list_terms() if entry.term == "head"]
    term.scroll_into_view_if_needed()

    def told():
        expect(line).to_be_visible()
        expect(line).to_contain_text(head.meaning)
        box = line.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390

    term.hover()
    told()
    page.keyboard.press("Escape")
    expect(line).to_be_hidden()
    term.focus()
    told()
    expect(term).to_have_attribute("aria-describedby", "glossary-line")
    page.keyboard.press("Escape")
    expect(line).to_be_hidden()
    term.tap()
    told()
    assert len(page.context.pages) == 1  # a tap opens no other page
    line.get_by_text("Glossary →").click()
    page.wait_for_url("**/glossary*")
    expect(page.locator(".glossary dt").first).to_be_visible()
