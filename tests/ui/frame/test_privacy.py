"""The privacy page is true: a name is handed in where nothing can be written."""

from urllib.parse import quote

from tests.browser import Visitor
from tests.server import serve

NAME = "Zoë Unmistakable"


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
