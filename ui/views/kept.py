"""What views show of the model alone: a browser loads it once, a run sends only where it is.

A run sends the data of all views again, though most of an edit leaves a film of the training or a
picture of E as it was. The address is made of what it holds: other weights, another sentence of the
film and another language have others, so a browser may keep each for ever. What belongs to a
visitor's sentence is never put here. Weights that a lesson of theirs changed are, for that browser
alone, at an address that only who has them can tell.
"""

import gzip
import hashlib
import json
import threading
from collections import OrderedDict
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ui.views.host import host
from ui.views.scripts import FOR_EVER, answer_for_ever

LEAST = 2000  # letters from which on an address is worth a request
MOST = 32_000_000  # bytes that the server holds, compressed


class Shelf:
    """Texts by their address; those that were put there longest ago have to go.

    Args:
        most: bytes that there is room for, compressed.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most, self._size, self._lock = most, 0, threading.Lock()
        self._held: OrderedDict[str, bytes] = OrderedDict()

    def put(self, text: str) -> str:
        """Put a text there, and return its name."""
        name = hashlib.sha256(text.encode()).hexdigest()[:32]
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return name
        packed = gzip.compress(text.encode(), mtime=0)
        with self._lock:
            self._size += len(packed) - len(self._held.pop(name, b""))
            self._held[name] = packed
            while self._size > self._most and len(self._held) > 1:
                self._size -= len(self._held.popitem(last=False)[1])
        return name

    def find(self, name: str) -> bytes | None:
        """Return a text by its name, compressed; None if it is not there, or no more."""
        return self._held.get(name)


SHELF = Shelf()


def keep(value: object) -> object:
    """Return what stands for a field of a view's data: where it is, or itself if it is short.

    What a file is made of has to be in it: a host of views gets the value.

    Args:
        value: depends on the weights and the language of the page, never on the sentence.
    """
    if host() is not None:
        return value
    text = json.dumps(value, separators=(",", ":"))
    return value if len(text) < LEAST else {"kept": f"/kept/{SHELF.put(text)}.json"}


def resolve_addresses(data: dict) -> dict:
    """Return a view's data with all that it names by an address, as a browser has it."""

    def load(value: object) -> object:
        if not isinstance(value, dict) or [*value] != ["kept"]:
            return value
        return json.loads(gzip.decompress(SHELF.find(PurePosixPath(value["kept"]).stem) or b""))

    return {name: load(value) for name, value in data.items()}


async def answer(request: Request) -> Response:
    """Answer with what a view shows."""
    found = SHELF.find(request.path_params["name"].removesuffix(".json"))
    if found is None:
        return PlainTextResponse("It is not kept here.", 404, {"Cache-Control": "no-store"})
    alone = FOR_EVER.replace("public", "private")
    return answer_for_ever(request, found, "application/json", alone)
