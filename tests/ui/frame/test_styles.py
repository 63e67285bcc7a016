"""One sheet has the styles of the frame and of all views; no run sends any."""

import asyncio
import gzip
import re
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request
from starlette.responses import Response

from ui.frame import styles
from ui.views import scripts


def answer(**headers: str) -> Response:
    fields = [(name.encode(), value.encode()) for name, value in headers.items()]
    request = Request({"type": "http", "headers": fields})
    with ThreadPoolExecutor(1) as pool:  # the browser's own loop may run in this thread
        return pool.submit(asyncio.run, styles.serve_stylesheet(request)).result()


def beginning(path: str) -> int | None:
    """Where the first rule of a script's styles stands in the sheet; None if it has none."""
    file = (scripts.ROOT / path).with_suffix(".css")
    if not file.exists():
        return None
    rules = [line for line in file.read_text().splitlines() if "{" in line and "/*" not in line]
    return styles.read_stylesheet().index(rules[0])


def test_styles_of_a_view_are_there_behind_those_of_what_it_imports():
    found = 0
    for path in scripts.script_texts():
        if (own := beginning(path)) is None:
            continue
        found += 1
        others = [beginning(other) for other in scripts.script_imports(path)]
        assert all(other < own for other in others if other is not None), path
    assert found > 50
    assert (scripts.ROOT / styles.FOCUS).exists()


def test_no_view_sends_styles(open_page):
    views = [view.proto for view in open_page("embedding").get("bidi_component")]
    assert len(views) > 8
    assert not any(view.css_content for view in views)
    assert all(len(view.js_content) < 400 for view in views)


def test_a_change_anywhere_asks_no_rule_for_the_style_of_the_whole_page():
    """What ``:has`` looks for has a name, and of what holds the page it looks at nothing.

    A rule such as ``:has(> * .x)`` is asked again whenever any node comes or goes, and below
    ``.stApp:has(...)`` every node may then look different: each line that Plotly draws, and each
    place that a view asks for, took forty milliseconds.
    """
    selectors = re.findall(r"[^{};]*:has\([^{};]*(?={)", styles.read_stylesheet())
    assert len(selectors) > 20
    assert [one for one in selectors if re.search(r":has\([^()]*\*", one)] == []
    whole = r"(:root|html|body|\.stApp|\.stMain|\.stMainBlockContainer)(?![\w-])[^\s,>~+(]*:has"
    assert [one for one in selectors if re.search(whole, one)] == []


def test_the_sheet_travels_compressed_and_may_be_kept_for_ever():
    plain, packed = answer(), answer(**{"accept-encoding": "gzip, br"})
    assert gzip.decompress(packed.body) == plain.body == styles.read_stylesheet().encode()
    assert len(packed.body) < len(plain.body) / 3
    for one in (plain, packed):
        assert "immutable" in one.headers["cache-control"]
        assert one.headers["vary"] == "Accept-Encoding"
