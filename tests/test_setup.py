"""What ``make run`` says before a download, and when it opens the browser."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import free_port

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("version", "platform", "needs", "told"),
    [
        ("2.13.0+cpu", "linux", ["filelock"], "without CUDA: about 200 MB"),
        ("2.13.0", "linux", ["nvidia-cublas; x"], "only with CUDA here: about 3 GB"),
        ("2.13.0", "darwin", ["filelock"], "without CUDA: about 200 MB"),
    ],
)
def test_the_size_of_the_download_is_told_before_it(version, platform, needs, told):
    torch = {"name": "torch", "version": version, "requires_dist": needs}
    report = {"install": [{"metadata": torch}], "environment": {"sys_platform": platform}}
    said = subprocess.run(
        [sys.executable, ROOT / "deploy" / "torch_size.py"],
        input=json.dumps(report),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"PyTorch {version}" in said
    assert told in said


OPENED = """
import sys, webbrowser
sys.path.insert(0, "deploy")
import open_when_ready
open_when_ready.has_screen = lambda: True
webbrowser.open = print
open_when_ready.open_when_ready(sys.argv[1])
"""


def test_the_address_is_opened_once_it_answers(tmp_path):
    (tmp_path / "_stcore").mkdir()
    (tmp_path / "_stcore" / "health").write_text("ok")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    waiting = subprocess.Popen(
        [sys.executable, "-c", OPENED, address], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(1)  # nothing answers yet
    serving = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    server = subprocess.Popen(serving, cwd=tmp_path, stderr=subprocess.DEVNULL)
    try:
        assert waiting.communicate(timeout=60)[0].strip() == address
    finally:
        server.terminate()
        server.wait()
