"""Views in frames of other people's pages, pages on a projector, pages on paper."""

import http.server
import re
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import expect

from ui import contents
from ui.readings import session

VIEW = ".st-key-heads"
ALL = {"sections": "all"}  # a view may stand in any section
CUT = """() => [...document.querySelectorAll('[data-testid=stBidiComponentRegular] *')]
    .filter(one => one.checkVisibility() && one.clientWidth
        && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
        && one.scrollWidth > one.clientWidth + 1).length"""
EDGE = """() => Math.max(...[...document.querySelectorAll('.taken-away')]
    .map(menu => menu.parentElement.takes.root.getBoundingClientRect().right))"""
POINT = """(cells, [row, column, n]) => {
    const { left, top, width, height } = cells.getBoundingClientRect();
    cells.dispatchEvent(new PointerEvent("pointermove", {
        clientX: left + ((column + 0.5) / n) * width, clientY: top + ((row + 0.5) / n) * height,
    }));
}"""
# Of what people read: sizes on the screen, zoom included.
SMALLEST_LETTERS = """() => {
  const least = (selector) => Math.min(...[...document.querySelectorAll(selector)]
    .flatMap((root) => [...root.querySelectorAll("*"), root])
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
      && one.getBoundingClientRect().width > 1)
    .map((one) => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)));
  return { answer: least(".answer"), picture: least(
    "[data-testid=stBidiComponentRegular]:has(> .taken-away) > :not(.taken-away)"),
    text: least(".look, [class*=st-key-section_] :is(h2, p:not(:has(.katex)))") };
}"""
UNCUT = """() => [".answer", ".whole"].every((name) => {
  const one = document.querySelector(name);
  return one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 2;
})"""
SHOWN = """() => [...document.querySelectorAll('.stElementContainer')]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().height > 1)
    .map(one => one.className.match(/st-key-(\\S+)/)?.[1] ?? one.innerText)"""


def test_what_is_chosen_for_taking_away_stays_when_the_page_changes(visit):
    page = visit().open("/masking?layer=1")
    page.locator(".st-key-share summary").click()
    theme, how = (page.get_by_label(name, exact=True) for name in ("Light or dark", "Format"))
    theme.select_option("dark")
    how.select_option("bibtex")
    python = page.locator(".share pre", has_text="import model")
    before = python.inner_text()
    page.get_by_role("radio", name="3", exact=True).first.click()
    expect(python).not_to_have_text(before, use_inner_text=True)
    expect(theme).to_have_value("dark")
    expect(page.locator(".share pre", has_text="<iframe")).to_contain_text("dark_theme")
    expect(how).to_have_value("bibtex")
    expect(page.locator(".share pre", has_text="@software")).to_be_visible()


@pytest.fixture
def host(tmp_path: Path) -> Iterator:
    """Return a function that serves a page with a frame from another port: another origin."""

    class Silent(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Silent, directory=str(tmp_path))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def host(frame: str) -> str:
        (tmp_path / "page.html").write_text(f"<!doctype html><h1>A page</h1>{frame}")
        return f"http://127.0.0.1:{server.server_port}/page.html"

    yield host
    server.shutdown()


def test_a_frame_shows_one_view_alone_and_keeps_it_in_its_address(visit):
    visitor = visit(width=720, height=560, color_scheme="dark")
    page = visitor.page
    page.goto(f"{visitor.address}/multi_head?layer=2&head=3&embed=true&view=heads")
    page.locator(f"{VIEW} .field").wait_for()
    page.locator(".caption a").wait_for()
    visitor.settle()
    assert page.evaluate(SHOWN) == ["heads", "caption"]
    assert page.locator("[data-testid=stSidebar]:visible").count() == 0
    assert visitor.width_to_spare() >= 0
    kept = {name: value for name, [value] in parse_qs(urlparse(page.url).query).items()}
    assert kept == {"layer": "2", "head": "3", "embed": "true", "view": "heads", **ALL}
    page.locator(f"{VIEW} .menu button").first.click()  # the view is alive
    expect(page.locator(".caption a")).to_have_attribute("href", re.compile("^./multi_head"))
    assert "view=heads" in page.url
    page.goto(f"{visitor.address}/multi_head?layer=2&embed=true&view=heads&part=map")
    expect(page.locator(f"{VIEW} .right .map")).to_be_visible()
    expect(page.locator(f"{VIEW} .left")).to_be_hidden()
    assert "part=map" in page.url
    page.goto(f"{visitor.address}/multi_head?embed=true&view=<nothing>")
    expect(page.locator(".caption .problem")).to_have_text(
        "This page has no view called “<nothing>”. Its views are: heads."
    )


