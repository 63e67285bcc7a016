"""The frame around Streamlit: pages, redirects, headers, a bound on visitors, settings."""

import asyncio
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import urljoin

import pytest
import streamlit as st
from starlette.responses import PlainTextResponse
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.hostile_protocol import REQUESTS
from tests.loop import in_a_loop
from tests.server import ROOT
from ui.contents import PAGES
from ui.frame import connection, server, styles
from ui.frame.server import (
    INDEX,
    MAX_QUERY_LENGTH,
    Settings,
    SiteMiddleware,
    description,
    page_index_html,
)
from ui.frame.static_pages.render import server_full_html
from ui.locales import languages
from ui.messages import use_locale
from ui.readings import session
from ui.views.scripts import IMMUTABLE

SETTINGS = Settings(frame_ancestors="'self' https://school.example", visitors=2)


def answer(path, query=b"", site=None, accept=b"text/html,*/*", method="GET"):
    """Return status, headers and text of what a browser gets for an address."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query,
        "headers": [(b"accept", accept)],
    }
    site = site or SiteMiddleware(PlainTextResponse("Streamlit"), SETTINGS)
    with ThreadPoolExecutor() as pool:  # browser tests keep a loop running in this one
        pool.submit(asyncio.run, site(scope, asyncio.Event().wait, send)).result()
    headers = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return sent[0]["status"], headers, sent[-1].get("body", b"").decode("utf-8", "replace")


@pytest.fixture
def below_glass(monkeypatch):
    """Let the app be at /glass/, as behind a proxy with a prefix."""
    options = {"server.baseUrlPath": "/glass/"}
    monkeypatch.setattr(st, "get_option", options.__getitem__)


@pytest.mark.parametrize(
    "path", ["/overview", "/overview/", "/nothing", "/a/b", "/a/b/", "//a.co/", "/a//"]
)
def test_every_unknown_address_leads_home_at_once(path):
    status, headers, _ = answer(path, b"to=fr&source=Hi")
    assert status == 307
    assert urljoin(f"http://host{path}", headers["location"]) == "http://host/?to=fr&source=Hi"


@pytest.mark.parametrize(
    "path", ["/", "/glass", "/masking", "/glass/overview", "/glass/a/b", "/glassy"]
)
def test_below_a_base_path_every_unknown_address_leads_to_the_apps_own_home(below_glass, path):
    status, headers, _ = answer(path, b"to=fr")
    assert status == 307
    assert urljoin(f"http://host{path}", headers["location"]) == "http://host/glass/?to=fr"


@pytest.mark.parametrize("path", ["/glass/", "/glass/masking"])
def test_below_a_base_path_pages_are_found(below_glass, path):
    assert answer(path)[0] == 200


def leads_to(path, location):
    """Return where a browser goes from an address: for it, other than for Python, "//" is a way."""
    steps, _, query = location.partition("?")
    if steps.startswith("/"):
        return location
    *folders, _file = path.split("/")
    *ups, name = steps.split("/")
    for up in ups:
        assert up in (".", "..")
        folders = folders[:-1] if up == ".." and len(folders) > 1 else folders
    return "/".join([*folders, name]) + (query and f"?{query}")


SLASHES = ["/masking/", "/masking//", "//masking", "//masking/", "///masking///"]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", SLASHES)
def test_a_slash_too_many_leads_to_the_page(path, method):
    accept = b"text/html,*/*" if method == "GET" else b"*/*"
    status, headers, _ = answer(path, b"source=Hi.&to=fr", accept=accept, method=method)
    assert status == 307
    assert leads_to(path, headers["location"]) == "/masking?source=Hi.&to=fr"


@pytest.mark.parametrize("path", SLASHES)
def test_below_a_base_path_a_slash_too_many_leads_to_the_page_below_it(below_glass, path):
    status, headers, _ = answer(f"/glass{path}", b"source=Hi.")
    assert status == 307
    assert leads_to(f"/glass{path}", headers["location"]) == "/glass/masking?source=Hi."


def test_the_overview_has_one_slash(below_glass):
    for path in ("/glass//", "/glass///", "/glass"):
        status, headers, _ = answer(path)
        assert (status, leads_to(path, headers["location"])) == (307, "/glass/")


def test_a_link_too_long_to_be_one_of_ours_opens_its_page_without_it():
    for path in ("/masking", "/masking/"):
        status, headers, _ = answer(path, b"source=" + b"a" * MAX_QUERY_LENGTH)
        assert (status, leads_to(path, headers["location"])) == (307, "/masking")


def test_each_page_has_a_title_and_a_description_of_its_own_and_no_inline_script():
    pages = {page.name: page_index_html(page) for page in PAGES}
    for page in PAGES:
        assert f"<title>{page.title} · Glass Transformer</title>" in pages[page.name]
        assert "Streamlit</title>" not in pages[page.name]
        assert "<script>" not in pages[page.name]
    about = [description(page) for page in PAGES]
    assert len(set(about)) == len(PAGES)
    assert all(40 <= len(text) <= 200 and "*" not in text for text in about)


@pytest.mark.parametrize("what", ["no-connection", "no-start"])
def test_each_page_says_in_its_language_that_there_is_no_connection_or_no_script(what):
    said = {
        re.search(f'class="{what}".*?>(.*?)<', page_index_html(PAGES[1], one))[1]
        for one in languages()
    }
    assert len(said) == len(languages())
    assert not any("Streamlit" in one for one in said)


def test_a_page_is_made_of_files_in_utf_8_whatever_the_machine_prefers(monkeypatch):
    given, read = [], Path.read_text

    def note(file, encoding=None):
        given.append(encoding)
        return read(file, encoding)

    monkeypatch.setattr(Path, "read_text", note)
    page_index_html.__wrapped__(PAGES[0])
    assert set(given) == {"utf-8"}


def test_each_page_brings_the_styles_before_anything_is_drawn():
    """They come after Streamlit's own, which stand in the head, and hold every colour by role."""
    colours = set(re.findall(r"--glass-([\w-]+):", styles.read_stylesheet()))
    assert {
        "attention-4",
        "signed-0",
        *re.findall(r"var\(--glass-([\w-]+)\)", styles.read_stylesheet()),
    } <= (colours)
    for page in PAGES:
        sheet, root = (
            page_index_html(page).index(part)
            for part in (styles.stylesheet_link_html(), 'id="root"')
        )
        assert page_index_html(page).index("</head>") < sheet < root
    assert (
        answer(styles.route(), accept=b"text/css,*/*")[2] == "Streamlit"
    )  # the guard lets it pass


