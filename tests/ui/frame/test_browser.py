"""The frame in a real browser: links, typing, the menu, both themes, a phone."""

import signal
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import expect

from tests.browser import Visitor
from tests.server import serve
from ui.contents import PAGES
from ui.readings import session

WATCH = """() => {
  window.gone = false;
  const look = () => {
    window.gone ||= !document.querySelector(".answer");
    requestAnimationFrame(look);
  };
  look();
}"""


def parameters(visitor: Visitor) -> dict[str, str]:
    return {k: v[0] for k, v in parse_qs(urlparse(visitor.page.url).query).items()}


def menu(visitor: Visitor, title: str) -> None:
    visitor.page.locator('[data-testid="stSidebarNavLink"]', has_text=title).click()
    visitor.page.wait_for_function(
        "title => document.querySelector('[aria-current=page]')?.innerText.includes(title)",
        arg=title,
    )
    visitor.settle()


def chosen(visitor: Visitor, label: str) -> str:
    group = visitor.page.locator(f".st-key-inline-{label}")
    return group.locator('[role="radio"][aria-checked="true"]').inner_text()


# The one button of each selector whose background is not that of the others.
LOOKS = """() => [...document.querySelectorAll('[class*=st-key-inline-] [role=radiogroup]')]
  .map((group) => [...group.querySelectorAll('[role=radio]')])
  .map((all) => all.map((one) => [one.innerText, getComputedStyle(one).backgroundColor]))
  .map((all) => all.filter(([, own]) => all.filter(([, other]) => other === own).length === 1))
  .map((alone) => alone.map(([text]) => text).join())"""


def test_the_language_that_is_shown_as_detected_is_that_of_the_sentence(visit):
    """The browser keeps the words of an option: it said "Detected: English" of any sentence."""
    page = (visitor := visit()).open("/masking")
    field = page.get_by_role("textbox", name="Sentence", exact=True)
    for text, said in (
        ("Wo ist der Hund?", "Detected: German"),
        ("Nie rozumiem twojego pytania.", "Another language"),
        ("Où est-il ?", "Detected: French"),
    ):
        field.fill(text)
        field.press("Enter")
        visitor.settle()
        expect(page.locator(".st-key-from input")).to_have_value(said)


def test_a_server_on_a_full_disk_begins_with_a_link_and_begins_anew_below_an_open_page(
    browser,
):
    process, address = serve(poor=True)
    try:
        visitor = Visitor(browser.new_page(), address)
        visitor.open("/multi_head?source=merci&from=fr&to=en&layer=2&head=3")
        assert visitor.heading() == "Multi-head attention"
        assert visitor.page.locator('[data-testid="stSidebarNavLink"]').count() == len(PAGES)
        assert visitor.page.get_by_role("dialog").count() == 0
        assert (
            visitor.page.get_by_role("textbox", name="Sentence", exact=True).input_value()
            == "merci"
        )
        assert (chosen(visitor, "layer"), chosen(visitor, "head")) == ("2", "3")
        sentence = visitor.page.get_by_role("textbox", name="Sentence", exact=True)
        sentence.fill("merci pour")  # and no Enter
        process.kill()
        process.wait()
        expect(visitor.page.locator(".no-connection")).to_be_visible()
        expect(visitor.page.locator(".stDialog")).to_have_count(0)  # of Streamlit, in English
        with visitor.page.expect_navigation():  # the page begins again, by itself
            process, _ = serve(port=urlparse(address).port)
        visitor.page.wait_for_selector(".st-key-neighbours")
        visitor.settle()
        expect(visitor.page.locator(".no-connection")).to_be_hidden()
        expect(sentence).to_have_value("merci pour")
        visitor.page.locator(".st-key-inline-head").get_by_role("radio", name="5").click()
        visitor.page.wait_for_url("**head=5*")
        assert parameters(visitor)["source"] == "merci"  # what is half typed does not count yet
        assert chosen(visitor, "layer") == "2"
        sentence.press("Enter")
        visitor.page.wait_for_url("**source=merci+pour*")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def test_typing_a_sentence_and_pressing_enter_translates_it(visit):
    visitor = visit()
    page = visitor.open("/?from=fr&to=en")
    page.evaluate(WATCH)
    page.get_by_role("textbox", name="Sentence", exact=True).fill("je suis étudiant")
    page.keyboard.press("Enter")
    expected = session.read("je suis étudiant", "en").translation
    expect(page.locator(".answer")).to_have_text(expected)
    expect(page.locator(".address .news[lang=en]")).to_have_text(expected)
    expect(page.get_by_role("textbox", name="Sentence", exact=True)).to_have_attribute("lang", "fr")
    assert not page.evaluate("gone")  # the last translation stayed until the next one was there
    page.wait_for_url("**source=je*")
    assert parameters(visitor)["source"] == "je suis étudiant"