def test_a_slide_of_the_same_machine_frames_a_view(browser, host, address, tmp_path):
    page = browser.new_page()
    frame = f'<iframe src="{address}/masking?embed=true&view=causal_maps" width=900 height=500>'
    for slide in (host(frame), (tmp_path / "page.html").as_uri()):  # served, and opened as a file
        page.goto(slide)
        inside = page.frame_locator("iframe")
        expect(inside.locator(".caption a")).to_contain_text("Masking in Glass Transformer")
        expect(inside.locator(".st-key-causal_maps canvas").first).to_be_visible()
    page.close()


def test_a_frame_that_lets_no_script_of_the_page_run_leads_out_of_it(visit, host, address):
    visitor = visit()
    page = visitor.page
    page.goto(host(f'<iframe sandbox="allow-scripts" src="{address}/masking?layer=2"></iframe>'))
    said = page.frame_locator("iframe").locator(".no-start")
    said.evaluate("said => said.style.setProperty('animation-delay', '0s')")
    expect(said).to_be_visible()
    assert said.locator("a").evaluate("link => link.href") == f"{address}/masking?layer=2"
    visitor.open("/masking?layer=2")
    expect(page.locator(".no-start")).to_be_hidden()


def test_arrow_keys_turn_the_pages_of_a_projector(visit):
    visitor = visit()
    page = visitor.open("/masking?present=true&layer=2")
    expect(page.locator("[data-testid=stSidebar]")).to_have_attribute("data-collapsed", "true")
    page.keyboard.press("ArrowRight")
    _, after = contents.neighbours("masking")
    page.wait_for_url(f"**/{after.name}?*")
    visitor.settle()
    assert "present=true" in page.url
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/masking*")


def test_the_hall_reads_all_without_a_click(visit):
    said = "Das weiße Auto, das vor dem alten Haus steht, gehört meinem Bruder."
    link = f"/cross_attention?present=true&from=de&to=en&source={said}&sections=all"
    page = visit(1280, 720).open(link)
    least = page.evaluate(SMALLEST_LETTERS)
    assert least["picture"] >= 720 / 40 - 0.1
    assert least["text"] >= 720 / 40 - 0.1
    assert least["answer"] >= 720 / 32 - 0.1
    expect(page.locator(".whole")).to_have_text(said)
    assert page.evaluate(UNCUT)
    scrolled = "() => document.querySelector('[data-testid=stMain]').scrollTop"
    page.keyboard.press("PageDown")
    assert page.evaluate(scrolled) > 0
    page.keyboard.press("b")
    expect(page.locator(".glass-dark")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator(".glass-dark")).to_have_count(0)
    page.keyboard.press("q")
    expect(page.locator(".glass-room.shown img")).to_be_in_viewport(ratio=1)
    page.keyboard.press("q")
    expect(page.locator(".glass-room")).to_be_hidden()
    page.keyboard.press("+")
    assert page.evaluate(SMALLEST_LETTERS)["picture"] > least["picture"]


def test_views_seen_larger_on_a_projector_know_what_lies_under_the_pointer(visit):
    reading = session.read("The cat sleeps because it is tired.", "fr")
    scores, n = reading.attention("decoder", 1)["scores"][0, 1], len(reading.target)
    link = "/masking?to=fr&source=The+cat+sleeps+because+it+is+tired.&layer=2&head=2&sections=none"
    page = visit(width=1440, height=900).open(f"{link}&present=true")
    cells = page.locator('.st-key-causal_maps .cells[data-map="scores"]')
    assert cells.evaluate("cells => cells.currentCSSZoom") > 1
    for row, column in ((2, 1), (n - 1, n - 2)):
        cells.evaluate(POINT, [row, column, n])
        expect(page.locator('.st-key-causal_maps .chain [data-value="score"]')).to_have_text(
            f"{scores[row, column].item():.3f}".replace("-", "−")
        )


def test_a_printed_view_is_as_wide_as_the_sheet_and_nothing_of_it_scrolls(visit):
    link = "/decoder_stack?source=The+animal+did+not+cross+the+street+because+it+was+too+tired."
    page = visit(width=1366, height=800).open(f"{link}&sections=all")
    assert page.evaluate(CUT) > 0
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1016})
    page.wait_for_function(f"() => ({CUT})() === 0")
    assert page.evaluate(EDGE) <= 703
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert page.locator(".parted, .taken, [style*=zoom], [style*='max-height: none']").count() == 0
