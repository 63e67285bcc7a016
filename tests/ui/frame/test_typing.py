"""What is typed just before a page is left, what is pasted, and what a browser translates."""

import pytest
from playwright.sync_api import expect

# Links to pages: how they are found on Multi-head, and how somebody without a mouse follows them.
WAYS = [
    ('[data-testid="stSidebarNavLink"][href*="/masking"]', "tap"),
    (".st-key-neighbours a", "tap"),
    ('.mini_map a[href*="/masking"], .mini_map a[href*="/decoding"]', "tap"),
    ('[data-testid="stSidebarNavLink"][href*="/masking"]', "click"),
    ('[data-testid="stSidebarNavLink"][href*="/masking"]', "Enter"),
]

# As a browser translates a page: each text that it may is another one, at once.
TRANSLATE = """() => {
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const text = all.currentNode;
    if (!text.parentElement.closest("[translate=no], script, style")) text.data = "¡" + text.data;
  }
}"""


def test_a_page_that_is_asked_for_right_after_typing_comes_with_what_was_typed(visit):
    visitor = visit(has_touch=True)
    for place, (link, act) in enumerate(WAYS):
        page = visitor.open("/multi_head?from=en&to=fr")
        page.get_by_role("textbox", name="Sentence", exact=True).fill(f"Where is house {place}?")
        before, target = visitor.heading(), page.locator(link).first
        target.press(act) if act == "Enter" else getattr(target, act)()
        page.wait_for_url(lambda address: "multi_head" not in address)
        page.wait_for_url(f"**source=Where+is+house+{place}*")
        visitor.settle()
        assert visitor.heading() != before  # and it stays


def test_of_what_is_pasted_a_field_takes_the_beginning_and_says_so(visit):
    visitor = visit()
    page = visitor.open("/decoding?from=en&to=fr")
    for name in ("Sentence", "Beginning"):
        field = page.get_by_role("textbox", name=name, exact=True)
        field.click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text("la la " * 20_000)  # more than a message could hold
        field.press("Enter")
        expect(field).to_have_value(("la la " * 334)[:2000])
        visitor.settle()  # another sentence forgets the beginning of the one before
    expect(page.get_by_text("no more than 2,000 characters")).to_be_visible()


def test_a_browser_that_translates_the_page_leaves_what_the_model_said(visit):
    visitor = visit()
    page = visitor.open("/multi_head?from=en&to=fr&source=The+cat+sleeps.")
    said = ".answer, .tokens button, .head_view text, .stMain code"
    before = page.locator(said).all_inner_texts()
    page.evaluate(TRANSLATE)
    assert page.locator("h1").inner_text().startswith("¡")
    assert page.locator(said).all_inner_texts() == before
    assert len(before) > 5
    assert page.evaluate("document.documentElement.lang") == "en"


# How remarks quote a word in each language; a strong one stands between its marks.
QUOTATIONS = {"en": "“{}”", "de": "„{}“", "fr": "«\u00a0{}\u00a0»", "es": "«{}»"}


@pytest.mark.parametrize("language", QUOTATIONS)
def test_a_browser_that_translates_the_page_leaves_what_remarks_quote(visit, language):
    visitor = visit()
    # A word that no vocabulary holds whole and that no dictionary has: each remark names it.
    page = visitor.open(f"/tokenization?from=en&to=fr&source=A+zzyqut+sleeps.&lang={language}")
    remarks = page.locator(".look, .remark").filter(has_text="zzyqut")
    expect(remarks.first).to_be_visible()
    page.evaluate(TRANSLATE)
    for said in remarks.all_inner_texts():
        assert "¡" in said
        assert "¡zzyqut" not in said
    assert QUOTATIONS[language].format("zzyqut") in " ".join(remarks.all_inner_texts())