def test_reload_and_back_keep_what_was_chosen(visit):
    visitor = visit()
    page = visitor.open("/scaled_dot_product?layer=3&head=5")
    begun = page.evaluate("history.length")
    page.get_by_role("textbox", name="Sentence", exact=True).fill("The dog runs.")
    page.keyboard.press("Enter")
    page.wait_for_url("**source=The*")
    visitor.settle()
    page.reload()
    page.wait_for_selector(".answer")
    visitor.settle()
    assert (chosen(visitor, "layer"), chosen(visitor, "head")) == ("3", "5")
    menu(visitor, "Multi-head")
    assert page.evaluate(LOOKS) == ["Encoder self-attention", "3", "5"]
    page.go_back()
    page.wait_for_function("() => document.querySelector('h1')?.innerText.startsWith('Scaled')")
    visitor.settle()
    assert (chosen(visitor, "layer"), chosen(visitor, "head")) == ("3", "5")
    assert page.evaluate(LOOKS) == ["Encoder self-attention", "3", "5"]
    assert page.get_by_role("textbox", name="Sentence", exact=True).input_value() == "The dog runs."
    assert parameters(visitor)["layer"] == "3"
    assert page.evaluate("history.length") < begun + 4
    page.get_by_role("textbox", name="Sentence", exact=True).fill("The cat sleeps.")
    page.keyboard.press("Enter")
    page.wait_for_url("**source=The+cat*")
    page.go_forward()  # to what that page showed, before the sentence was another
    page.wait_for_url("**/multi_head?source=The+dog*")
    visitor.settle()
    assert page.get_by_role("textbox", name="Sentence", exact=True).input_value() == "The dog runs."
    link = page.locator('[data-testid="stSidebarNavLink"]', has_text="Masking")
    link.focus()
    assert "/masking?source=The+dog+runs." in link.get_attribute("href")


def test_the_address_is_copied_or_shown_where_there_is_no_clipboard(visit):
    page = visit(permissions=["clipboard-write"]).open("/multi_head?layer=2")
    copy = page.get_by_role("button", name="Copy a link")
    copy.click()
    expect(page.locator(".address [role=status]")).to_have_text("copied")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    shown = []
    page.once("dialog", lambda dialog: (shown.append(dialog.default_value), dialog.dismiss()))
    copy.click()
    [address] = shown
    assert address.startswith(f"{page.url}&source=")  # the sentence, although it is the first one


def test_the_panel_below_shows_the_address_of_now_and_says_that_it_was_copied(visit):
    page = visit(permissions=["clipboard-write"]).open("/scaled_dot_product")
    page.locator(".st-key-share summary").click()
    line = page.locator(".share section").first
    button, said = line.get_by_role("button"), line.get_by_role("status")
    expect(line.locator("pre")).to_contain_text("/scaled_dot_product?")
    page.locator(".attention_steps tbody tr").nth(1).click()
    for shown in (line.locator("pre"), page.locator(".share pre", has_text="<iframe")):
        expect(shown).to_contain_text("key=2")
    for _ in range(2):  # the second click while the button still says so
        button.click()
        expect(button).to_have_text("✓ Copied")
        expect(said).to_have_text("copied")
    expect(button).to_have_text("Copy")
    expect(said).to_be_empty()