def test_what_pages_load_is_streamlits_own_and_its_files_are_compressed_once():
    assert answer("/_stcore/host-config", accept=b"*/*")[2] == "Streamlit"
    assert answer("/static/js/none.js", accept=b"*/*")[0] == 404
    [script] = re.findall(r"static/js/index[\w.-]+\.js", INDEX.read_text())[:1]
    status, headers, _ = answer(f"/{script}", accept=b"*/*")
    assert (status, headers["cache-control"]) == (200, IMMUTABLE)
    assert "content-security-policy" in headers


@pytest.mark.parametrize("request_line", REQUESTS)
def test_what_no_page_loads_is_not_there(request_line):
    method, path = request_line.split()
    status, _, text = answer(path, accept=b"*/*", method=method)
    assert (status, text) == (404, "Not found.")


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_preview_of_a_link_gets_the_page_too(method):
    status, _, text = answer("/masking", accept=b"*/*", method=method)
    assert status == 200
    assert "<title>Masking" in text


def test_the_server_is_not_well_until_pages_can_be_drawn(monkeypatch):
    monkeypatch.setattr(session, "model_fault", lambda: "weights.safetensors is missing")
    status, _, text = answer("/_stcore/health", accept=b"*/*")
    assert (status, "weights" in text) == (503, False)
    monkeypatch.setattr(session, "model_fault", lambda: "")
    assert answer("/_stcore/health", accept=b"*/*")[2] == "Streamlit"


ASKED = {"type": "websocket.receive", "bytes": BackMsg(rerun_script={}).SerializeToString()}


async def asks():
    """Ask for a page."""
    return ASKED


def test_no_connection_beyond_the_bound_is_let_in():
    entered, sent = [], []

    async def streamlit(scope, receive, send):
        await receive()
        entered.append(scope)
        await asyncio.Event().wait()

    async def send(message):
        sent.append(message["type"])

    async def connect():
        site = SiteMiddleware(streamlit, SETTINGS)
        tasks = []
        for _ in range(5):
            tasks.append(asyncio.create_task(site({"type": "websocket"}, asks, send)))
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return site.crowd.slots_taken

    with ThreadPoolExecutor() as pool:
        left = pool.submit(asyncio.run, connect()).result()
    assert (len(entered), sent, left) == (2, ["websocket.close"] * 3, 0)


@pytest.mark.parametrize("path", ["/", "/history", "/overview", "/a/b/"])
def test_every_answer_has_the_security_headers(path):
    policy = answer(path)[1]["content-security-policy"]
    assert "script-src 'self' blob:;" in policy  # no inline script, none from outside
    assert "frame-ancestors 'self' https://school.example" in policy
    assert answer(path)[1]["referrer-policy"] == "no-referrer"


