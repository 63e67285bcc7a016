"""A real server for browsers that tests and benchmarks drive."""

import os
import resource
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from subprocess import DEVNULL
from typing import IO

ROOT = Path(__file__).parents[1]
READY = '[data-testid="stApp"][data-test-script-state="notRunning"]'  # nothing more will come


def serve(
    script: str = "app.py",
    *options: str,
    port: int | None = None,
    log: IO | None = None,
    poor: bool = False,
    folder: Path = ROOT,
) -> tuple[subprocess.Popen, str]:
    """Start the app, or another script.

    Args:
        script: what Streamlit runs.
        options: further ones of Streamlit's.
        port: where it listens; any free one if None.
        log: where its standard error goes; to ours if None.
        poor: whether it has no home, no language, and a disk on which nothing can be written.
        folder: of the checkout.

    Returns:
        The process and its address.

    Raises:
        RuntimeError: if it does not answer.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", script]
    own = ["--server.headless=true", f"--server.port={port}", "--server.address=127.0.0.1"]
    process = subprocess.Popen(
        [*command, *own, *options],
        cwd=folder,
        stdout=DEVNULL,
        stderr=log,
        env={"PATH": os.environ["PATH"], "LANG": "C"} if poor else None,
        preexec_fn=_fill_the_disk if poor else None,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
    except RuntimeError:
        process.kill()
        raise
    return process, address


def wait_for(address: str) -> None:
    """Wait until a server answers that it is well.

    Raises:
        RuntimeError: if it does not within a minute.
    """
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}/_stcore/health")
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"{address} did not answer within a minute")


def _fill_the_disk() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def free_port() -> int:
    """Return a port where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
