"""The live edition behind a real nginx, with the shipped configuration: ``make test-deploy``."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from deploy.test_replicas import HERE, start_nginx, wait_until_reachable
from tests.chromium import FLAGS, executable
from tests.server import free_port
from ui.live.__main__ import main


@pytest.fixture
def site(tmp_path) -> Path:
    """Write the live edition; return its folder."""
    folder = tmp_path / "site"
    main(["--out", str(folder)])
    for path in [tmp_path, *tmp_path.parents]:  # nginx reads as another user where root starts it
        if path.owner() == tmp_path.owner():
            path.chmod(path.stat().st_mode | 0o055)
    return folder


@pytest.fixture
def nginx(site, tmp_path) -> Iterator[str]:
    """Start nginx with the live edition; yield its address."""
    port = free_port()
    shipped = (HERE / "static" / "nginx.conf").read_text()
    process = start_nginx(shipped.replace("/srv/glass", str(site)), port, tmp_path)
    address = f"http://127.0.0.1:{port}/"
    wait_until_reachable(address)
    yield address
    process.terminate()
    process.wait()


def test_a_visitor_reads_a_translation_and_nothing_is_refused(nginx):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        page, said = browser.new_page(), []
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"{nginx}?source=Good+morning.&target=fr")
        expect(page.locator("body")).to_contain_text("Bonjour", timeout=60_000)
        assert not [text for text in said if "Content Security Policy" in text or "404" in text]


def test_files_say_how_long_they_are_good_and_are_compressed(nginx, site):
    weights = next((site / "live").rglob("*.safetensors"))
    asked = urllib.request.Request(
        nginx + str(weights.relative_to(site)), headers={"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(asked) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"
    with urllib.request.urlopen(nginx) as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "wasm-unsafe-eval" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_nobody_writes_and_what_is_not_there_is_not_found(nginx):
    for method, path, code in (("POST", "", 403), ("GET", "live/none.js", 404)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(nginx + path, method=method))
        assert refused.value.code == code
