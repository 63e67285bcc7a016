"""Cache of view data that depends on the model only: browsers load it once, by its address.

A run sends the data of all views again, though most edits leave the film of the training or a
picture of E as it was. An address is a hash of the data: other weights, another sentence of the
film and another language have other addresses, so a browser may cache each for ever. Data of a
visitor's sentence is never put here. Data of weights that a visitor's lesson changed is, but only
that browser caches it, and only who has the data can tell the address.
"""

import gzip
import hashlib
import json
import threading
from collections import OrderedDict
from pathlib import PurePosixPath
from typing import TypedDict, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ui.views import to_view_data
from ui.views.collector import current_collector
from ui.views.scripts import IMMUTABLE, immutable_response

MIN_CHARACTERS = 2000  # characters; shorter data is not worth a request
MAX_BYTES = 32_000_000  # compressed bytes that the server holds


class DataCache:
    """A cache of compressed texts by their hash; the least recently put ones are evicted.

    Args:
        max_bytes: capacity in compressed bytes.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        """Start with an empty cache.

        Args:
            max_bytes: most bytes, compressed, that the cache may hold.
        """
        self._most, self._size, self._lock = max_bytes, 0, threading.Lock()
        self._held: OrderedDict[str, bytes] = OrderedDict()

    def put(self, text: str) -> str:
        """Put a text into the cache; return its name there, a hash of the text."""
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
        """Return the cached text of this name, gzipped; None if it is not in the cache."""
        return self._held.get(name)


DATA_CACHE = DataCache()
Value = TypeVar("Value")


class CacheAddress(TypedDict):
    """Where a browser finds a value of a view's data, in a field of the value's type or this."""

    kept: str


def cache_or_inline(value: Value) -> Value | CacheAddress:
    """Put a value of a view's data into the cache; return its address, or the value if it is short.

    The view loads the value from the address. For an exported file, which must hold its data, the
    value itself is returned.

    Args:
        value: data, or a tensor, that depends on weights and language only, never on the sentence.
    """
    if current_collector() is not None:
        return value
    text = json.dumps(to_view_data(value), separators=(",", ":"))
    if len(text) < MIN_CHARACTERS:
        return value
    return CacheAddress(kept=f"/kept/{DATA_CACHE.put(text)}.json")


def resolve_cache_addresses(data: dict) -> dict:
    """Return a view's data with the cached values in place of their addresses in the cache."""

    def resolve_value(value: object) -> object:
        """Return the cached value if this is a cache address, else the value itself."""
        if not isinstance(value, dict) or [*value] != ["kept"]:
            return value
        return json.loads(
            gzip.decompress(DATA_CACHE.find(PurePosixPath(value["kept"]).stem) or b"")
        )

    return {name: resolve_value(value) for name, value in data.items()}


async def serve_from_cache(request: Request) -> Response:
    """Return the response to a request for a cached text: JSON, or 404 if it is gone."""
    found = DATA_CACHE.find(request.path_params["name"].removesuffix(".json"))
    if found is None:
        return PlainTextResponse("It is not kept here.", 404, {"Cache-Control": "no-store"})
    alone = IMMUTABLE.replace("public", "private")
    return immutable_response(request, found, "application/json", alone)
