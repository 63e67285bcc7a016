"""Open the app in the browser as soon as it answers: ``python deploy/open_when_ready.py 8501``."""

import os
import sys
import time
import urllib.request
import webbrowser

PATIENCE = 120  # seconds; the server may have failed to start, and says so itself


def open_when_ready(address: str) -> bool:
    """Wait for the server, then open its address where there is a screen; False if it is late."""
    for _ in range(2 * PATIENCE):
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=5)
        except OSError:
            time.sleep(0.5)
        else:
            if has_screen():
                webbrowser.open(address)
            return True
    return False


def has_screen() -> bool:
    """Whether somebody sits here who can see a browser."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return named or sys.platform in ("darwin", "win32")


if __name__ == "__main__":
    open_when_ready(f"http://localhost:{sys.argv[1]}")
