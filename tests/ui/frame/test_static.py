"""Files of libraries: compressed once, whoever asks, and nothing else of the disk."""

import asyncio
import gzip

import pytest
from starlette.requests import Request

from tests.loop import in_a_loop
from ui.frame import static
from ui.views.scripts import SLICE_BYTES


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "x.js").write_text("let x = 1;" * 60_000)
    (tmp_path / "here" / "x.woff2").write_bytes(b"font")
    (tmp_path / "secret.js").write_text("no")
    (tmp_path / "here" / "link.js").symlink_to(tmp_path / "secret.js")
    return tmp_path / "here"


def ask(folder, name, encoding=b"gzip"):
    """Return status, headers and the parts of an answer."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "headers": [(b"accept-encoding", encoding)]}

    async def answer():
        response = await static.serve_file(Request(scope), folder, name)
        await response(scope, asyncio.Event().wait, send)

    in_a_loop(answer())
    headers = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return sent[0]["status"], headers, [one["body"] for one in sent[1:]]


def test_a_file_is_compressed_once_and_sent_in_slices(folder, monkeypatch):
    compressed = []
    compress = gzip.compress

    def count(*args, **kwargs):
        compressed.append(args)
        return compress(*args, **kwargs)

    monkeypatch.setattr(static.gzip, "compress", count)
    for _ in range(3):
        status, headers, parts = ask(folder, "x.js")
        assert (status, headers["content-encoding"]) == (200, "gzip")
        assert "immutable" in headers["cache-control"]
        assert gzip.decompress(b"".join(parts)) == (folder / "x.js").read_bytes()
        assert int(headers["content-length"]) == sum(map(len, parts))
        assert max(map(len, parts)) <= SLICE_BYTES
    assert len(compressed) == 1


def test_who_reads_no_gzip_and_what_is_compressed_already_get_the_file_as_it_is(folder):
    for name, encoding in (("x.js", b""), ("x.woff2", b"gzip")):
        status, headers, parts = ask(folder, name, encoding)
        assert (status, headers.get("content-encoding")) == (200, None)
        assert b"".join(parts) == (folder / name).read_bytes()


@pytest.mark.parametrize(
    "name", ["none.js", "../secret.js", "link.js", "/etc/passwd", "a" * 9_000, "x\0.js", ""]
)
def test_nothing_else_is_there(folder, name):
    assert ask(folder, name)[0] == 404