def test_a_term_leads_to_the_glossary_by_key(visit):
    page = visit().open("/multi_head")
    page.locator('.stMain a[href*="glossary#head"]').first.focus()
    expect(page.locator(".terms .line")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/glossary*")
    assert len(page.context.pages) == 1


@pytest.mark.parametrize("link", ["/nowhere", "/overview", "/a/b/c", "/index.php"])
def test_an_unknown_page_leads_to_the_overview_with_its_sentence(visit, link):
    visitor = visit()
    page = visitor.open(f"{link}?source=hello")
    assert urlparse(page.url).path == "/"
    assert page.get_by_role("dialog").count() == 0
    assert page.get_by_role("textbox", name="Sentence", exact=True).input_value() == "hello"


def test_the_bar_tells_of_an_edit_and_leads_back(visit):
    visitor = visit()
    page = visitor.open("/tokenization?silenced=encoder-1-2")
    assert "Encoder self-attention, layer 1, head 2" in page.locator(".st-key-edited").inner_text()
    page.get_by_role("button", name="Back to normal").click()
    page.wait_for_function("() => !document.querySelector('.st-key-edited')")
    visitor.settle()
    assert "edits" not in parameters(visitor)


def test_the_sentence_bar_stays_in_sight_when_the_page_scrolls(visit):
    page = visit().open("/masking?source=The+cat+sleeps.")
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 500")
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 500
    page.wait_for_function(
        "() => document.querySelector('.st-key-bar').getBoundingClientRect().top === 0"
    )


def test_the_sentence_field_has_room_at_every_width(visit):
    page = visit(1280, 700).open("/tokenization")
    for width in (1280, 1271, 1057, 1024, 901, 800, 769, 701, 320):
        page.set_viewport_size({"width": width, "height": 700})
        page.wait_for_function(f"() => innerWidth === {width}")
        field = page.get_by_role("textbox", name="Sentence", exact=True)
        assert field.bounding_box()["width"] >= 220, width
        if width > 1056:  # the buttons stand in its line
            link = page.locator(".st-key-address button").bounding_box()
            assert abs(link["y"] - field.bounding_box()["y"]) < 20, width


def test_the_first_translation_is_not_cut_on_a_laptop(visit):
    page = visit(1366, 650).open("/")
    page.wait_for_function("() => document.querySelector('.answer')?.textContent.length > 9")
    answer = page.locator(".answer")
    cut = "a => a.scrollWidth > a.clientWidth || a.scrollHeight > a.clientHeight"
    assert not answer.evaluate(cut)
    answer.evaluate("a => a.classList.remove('long')")  # larger letters in a single line are cut
    assert answer.evaluate(cut)


def test_a_phone_has_the_sign_of_a_menu_a_contents_line_that_fades_and_a_box_that_finds_terms(
    visit,
):
    page = visit(390, 844, has_touch=True).open("/masking")
    button = page.get_by_test_id("stExpandSidebarButton")
    sign = button.get_by_test_id("stIconMaterial")
    assert sign.evaluate("e => getComputedStyle(e, '::before').content") == '"menu"'
    assert 20 < sign.bounding_box()["width"] < 30  # drawn as one sign, not spelled
    line = page.locator(".contents_line nav")
    assert line.evaluate("e => e.scrollWidth > e.clientWidth")
    assert "gradient" in line.evaluate("e => getComputedStyle(e).maskImage")
    assert page.get_by_text("On this page").is_visible()
    button.tap()
    box = page.get_by_placeholder("Find a page or a term")
    box.fill("overfit")
    expect(page.locator(".find_box")).to_contain_text("overfitting")


def test_enter_in_the_box_opens_the_first_section_it_found_and_the_menu_shows_where_one_is(visit):
    page = visit(1366, 650).open("/overview?sections=none")
    page.get_by_placeholder("Find a page or a term").fill("LoRA")
    page.keyboard.press("Enter")
    section = page.locator(".st-key-section_adapters")
    expect(section.get_by_role("button")).to_have_text("Close")
    expect(section).to_be_in_viewport()
    here = page.locator("[data-testid=stSidebarNavLink][aria-current=page]")
    expect(here).to_have_text("Teach it")
    expect(here).to_be_in_viewport()
    page.get_by_placeholder("Find a page or a term").fill("forgetting")  # on this very page
    page.keyboard.press("Enter")
    section = page.locator(".st-key-section_forgetting")
    expect(section.get_by_role("button")).to_have_text("Close")


def test_a_keyboard_sees_where_it_is_in_the_menu_and_leaps_over_it_in_the_visitors_language(visit):
    page = visit().open("/masking?lang=de")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Zum Inhalt springen")
    page.locator('[data-testid="stSidebarNavLink"]').first.focus()
    page.keyboard.press("Tab")
    line = page.evaluate(
        "() => { const s = getComputedStyle(document.activeElement);"
        " return [document.activeElement.dataset.testid, s.outlineStyle, s.outlineWidth]; }"
    )
    assert line == ["stSidebarNavLink", "solid", "2px"]


def test_forced_colours_leave_pictures_theirs_and_outline_what_is_chosen(visit):
    page = visit(forced_colors="active", color_scheme="dark").open("/scaled_dot_product?layer=2")
    colours = """canvas => new Set(new Uint32Array(canvas.getContext("2d")
        .getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size"""
    assert page.locator(".attention_steps .K canvas").first.evaluate(colours) > 10
    chosen = page.locator('.stButtonGroup [aria-checked="true"]').first
    outline = "node => getComputedStyle(node).outlineStyle"
    assert chosen.evaluate(outline) == "solid"
    other = page.locator('.stButtonGroup [aria-checked="false"]').first
    assert other.evaluate(outline) != "solid"


def test_forced_colours_leave_the_diagrams_tokens_theirs(visit):
    page = visit(forced_colors="active", color_scheme="dark").open("/")
    adjusted = "node => getComputedStyle(node).getPropertyValue('forced-color-adjust')"
    assert page.locator(".diagram .tokens text").first.evaluate(adjusted) != "auto"


def test_pages_that_were_left_are_forgotten(visit):
    visitor = visit()
    visitor.open("/embedding?sections=all")
    session = visitor.page.context.new_cdp_session(visitor.page)
    held = []
    for _ in range(3):
        for title in ("Multi-head", "Embedding"):
            menu(visitor, title)
        session.send("HeapProfiler.collectGarbage")
        held.append(session.send("Memory.getDOMCounters")["nodes"])
    assert held[-1] < 1.1 * held[0], held  # one page that is kept has more than that


def test_the_code_that_ran_comes_when_it_is_opened_and_with_it_what_colours_it(visit):
    visitor = visit()
    page = visitor.open("/masking")
    assert not any("SyntaxHighlighter" in url for url in visitor.fetched)
    page.get_by_text("The code that ran").click()
    expect(page.locator("[data-testid=stCode]")).to_contain_text("def ")
    assert any("SyntaxHighlighter" in url for url in visitor.fetched)
