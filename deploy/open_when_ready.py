"""Open the app in the browser as soon as it answers: ``python deploy/open_when_ready.py 8501 PID``.

PID is the server's: when it ends, nothing is waited for any more.
"""

import http.client
import os
import sys
import time
import urllib.request
import webbrowser

TIMEOUT = 120  # seconds; the server may have failed to start, and says so itself


def open_when_ready(address: str, server: int = 0) -> bool:
    """Wait for the server, then open its address in a browser if there is a screen.

    Args:
        address: address of the app.
        server: process id of the server; 0 if unknown.

    Returns:
        False if the server is late or has ended, or if another one answered there before.
    """
    if is_healthy(address):
        return False
    for _ in range(2 * TIMEOUT):
        time.sleep(0.5)
        if server and not is_running(server):
            return False
        if is_healthy(address):
            if has_screen():
                webbrowser.open(address)
            return True
    return False


def is_healthy(address: str) -> bool:
    """Whether a server's health check succeeds."""
    try:
        urllib.request.urlopen(f"{address}/_stcore/health", timeout=5)
    except (OSError, http.client.HTTPException):
        return False
    return True


def is_running(process: int) -> bool:
    """Whether a process is still running."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def has_screen() -> bool:
    """Whether this machine has a screen on which a browser can open."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return named or sys.platform in ("darwin", "win32")


if __name__ == "__main__":
    open_when_ready(f"http://localhost:{sys.argv[1]}", int(sys.argv[2]))
