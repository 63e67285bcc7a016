"""A real server for browsers that tests and benchmarks drive."""

import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
READY = '[data-testid="stApp"][data-test-script-state="notRunning"]'  # nothing more will come


def serve(script: str = "app.py") -> tuple[subprocess.Popen, str]:
    """Start the app, or another script of this repository, on a free port.

    Returns:
        The process and its address.

    Raises:
        RuntimeError: if it does not answer.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", script]
    options = ["--server.headless=true", f"--server.port={port}", "--server.address=127.0.0.1"]
    process = subprocess.Popen([*command, *options], cwd=ROOT, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}/_stcore/health")
        except OSError:
            time.sleep(0.1)
        else:
            return process, address
    process.kill()
    raise RuntimeError(f"{script} did not start within a minute")
