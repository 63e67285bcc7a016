"""Every page in a real browser: it fits, is dark on request, serves all, loads nothing else."""

import re

import pytest
from playwright.sync_api import Page

from tests import axe
from ui.contents import PAGES
from ui.frame import bar
from ui.readings import session

EVERY_LINK = ["/" if page is PAGES[0] else f"/{page.name}" for page in PAGES]

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

READ_ALOUD = {  # pages where words of the translation stand in views
    "/", "/tour", "/why_attention", "/tokenization", "/scaled_dot_product", "/cross_attention",
    "/decoding",
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


@pytest.mark.parametrize("link", EVERY_LINK)
def test_every_page_fits_is_dark_on_request_serves_all_and_loads_nothing_from_outside(visit, link):
    said = session.read(bar.DEFAULT, "fr").output
    words = {token.text for token in said if len(token.text) > 2 and not token.special}
    french = words - set(bar.DEFAULT.split())
    visitor = visit(390, 844, color_scheme="dark")
    page, asked = visitor.page, []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(axe.SCRIPT)
    visitor.open(link)
    assert visitor.width_to_spare() >= 0
    assert brightest(page) < 60
    assert axe.small(page) == []
    assert axe.serious(page) == []
    page.emulate_media(color_scheme="light")
    for width in (800, 960, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(f"() => innerWidth === {width}")
        page.wait_for_function(BESIDE_MENU)
        page.wait_for_function(FITS)  # what is laid out anew takes a moment
    assert brightest(page) == 255
    assert axe.small(page) == []
    assert axe.serious(page) == []
    if link in READ_ALOUD:
        page.wait_for_function(NO_LEVEL_LEFT_OUT)
        right, wrong = page.evaluate(MISREAD, [sorted(french), "fr"])
        assert (wrong, right > 0) == ([], True)
    here = (visitor.address, visitor.address.replace("http", "ws"), "data:", "blob:")
    assert [url for url in asked if not url.startswith(here)] == []
