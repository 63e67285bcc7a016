"""Every page in a real browser: it fits, is dark on request, serves all, loads nothing else."""

import re
from collections.abc import Sequence
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page

from tests import axe
from tests.browser import Visitor
from ui.contents import FRONT, PAGES
from ui.frame import texts
from ui.readings import opening_sentences, session

# On a wide screen the menu opens; only when it stands still is the page as narrow as it will be.
BESIDE_MENU = """() => {
  const [menu, main] = ["stSidebar", "stMain"].map((name) =>
    document.querySelector(`[data-testid=${name}]`).getBoundingClientRect());
  return menu.left === 0 && menu.width > 200 && main.left === menu.right;
}"""
FITS = """() => {
  const { clientWidth, scrollWidth } = document.querySelector("[data-testid=stMain]");
  return scrollWidth <= clientWidth;
}"""


# A heading is at most one level below the one before it; see ui/frame/headings.js.
NO_LEVEL_LEFT_OUT = """() => {
  let last = 0;
  return [...document.querySelectorAll("[data-testid=stMain] :is(h1, h2, h3, h4)")]
    .filter((heading) => heading.checkVisibility())
    .every((heading) => {
      const level = Number(heading.ariaLevel ?? heading.tagName[1]);
      const follows = level <= last + 1;
      last = level;
      return follows;
    });
}"""

# Lists to look things up in, and the tour's page, which is a text, have no pictures; Teach it has
# tables until a lesson was taught, and How good is it begins with a table of translations.
LOWEST = 282  # pixels above the first picture in a window of 1366 by 650
LISTS = {
    "cheat_sheet", "glossary", "how_good_is_it", "questions", "teach_it", "teach_with_it", "tour"
}  # fmt: skip
# What a newcomer sees without scrolling: of the first picture of the page's own (not of the
# frame's) so many pixels.
ON_THE_FIRST_SCREEN = """() => {
  document.querySelector("[data-testid=stMain]").scrollTop = 0;
  const inside = (node) => node && node.getBoundingClientRect().bottom <= innerHeight;
  const frame = ".st-key-bar, .st-key-address, .mini_map, .contents_line, .tour_strip, header";
  const views = [...document.querySelectorAll("[data-testid=stMain] .stBidiComponent")]
    .filter((view) => !view.closest(".st-key-bar, .st-key-contents, .st-key-address")
      && !view.querySelector(frame) && view.getBoundingClientRect().height > 60);
  return {
    title: inside(document.querySelector("h1")),
    thing: inside(document.querySelector(".st-key-try")),
    picture: views.length ? innerHeight - views[0].getBoundingClientRect().top : null,
  };
}"""

READ_ALOUD = {  # pages where words of the translation stand in views
    "overview", "tour", "why_attention", "tokenization", "scaled_dot_product", "cross_attention",
    "decoding",
}  # fmt: skip
# Words of a translation that stand alone, in the answer and in views: those that a voice would read
# in another language than theirs, after how many it would read right. Pictures are not read.
MISREAD = """([words, language]) => {
  const wrong = [], selector = ".answer, [data-testid=stBidiComponentRegular]";
  let right = 0;
  for (const root of document.querySelectorAll(selector)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement;
      const word = walker.currentNode.data.replace(/[…‿▁“”]/g, "").trim();
      if (!words.includes(word)) continue;
      if (holder.closest("[role=img], [aria-hidden=true], .js-plotly-plot")) continue;
      const { lang } = holder.closest("[lang]"); // "": a piece of the vocabulary, of no language
      if (lang === language) right += 1;
      else if (lang) wrong.push(`${word}: ${holder.outerHTML.slice(0, 120)}`);
    }
  }
  return [right, wrong];
}"""


def brightest(page: Page) -> int:
    """Return the largest of red, green and blue behind a page."""
    background = page.evaluate(
        "() => getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    )
    return max(map(int, re.findall(r"\d+", background)[:3]))


@pytest.fixture(scope="module")
def walker(browser, address):
    """One visitor who goes through all pages: a page opened anew takes five times the work."""
    context = browser.new_context()
    yield Visitor(context.new_page(), address)
    context.close()


def go(walker: Visitor, name: str) -> None:
    """Go on to a page by the menu, or open it if it is the first one; all its sections are open."""
    link = "/" if name == FRONT else f"/{name}"
    if not walker.fetched:
        walker.open(f"{link}?sections=all")
        return
    walker.page.evaluate(
        """(path) => [...document.querySelectorAll("[data-testid=stSidebarNavLink]")]
            .find((link) => new URL(link.href).pathname === path).click()""",
        link,
    )
    walker.page.wait_for_url(lambda url: urlparse(url).path == link)
    walker.page.wait_for_function(
        "(title) => document.querySelector('h1')?.innerText.startsWith(title)",
        arg=texts.read_page_sections(name)[""].partition("\n")[0].removeprefix("# "),
    )
    walker.settle()


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("(width) => innerWidth === width", arg=width)


def is_on_the_first_screen(walker: Visitor, name: str, least: int) -> None:
    """The page shows what to try and so much of its picture at once."""
    if name in LISTS:
        return
    walker.settle()
    seen = walker.page.evaluate(ON_THE_FIRST_SCREEN)
    assert seen["title"]
    assert seen["thing"] or name == FRONT
    assert seen["picture"] is not None
    assert seen["picture"] >= least


def is_for_everybody(page: Page, only: Sequence[str] = ()) -> None:
    """Nothing keeps people from using the page, by all of axe's rules or only by some."""
    assert axe.small(page) == []
    assert axe.serious(page, only) == []


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_every_page_fits_is_dark_on_request_serves_all_and_loads_nothing_from_outside(walker, name):
    sentence = opening_sentences.opening_sentence(name, "en", "fr")
    said = session.read(sentence, "fr").output
    words = {token.text for token in said if len(token.text) > 2 and not token.special}
    french = words - set(sentence.split())
    page = walker.page
    page.emulate_media(color_scheme="dark")
    resize(page, 390, 844)
    go(walker, name)
    is_on_the_first_screen(walker, name, least=30)
    assert walker.width_to_spare() >= 0
    assert brightest(page) < 60
    is_for_everybody(page)
    page.emulate_media(color_scheme="light")
    for width, height in ((800, 900), (1366, 650)):
        resize(page, width, height)
        page.wait_for_function(BESIDE_MENU)
        page.wait_for_function(FITS)  # what is laid out anew takes a moment
    is_on_the_first_screen(walker, name, least=650 - LOWEST)
    assert brightest(page) == 255
    # The same elements in other colours, and on wide screens the menu, which is on all pages.
    is_for_everybody(page, only=[] if name == FRONT else ["color-contrast"])
    if name in READ_ALOUD:
        page.wait_for_function(NO_LEVEL_LEFT_OUT)
        right, wrong = page.evaluate(MISREAD, [sorted(french), "fr"])
        assert (wrong, right > 0) == ([], True)
    here = (walker.address, walker.address.replace("http", "ws"), "data:", "blob:")
    assert [url for url in walker.fetched if not url.startswith(here)] == []
    assert walker.complaints == []
