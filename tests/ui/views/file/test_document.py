"""A picture in a file: it asks for nothing, holds the page's numbers and lets nothing else run."""

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect
from starlette.requests import Request

from tests.close import assert_near
from tests.loop import in_a_loop
from tests.ui.views.test_take_away import take
from ui.readings import session
from ui.views.file import standalone
from ui.views.scripts import script_texts

TEXT = "The old house near the old river, it is empty."
LINK = f"?source={TEXT.replace(' ', '+')}&layer=2&head=3"
HEADS = "pages/attention/multi_head/views/head_view.js"


def told(text: str) -> dict:
    """What a file holds."""
    return json.loads(re.search(r'id="glass">(.*)</script>', text)[1])


def unpacked(text: str) -> list[str]:
    """The scripts of a file, from the letters that stand for them."""
    found = []
    for size, letters in re.findall(r'data-size="(\d+)">([^<]*)</script>', text):
        places = [standalone.CHARACTERS.index(one) for one in letters.encode()]
        pairs = zip(places[::2], places[1::2], strict=True)
        bits = "".join(f"{high * len(standalone.CHARACTERS) + low:013b}" for high, low in pairs)
        bits = bits[: 8 * int(size)]
        found.append(gzip.decompress(int(bits, 2).to_bytes(int(size))).decode())
    return found


def test_only_the_scripts_of_the_file_may_run_in_it():
    for view, count in ((HEADS, 2), (standalone.PLOT, 3)):
        text = standalone.standalone_page_html([view], {})
        policy = re.search(r'Security-Policy" content="([^"]*)"', text)[1]
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert rules["default-src"] == "'none'"
        first = re.search(r'<script type="module">(.*?)</script>', text, re.DOTALL)[1]
        digests = [hashlib.sha256(one.encode()).digest() for one in (first, *unpacked(text))]
        names = [f"'sha256-{base64.b64encode(one).decode()}'" for one in digests]
        assert rules["script-src"].split() == names
        assert len(names) == count
        assert "connect-src" not in rules


@given(st.binary(min_size=1))
def test_letters_stand_for_any_bytes_and_need_no_escape(packed):
    letters = standalone.encode_base91(packed)
    assert not set(letters) & set('"&< \n')
    assert len(letters) <= len(packed) * 16 / 13 + 2
    places = [standalone.CHARACTERS.index(one) for one in letters.encode()]
    number = 0
    for high, low in zip(places[::2], places[1::2], strict=True):
        number = number << 13 | high * len(standalone.CHARACTERS) + low
    assert number >> (len(letters) * 13 // 2 - 8 * len(packed)) == int.from_bytes(packed)


def test_no_text_of_a_person_ends_the_script_that_holds_it():
    evil = "</script><script>alert(1)</script><!--"
    text = standalone.standalone_page_html([HEADS], {"words": {"sentence": evil}})
    assert evil not in text
    assert told(text)["words"]["sentence"] == evil


def test_a_file_holds_the_scripts_of_its_view_alone():
    heads = standalone.standalone_page_html([HEADS], {})
    [script] = unpacked(heads)
    assert "head_view" in script
    assert "search_tree" not in script
    assert len(heads) < 80_000


@pytest.mark.parametrize(
    "path", [path for path in sorted(script_texts()) if standalone.is_view(path)]
)
def test_every_view_leaves_room_for_its_numbers_in_400_kilobytes(path):
    assert len(standalone.standalone_page_html([path], {}).encode()) < 391_000


def test_the_page_of_a_view_is_compressed_once_for_each_language(monkeypatch):
    compressed = []
    compress = gzip.compress

    def count(*args, **kwargs):
        compressed.append(args)
        return compress(*args, **kwargs)

    def ask(stem, query=b""):
        scope = {"type": "http", "query_string": query, "path_params": {"stem": stem}}
        headers = [(b"accept-encoding", b"gzip")]
        return in_a_loop(standalone.serve_view_page(Request({**scope, "headers": headers})))

    first = ask("plot")
    monkeypatch.setattr(gzip, "compress", count)
    assert [ask("plot").body for _ in range(3)] == [first.body] * 3
    assert ask("plot", b"lang=xx").body == first.body
    assert not compressed
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    assert gzip.decompress(first.body).decode() == standalone.standalone_page_html(
        ["ui/views/plot.js"]
    )
    german = ask("plot", b"lang=de")
    assert b'<html lang="de">' in gzip.decompress(german.body)
    assert ask("nothing").status_code == 404


def test_plotly_is_the_same_as_in_the_app():
    import plotly

    full = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    version = re.search(r"plotly\.js v([\d.]+)", full.read_text(encoding="utf-8")[:300])[1]
    assert version in standalone.PLOTLY.name


def test_the_menu_of_a_picture_gives_a_page_that_lives_without_network(visit, offline, tmp_path):
    page = visit().open(f"/multi_head{LINK}&sections=from_heads_to_output")
    file = take(page, "heads", "HTML", tmp_path)
    assert file.stat().st_size < 350_000
    text = file.read_text(encoding="utf-8")
    weights = told(text)["views"][0]["data"]["weights"]
    numbers = torch.frombuffer(bytearray(base64.b64decode(weights["data"])), dtype=torch.float32)
    reading = session.read(TEXT, "fr")
    assert_near(numbers.view(weights["shape"]), reading.layers("encoder", "weights"))
    page, asked = offline(file, color_scheme="dark")
    assert asked == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(14, 19, 23)"
    shown = page.inner_text("main")
    for word in ("Multi-head", "What to look for", TEXT, "Glass Transformer", "weights"):
        assert word in shown
    assert page.locator(".formula math").count() == 1
    # It is alive: another head is chosen, and what needs the model leads into the app.
    card = page.locator(".head_view .card h3")
    expect(card).to_contain_text("layer 2, head 3")
    page.locator(".head_view [role=switch]").click()
    link = page.locator(".needs-model a")
    assert "multi_head" in link.get_attribute("href")
    assert "layer=2" in link.get_attribute("href")
    page.locator(".taken-away > button").click()
    offers = page.locator(".takes b").all_inner_texts()
    assert "CSV" in offers
    assert "HTML" not in offers
    assert asked == []


def test_a_figure_of_plotly_and_what_views_share_come_along(visit, offline, tmp_path):
    page = visit().open(f"/cross_attention{LINK}&sections=one_memory_several_readers")
    for key, drawn in (("memory", ".memory_view"), ("received", ".js-plotly-plot .bars path")):
        file = take(page, key, "HTML", tmp_path)
        assert file.stat().st_size < 400_000
        own, asked = offline(file)
        own.locator(drawn).first.wait_for(state="attached")
        assert asked == []
    two_readers = 2 * len(session.read(TEXT, "fr").source)
    assert own.locator(".bars path").count() == two_readers


@pytest.mark.parametrize(
    ("page", "key", "field", "drawn"),
    [("learning", "film", "weights", ".film .grid canvas"),
     ("embedding", "lookup", "overview", ".lookup canvas[data-name=E]")],
)  # fmt: skip
def test_what_a_browser_loads_once_is_in_the_file(
    visit, offline, tmp_path, page, key, field, drawn
):
    file = take(visit().open(f"/{page}{LINK}"), key, "HTML", tmp_path)
    text = file.read_text(encoding="utf-8")
    assert "/kept/" not in text
    numbers = told(text)["views"][0]["data"][field]
    count = len(base64.b64decode(numbers["data"])) // 4
    assert count == torch.Size(numbers["shape"]).numel() > 10_000
    own, asked = offline(file)
    own.locator(drawn).first.wait_for(state="attached")
    assert asked == []
