"""The server's frame: where unknown addresses lead, and what every answer carries."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urljoin

import pytest
from starlette.responses import PlainTextResponse

from app import SECURITY_HEADERS, Frame


def answer(path, query=b""):
    """Return status and headers of what a person's browser gets for an address."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query,
        "headers": [(b"accept", b"text/html,*/*")],
    }
    with ThreadPoolExecutor() as pool:  # browser tests keep a loop running in this one
        pool.submit(asyncio.run, Frame(PlainTextResponse("the app"))(scope, None, send)).result()
    return sent[0]["status"], dict(sent[0]["headers"])


@pytest.mark.parametrize(
    "path", ["/overview", "/overview/", "/nothing", "/a/b", "/a/b/", "//a.co/", "/a//"]
)
def test_every_unknown_address_leads_home_at_once(path):
    status, headers = answer(path, b"to=fr&source=Hi")
    assert status == 307
    location = headers[b"location"].decode()
    assert urljoin(f"http://host{path}", location) == "http://host/?to=fr&source=Hi"


@pytest.mark.parametrize("path", ["/", "/history", "/train_it_yourself"])
def test_pages_are_the_apps_own(path):
    assert answer(path)[0] == 200


@pytest.mark.parametrize("path", ["/", "/history", "/overview", "/a/b/"])
def test_every_answer_has_the_security_headers(path):
    assert answer(path)[1].items() >= SECURITY_HEADERS.items()
