"""Messages to browsers: their maximum size, and how many bytes of them wait to be sent.

Streamlit bounds the number of waiting messages, not their size. Without
``install_byte_counting_queue``, forty browsers that ask for a long sentence's tensors and read
nothing would fill the memory.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from streamlit.runtime import runtime_util
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient

CONNECTION = "glass.connection"  # key in a WebSocket's scope: the object that counts its bytes
Count = Callable[[int], None]


def set_max_message_size(largest: int) -> None:
    """Set the size limit of messages to browsers, but not that of messages from browsers.

    Streamlit's only option, ``server.maxMessageSize``, limits both. Without a higher limit, pages
    with a long sentence end in an error.

    Args:
        largest: maximum bytes of a message to a browser.
    """
    runtime_util._max_message_size_bytes = largest


class ByteCountingQueue(asyncio.Queue[bytes]):
    """Queue of waiting messages that reports by how many bytes it grows or shrinks.

    Args:
        count: called with each change in bytes.
        maxsize: maximum number of messages in the queue.
    """

    def __init__(self, count: Count, maxsize: int) -> None:
        """Create an empty queue.

        Args:
            count: called with the change in bytes: positive when a message is put into the queue,
                negative when one is taken out.
            maxsize: maximum number of messages in the queue.
        """
        self._count = count
        super().__init__(maxsize)

    def _put(self, item: bytes) -> None:
        """Put a message into the queue, and count its bytes as unsent."""
        super()._put(item)
        self._count(len(item))

    def _get(self) -> bytes:
        """Take a message from the queue, and count its bytes as sent."""
        item = super()._get()
        self._count(-len(item))
        return item


def install_byte_counting_queue() -> None:
    """Patch Streamlit so that each connection counts the bytes still to be sent."""
    begin = StarletteSessionClient.__init__
    if hasattr(begin, "counts"):
        return

    def init_with_counting_queue(self: Any, websocket: Any) -> None:
        """Initialize a session client; on a counted connection its queue counts bytes."""
        begin(self, websocket)
        if (connection := websocket.scope.get(CONNECTION)) is not None:
            # The task that empties the queue has not begun yet.
            self._send_queue = ByteCountingQueue(
                connection.add_unsent_bytes, self._send_queue.maxsize
            )

    init_with_counting_queue.counts = True  # type: ignore[attr-defined]
    StarletteSessionClient.__init__ = init_with_counting_queue  # type: ignore[method-assign]
