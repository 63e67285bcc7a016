"""What stays while a visitor types: at an address of its own, for ever, and inside of files."""

import asyncio
import gzip
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.requests import Request
from starlette.responses import Response

from model.changes.kinds import RoundedWeights
from ui.frame import guard
from ui.views import data_cache
from ui.views.collector import collect_views

LONG = [f"number {number}" for number in range(500)]


def answer(address: str, **headers: str) -> Response:
    fields = [(name.encode(), value.encode()) for name, value in headers.items()]
    places = {"name": address.rpartition("/")[2]}
    request = Request({"type": "http", "headers": fields, "path_params": places})
    with ThreadPoolExecutor(1) as pool:  # the browser's own loop may run in this thread
        return pool.submit(asyncio.run, data_cache.serve_from_cache(request)).result()


def addresses(app) -> dict[str, str]:
    """Where the fields are that a page's views do not hold, by the view and the field."""
    found = {}
    for view in app.get("bidi_component"):
        data = json.loads(view.proto.json or "{}")
        for name, value in data.items():
            if isinstance(value, dict) and "kept" in value:
                found[f"{view.proto.component_name} {name}"] = value["kept"]
    return found


def test_a_browser_may_keep_for_ever_what_is_found_there():
    address = data_cache.cache_or_inline(LONG)["kept"]
    plain, packed = answer(address), answer(address, **{"accept-encoding": "gzip"})
    assert json.loads(plain.body) == json.loads(gzip.decompress(packed.body)) == LONG
    assert packed.headers["content-encoding"] == "gzip"
    for one in (plain, packed):
        assert "immutable" in one.headers["cache-control"]
        assert one.headers["vary"] == "Accept-Encoding"
    assert guard.is_allowed_request("GET", address)


def test_another_content_has_another_address_and_the_same_has_the_same():
    assert data_cache.cache_or_inline(LONG) == data_cache.cache_or_inline(list(LONG))
    assert data_cache.cache_or_inline(LONG) != data_cache.cache_or_inline(LONG[1:])


def test_what_is_not_there_is_not_kept_as_missing():
    missing = answer("/kept/0123.json")
    assert missing.status_code == 404
    assert missing.headers["cache-control"] == "no-store"


def test_what_is_short_travels_with_the_page():
    assert data_cache.cache_or_inline(["short"]) == ["short"]


def test_a_file_holds_it_itself():
    with collect_views():
        assert data_cache.cache_or_inline(LONG) is LONG


def test_the_shelf_has_an_end_and_what_was_asked_for_last_stays():
    shelf = data_cache.DataCache(max_bytes=3 * len(gzip.compress(b"0" * 3000)))
    names = [shelf.put(str(digit) * 3000) for digit in range(3)]
    assert shelf.put("0" * 3000) == names[0]
    shelf.put("3" * 3000)
    assert [shelf.find(name) is not None for name in names] == [True, False, True]


@pytest.mark.parametrize(
    ("page", "field"),
    [("learning", "film weights"), ("embedding", "lookup overview"),
     ("glossary", "find_box entries"), ("feed_forward", "feed_forward values"),
     ("positional_encoding", "positions table")],
)  # fmt: skip
def test_another_sentence_leaves_it_where_it_is(open_page, page, field):
    first = addresses(open_page(page, source="The cat sleeps.", to="fr"))
    second = addresses(open_page(page, source="A dog barks at night.", to="fr"))
    assert first[field] == second[field]
    assert answer(first[field]).status_code == 200


def test_other_weights_another_film_and_another_language_have_their_own(open_page):
    def shown(page: str, field: str, **link: str) -> set[str]:
        plain = addresses(open_page(page, source="The cat sleeps.", to="fr"))
        return {plain[field], addresses(open_page(page, source="The cat sleeps.", **link))[field]}

    rounded = RoundedWeights(4).code
    assert len(shown("embedding", "lookup overview", to="fr", edits=rounded)) == 2
    assert len(shown("learning", "film weights", to="fr", sentence="2")) == 2
    assert len(shown("glossary", "glossary entries", to="fr", lang="de")) == 2
