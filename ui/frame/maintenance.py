"""Background maintenance of the server: abort silent connections, free memory."""

import asyncio
import logging

from ui.frame import resources
from ui.frame.sockets import Sockets
from ui.streamlit_internals import sessions

CHECK_INTERVAL = 1.0  # seconds between two checks of the connections
CLEANUP_EVERY = 20  # checks of connections per cleanup of memory and sessions
_log = logging.getLogger("glass")


async def run_maintenance(sockets: Sockets) -> None:
    """Periodically abort silent connections, expire sessions and trim memory; never returns."""
    number = 0
    while True:
        await asyncio.sleep(CHECK_INTERVAL)
        number += 1
        try:
            sockets.abort_silent()
            if number % CLEANUP_EVERY == 0:
                sessions.expire_sessions()
                await asyncio.to_thread(resources.trim_heap)
        except Exception:
            _log.exception("the server's upkeep failed")
