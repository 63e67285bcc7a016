"""Background maintenance of the server: abort silent connections, free memory."""

import asyncio
import logging

from ui.frame import resources
from ui.frame.sockets import Sockets
from ui.streamlit_internals import sessions

LOOK = 1.0  # seconds between two checks of the connections
TIDY = 20  # checks of connections per cleanup of memory and sessions
_log = logging.getLogger("glass")


async def keep_up(sockets: Sockets) -> None:
    """Run the maintenance loop until the server ends."""
    number = 0
    while True:
        await asyncio.sleep(LOOK)
        number += 1
        try:
            sockets.look()
            if number % TIDY == 0:
                sessions.let_go()
                await asyncio.to_thread(resources.give_back)
        except Exception:
            _log.exception("the server's upkeep failed")