def test_who_comes_when_all_seats_are_taken_reads_a_friendly_page_until_one_is_free():
    seated = asyncio.Event()
    found = []

    async def streamlit(scope, receive, send):
        await receive()
        await seated.wait()

    site = SiteMiddleware(streamlit, SETTINGS)

    async def visit():
        visitors = [asyncio.create_task(site({"type": "websocket"}, asks, None)) for _ in range(2)]
        await asyncio.sleep(0.01)
        found.append(await asyncio.to_thread(answer, "/", b"", site))
        seated.set()
        await asyncio.gather(*visitors)
        found.append(await asyncio.to_thread(answer, "/", b"", site))

    with ThreadPoolExecutor() as pool:
        pool.submit(asyncio.run, visit()).result()
    assert [status for status, _, _ in found] == [503, 200]
    assert "All seats are taken" in found[0][2]
    assert found[0][1]["retry-after"] == "20"


@pytest.mark.parametrize("language", languages())
def test_the_page_for_those_who_wait_is_whole_in_each_language(language):
    with use_locale(language):
        text = server_full_html()
    assert f'<html lang="{language}">' in text
    assert "$" not in text
    assert ("All seats are taken" in text) == (language == "en")


def test_operators_set_frames_visitors_and_log_by_the_environment(monkeypatch):
    assert Settings.from_environment() == Settings()
    monkeypatch.setenv("GLASS_FRAME_ANCESTORS", "'none'")
    monkeypatch.setenv("GLASS_VISITORS", "30")
    monkeypatch.setenv("GLASS_ACCESS_LOG", "1")
    assert Settings.from_environment() == Settings("'none'", 30, True)


@pytest.mark.parametrize("value", ["", " ", "\t\n"])
def test_a_setting_that_is_empty_is_as_if_it_were_not_there(monkeypatch, value):
    monkeypatch.setenv("GLASS_FRAME_ANCESTORS", value)
    monkeypatch.setenv("GLASS_VISITORS", value)
    assert Settings.from_environment() == Settings()


def test_blanks_around_a_setting_do_not_count(monkeypatch):
    monkeypatch.setenv("GLASS_FRAME_ANCESTORS", " https://school.example ")
    monkeypatch.setenv("GLASS_VISITORS", " 7 ")
    assert Settings.from_environment() == Settings("https://school.example", 7)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GLASS_VISITORS", "many"),
        ("GLASS_VISITORS", "0"),
        ("GLASS_FRAME_ANCESTORS", "a; script-src *"),
        ("GLASS_FRAME_ANCESTORS", "https://a, https://b"),
        ("GLASS_FRAME_ANCESTORS", "☃"),
        ("GLASS_FRAME_ANCESTORS", "https://a\thttps://b"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=name):
        Settings.from_environment()


def test_a_port_in_use_is_told_in_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
        options = [f"--server.port={port}", "--server.address=127.0.0.1"]
        ended = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode != 0
    assert f"Port {port} is not available" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_who_waits_too_much_to_enter_is_refused_at_once(monkeypatch):
    monkeypatch.setattr(connection, "ENTRIES", (1e-9, 1.0))
    entered, sent = [], []

    async def streamlit(*_):
        entered.append(1)

    async def send(message):
        sent.append(message["type"])

    async def come():
        site = SiteMiddleware(streamlit, SETTINGS)
        for number in range(2 + connection.MAX_WAITING + 3):
            scope = {"type": "websocket", "client": (f"2001:db8::{number:x}", 1)}  # one machine
            with suppress(TimeoutError):
                await asyncio.wait_for(site(scope, asyncio.Event().wait, send), 0.01)

    in_a_loop(come())
    assert (len(entered), sent) == (2, ["websocket.close"] * 3)


def test_what_nobody_is_there_for_is_not_read_to_its_end(monkeypatch):
    asked = []

    async def streamlit(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while True:
            await send({"type": "http.response.body", "body": b"a", "more_body": True})

    monkeypatch.setattr(server, "has_ended", lambda send: asked.append(1) or len(asked) == 4)
    assert answer("/_about/x", site=SiteMiddleware(streamlit, SETTINGS))[0] == 200


def test_who_asks_for_very_many_files_waits_alone(monkeypatch):
    monkeypatch.setattr(connection, "REQUESTS", (1e-9, 3.0))
    site = SiteMiddleware(PlainTextResponse("Streamlit"), SETTINGS)

    async def ask(address, path="/_stcore/host-config"):
        sent = []

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        with suppress(TimeoutError):
            await asyncio.wait_for(site({**scope, "client": (address, 1)}, None, send), 0.05)
        return sent[0]["status"] if sent else None

    async def both():
        many = [await ask("10.0.0.1") for _ in range(8)]
        return *many, await ask("10.0.0.2"), await ask("10.0.0.1", "/_stcore/health")

    monkeypatch.setattr(session, "model_fault", lambda: "")
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 3)
    assert in_a_loop(both()) == (*[200] * 4, *[None] * 3, 429, 200, 200)
