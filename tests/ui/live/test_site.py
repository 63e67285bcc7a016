"""The live edition as a folder, and in a browser: the model translates there, network or not."""

import functools
import json
import re
import threading
from dataclasses import replace
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from model import storage
from model.glass import load
from tests import axe
from tests.browser import wait_until
from ui.live.plan import PAGES
from ui.live.site import FILE_LIST, MODEL_FILES, POLICY, clear_site_folder, read_edition, write_site
from ui.locales import languages

DRAWN = "() => document.body.dataset.state === 'drawn'"
FAILED = "() => document.body.dataset.state === 'failed'"
HOSTILE = '<img src=x onerror="window.hurt = 1"><script>window.hurt = 1</script> $x$ **b**'


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("live") / "site"
    edition = replace(read_edition(storage.MODEL), app="https://example.org/")
    write_site(folder, edition, False, report=str)
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_said):
        pass


@pytest.fixture(scope="module")
def served(site):
    handler = functools.partial(Quiet, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def visit(browser, served):
    contexts = []

    def visit(path="", script="", **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.asked, page.faults = [], []
        context.on("request", lambda request: page.asked.append(request.url))
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.on("console", lambda m: m.type == "error" and page.faults.append(m.text))
        if script:
            page.add_init_script(script)
        page.goto(served + path)
        return page

    yield visit
    for context in contexts:
        context.close()


def say(page, text):
    page.locator("#sentence").fill(text)
    page.locator("#sentence").press("Enter")
    wait_until(page, DRAWN)


def test_pages_hold_their_texts_and_lead_only_to_files_that_are_there(site):
    for spoken in languages():
        folder = site if spoken == "en" else site / spoken
        for page in PAGES:
            name = "index.html" if page.name == "story" else f"{page.name}.html"
            text = (folder / name).read_text(encoding="utf-8")
            assert f'<html lang="{spoken}">' in text
            assert f'content="{POLICY}"' in text
            assert re.findall(r"<script(?![^>]*(src=|application/json))", text) == []
            told = json.loads(re.search(r'id="live">(.*?)</script>', text)[1])
            model = [told["model"][one] for one in MODEL_FILES]
            links = re.findall(r'(?:href|src)="([^"#?]+)"', text)
            own = [one for one in links if not one.startswith("http")]
            for link in (*own, *model, told["worker"], told["site"]):
                assert (folder / link).is_file(), link


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    clear_site_folder(tmp_path / "new", replace=False)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match="holds other files"):
        clear_site_folder(tmp_path, replace=True)
    (tmp_path / FILE_LIST).write_text('["old.html", "../outside"]')
    (tmp_path / "old.html").write_text("old")
    with pytest.raises(ValueError, match="add --replace"):
        clear_site_folder(tmp_path, replace=False)
    clear_site_folder(tmp_path, replace=True)
    assert (tmp_path / "notes.txt").exists()
    assert not (tmp_path / "old.html").exists()


def test_a_model_that_the_engine_does_not_know_is_refused(tmp_path):
    with pytest.raises(ValueError, match="there is no model"):
        read_edition(tmp_path)
    config = json.loads((storage.MODEL / storage.CONFIG).read_text())
    (tmp_path / storage.CONFIG).write_text(json.dumps(config | {"activation": "swish"}))
    with pytest.raises(ValueError, match="own training only"):
        read_edition(tmp_path)


def test_a_sentence_is_translated_in_the_browser_and_without_network_once_it_was_there(
    visit, served
):
    page = visit("overview.html")
    wait_until(page, DRAWN)
    say(page, "The old house near the river is empty.")
    glass = load()
    expected = glass.translate("The old house near the river is empty.", "fr")
    assert page.locator("#answer").inner_text() == expected
    assert page.locator(".diagram svg .thumbnail").count() > 10
    wait_until(page, "() => navigator.serviceWorker.controller")
    page.reload()  # now all of it goes through the service worker
    wait_until(page, DRAWN)
    page.context.set_offline(True)
    page.reload()
    wait_until(page, DRAWN)
    say(page, "Where is the station?")
    assert page.locator("#answer").inner_text() == glass.translate("Where is the station?", "fr")
    assert "source=Where" in page.url
    assert [url for url in page.asked if not url.startswith((served, "blob:"))] == []
    assert page.faults == []


GIVEN = """
const Own = Worker;
window.given = {};
window.Worker = class extends Own {
  constructor(...about) {
    super(...about);
    this.addEventListener("message", ({ data }) => {
      if (data.key) given[data.key] = data.data;
    });
  }
};
"""


def test_every_page_draws_what_the_engine_computes_without_network(visit, live):
    """Node runs the same engine; ``test_views`` compares what it says with the app."""
    page = visit("index.html?source=Where+is+the+old+station%3F&to=de", GIVEN)
    wait_until(page, "() => navigator.serviceWorker.controller")
    page.context.set_offline(True)
    for one in PAGES:
        page.evaluate("given = {}")
        page.locator(f"header nav a[data-page={one.name}]").click()
        wait_until(page, f"() => document.querySelector('main').dataset.page === '{one.name}'")
        wait_until(page, DRAWN)
        expected = live(one.name, "Where is the old station?", "en", "de", {}, "en")
        views = set(one.views)
        assert views == set(expected) - {"words", "tensors", "detected", "remarks"}
        given = json.loads(page.evaluate("JSON.stringify(given)"))
        for key in views:
            assert given[key] == near(expected[key]), (one.name, key)
        assert page.locator(".waiting").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if one.name in ("story", "decoding"):
            assert axe.serious(page) == []
    assert page.faults == []


def near(data):
    """The same data, whose numbers may end otherwise: ``Math.exp`` is not the same in every V8."""
    if isinstance(data, dict):
        return {name: near(one) for name, one in data.items()}
    if isinstance(data, list):
        return [near(one) for one in data]
    return pytest.approx(data, rel=1e-12) if type(data) in (int, float) else data


def test_another_page_opens_without_loading_the_model_again_and_links_keep_the_sentence(visit):
    page = visit("index.html?source=Good+morning.&to=de")
    wait_until(page, DRAWN)
    page.locator("header nav a[data-page=decoding]").click()
    wait_until(page, "() => document.querySelector('.search_tree svg')")
    wait_until(page, DRAWN)
    assert "decoding.html?source=Good+morning.&to=de" in page.url
    wait_until(page, "() => navigator.serviceWorker.controller")  # it has kept all by now
    assert sum("/live/weights." in url for url in page.asked) == 1
    page.locator("label", has_text="Greedy").first.click()
    wait_until(page, DRAWN)
    app = page.locator("header a[data-app]").get_attribute("href")
    assert app.startswith("https://example.org/decoding?")
    assert {"source=Good+morning.", "to=de", "method=greedy"} <= set(app.split("?")[1].split("&"))
    page.locator("header nav a[data-page=cross_attention]").click()
    wait_until(page, "() => document.querySelector('.memory_view canvas')")
    page.go_back()
    wait_until(page, "() => document.querySelector('.search_tree svg')")
    assert page.faults == []


def test_what_somebody_types_is_never_markup(visit):
    page = visit("decoding.html")
    wait_until(page, DRAWN)
    say(page, HOSTILE)
    page.locator("#begin").fill(HOSTILE)
    page.locator("#begin").press("Enter")
    wait_until(page, DRAWN)
    assert page.evaluate("window.hurt") is None
    assert page.locator("main img, #bar img").count() == 0
    assert page.faults == []


def test_a_long_text_is_cut_and_it_is_said(visit):
    page = visit("cross_attention.html")
    wait_until(page, DRAWN)
    page.locator("#sentence").fill("word " * 140)
    page.locator("#sentence").press("Enter")
    expect(page.locator("#remarks")).to_contain_text("first 128 tokens")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda body: body[:-1000], "is damaged"),
        (lambda body: body[:-1000] + bytes(1000), "is damaged"),
        (None, "couldn't be loaded"),
    ],
)
def test_a_damaged_or_missing_file_of_the_model_is_said_in_a_sentence(
    browser, served, site, damage, sentence
):
    weights = next(Path(site).glob("live/weights.*")).read_bytes()
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    context.route(
        "**/live/weights.*",
        lambda route: route.fulfill(body=damage(weights)) if damage else route.abort(),
    )
    page.goto(f"{served}de/decoding.html" if not damage else served)
    wait_until(page, FAILED)
    said = page.locator("#failed").inner_text()
    assert sentence in said if damage else "konnte nicht geladen werden" in said
    context.close()


def test_a_browser_without_webassembly_is_told_so(visit):
    page = visit(script="delete window.WebAssembly")
    wait_until(page, FAILED)
    assert "needs WebAssembly" in page.locator("#failed").inner_text()
