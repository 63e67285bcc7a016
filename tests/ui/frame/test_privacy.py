"""The privacy page is true: a name is handed in where nothing can be written."""

import re
from urllib.parse import quote

import pytest

from tests.browser import Visitor
from tests.server import ROOT, serve
from ui.contents import find_page
from ui.frame.static_pages.render import HERE
from ui.locales import find_translation_file, languages
from ui.messages import use_locale

NAME = "Zoë Unmistakable"


@pytest.mark.parametrize("language", languages())
def test_the_page_tells_of_the_largest_cache_and_of_the_one_page_that_fills_a_folder(language):
    files = [file for room in ("model", "ui", "pages") for file in (ROOT / room).rglob("*.py")]
    texts = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}
    bounds = re.findall(r"(?:max_entries|maxsize)=(\d+)", "".join(texts.values()))
    shown = find_translation_file(HERE / "privacy.html", language).read_text(encoding="utf-8")
    assert f" {max(map(int, bounds))} " in shown
    scripts = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "ui").rglob("*.js"))
    assert all(place in shown for place in re.findall(r"\b\w+Storage\b", scripts))
    served = [name for name in texts if name.startswith(("ui/", "pages/"))]
    assert [name for name in served if "tempfile" in texts[name]] == ["ui/lesson/zipped.py"]
    with use_locale(language):
        assert f"<em>{find_page('tour').title}</em>" in shown


def test_a_result_is_handed_in_on_a_server_that_can_write_to_no_file(browser):
    process, address = serve(poor=True)
    try:
        context = browser.new_context()
        visitor = Visitor(context.new_page(), address)
        link = f"/questions?questions=5&answers=5a&who={quote(NAME)}&source=The+dog+is+here.&to=fr"
        page = visitor.open(link)
        page.wait_for_url("**result=glass1.*")
        assert NAME in page.locator(".st-key-exercise-result").inner_text()
        assert [one["name"] for one in context.cookies() if "xsrf" not in one["name"]] == []
        kept = page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])")
        assert "Unmistakable" not in kept
        ours = (address, address.replace("http", "ws"), "data:", "blob:")
        assert [url for url in visitor.fetched if not url.startswith(ours)] == []
        # What a link holds stands after the question mark: no request but the first has it.
        assert [url for url in visitor.fetched[1:] if "Unmistakable" in url] == []
        context.close()
    finally:
        process.kill()
        process.wait()
