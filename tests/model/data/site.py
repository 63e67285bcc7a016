"""A local site that hands out small archives of sentence pairs, for the tests of model.data."""

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from zipfile import ZIP_DEFLATED, ZipFile

from model import languages


class Site:
    """Answers with what a test put there: path -> body, or (status, body, headers)."""

    def __init__(self) -> None:
        site = self
        self.answers, self.agents = {}, []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.agents.append(self.headers["User-Agent"])
                answer = site.answers.get(self.path, (404, b"", {}))
                status, body, headers = (200, answer, {}) if isinstance(answer, bytes) else answer
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/anki"

    def offer(self, language: str, pairs: list[tuple[str, ...]]) -> None:
        text = "".join("\t".join(pair) + "\n" for pair in pairs)
        code = languages.CODES[language]
        self.answers[f"/anki/{code}-eng.zip"] = archive({f"{code}.txt": text.encode()})


@contextmanager
def running() -> Iterator[Site]:
    """Serve until the end of the block."""
    site = Site()
    thread = threading.Thread(target=site.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.server.shutdown()
        site.server.server_close()
        thread.join()


def archive(members: dict[str, bytes], compression: int = ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", compression) as zipped:
        for name, content in members.items():
            zipped.writestr(name, content)
    return file.getvalue()


def numbered(prefix: str, count: int = 600) -> list[tuple[str, str]]:
    return [(f"The boat number {i} is green.", f"{prefix} {i}.") for i in range(count)]
