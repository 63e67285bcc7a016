"""What ``make run`` says before a download, and when it opens the browser."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import free_port, wait_for

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


@pytest.mark.parametrize("written", ["", "ERROR: no network", "{"])
def test_without_a_report_of_pip_one_sentence_names_the_network(written):
    done = subprocess.run(
        [sys.executable, ROOT / "deploy" / "torch_size.py"],
        input=written,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "Is there a network" in done.stderr
    assert "Traceback" not in done.stderr


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


def test_a_strangers_page_on_the_same_port_is_never_opened(tmp_path):
    (tmp_path / "_stcore").mkdir()
    (tmp_path / "_stcore" / "health").write_text("ok")
    port = free_port()
    serving = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    server = subprocess.Popen(serving, cwd=tmp_path, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        program = [sys.executable, "-c", OPENED, address]
        done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=30)
    finally:
        server.terminate()
        server.wait()
    assert done.stdout == ""


def test_who_waits_for_a_server_that_has_ended_ends_too():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    program = [sys.executable, "deploy/open_when_ready.py", str(free_port()), str(ended.pid)]
    subprocess.run(program, cwd=ROOT, check=True, timeout=20)


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_without_a_network_npm_is_asked_once_and_one_sentence_names_it(tmp_path):
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho $@\nexit 1\n")
    npm.chmod(0o755)
    for name in ("Makefile", "package.json"):
        shutil.copy(ROOT / name, tmp_path)
    done = subprocess.run(
        ["make", "node_modules/.installed"],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "--fetch-retries 0" in done.stdout
    assert "Does npm reach its registry?" in done.stderr
