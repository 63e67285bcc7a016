"""Answers: how large one may be, and how many bytes of them wait for a browser.

Streamlit bounds the number of messages that wait, not their size: forty browsers that ask for a
long sentence's tensors and read nothing would fill the memory. Without ``count_answers`` they do.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from streamlit.runtime import runtime_util
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient

CONNECTION = "glass.connection"  # in the scope of a WebSocket: who counts its answers
Count = Callable[[int], None]


def allow_answers(largest: int) -> None:
    """Let the server send more than it takes: Streamlit has one bound for both.

    The setting ``server.maxMessageSize`` bounds what it takes, and was read before this app was.
    Without this, a page of a long sentence ends in an error.

    Args:
        largest: bytes of an answer.
    """
    runtime_util._max_message_size_bytes = largest


class CountedQueue(asyncio.Queue[bytes]):
    """Answers that wait; says by how many bytes they became more or less.

    Args:
        count: is told.
        maxsize: of the queue that this one stands for.
    """

    def __init__(self, count: Count, maxsize: int) -> None:
        self._count = count
        super().__init__(maxsize)

    def _put(self, item: bytes) -> None:
        super()._put(item)
        self._count(len(item))

    def _get(self) -> bytes:
        item = super()._get()
        self._count(-len(item))
        return item


def count_answers() -> None:
    """Let each connection know how many bytes of answers wait for its browser."""
    begin = StarletteSessionClient.__init__
    if hasattr(begin, "counts"):
        return

    def begin_and_count(self: Any, websocket: Any) -> None:
        begin(self, websocket)
        if (connection := websocket.scope.get(CONNECTION)) is not None:
            # The task that empties the queue has not begun yet.
            self._send_queue = CountedQueue(connection.count, self._send_queue.maxsize)

    begin_and_count.counts = True  # type: ignore[attr-defined]
    StarletteSessionClient.__init__ = begin_and_count  # type: ignore[method-assign]
