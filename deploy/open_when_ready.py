"""Open the app in the browser as soon as it answers: ``python deploy/open_when_ready.py 8501 PID``.

PID is the server's: when it ends, nothing is waited for any more.
"""

import http.client
import os
import sys
import time
import urllib.request
import webbrowser

PATIENCE = 120  # seconds; the server may have failed to start, and says so itself


def open_when_ready(address: str, server: int = 0) -> bool:
    """Wait for the server, then open its address where there is a screen.

    Args:
        address: of the app.
        server: number of its process; 0 if it is not known.

    Returns:
        False if it is late, has ended, or if somebody else answered there before.
    """
    if answers(address):
        return False
    for _ in range(2 * PATIENCE):
        time.sleep(0.5)
        if server and not is_running(server):
            return False
        if answers(address):
            if has_screen():
                webbrowser.open(address)
            return True
    return False


def answers(address: str) -> bool:
    """Whether a server is well."""
    try:
        urllib.request.urlopen(f"{address}/_stcore/health", timeout=5)
    except (OSError, http.client.HTTPException):
        return False
    return True


def is_running(process: int) -> bool:
    """Whether a process has not ended yet."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def has_screen() -> bool:
    """Whether somebody sits here who can see a browser."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return named or sys.platform in ("darwin", "win32")


if __name__ == "__main__":
    open_when_ready(f"http://localhost:{sys.argv[1]}", int(sys.argv[2]))
