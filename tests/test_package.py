"""The wheel, as somebody uses it who has nothing else: built, installed, started, asked.

What it depends on is lent by this environment, through a ``.pth`` file: nothing is downloaded.
"""

import os
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.server import ROOT, free_port, wait_for
from ui.contents import page

SENTENCE = """
import glass_transformer as glass
run = glass.load().read("The cat is sleeping.", to="fr")
print(run.translation)
print(len(glass.show(run, "heads", layer=2).page))
import sys
print([name for name in ("model", "ui", "pages", "app") if name in sys.modules])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    for name in filter(None, dict.fromkeys(files)):
        if not name.startswith(("tests/", "benchmarks/")) and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            os.link(ROOT / name, source / name)
    build = ["pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder]
    subprocess.run([sys.executable, "-m", *build, source], check=True, capture_output=True)
    [file] = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """The bin folder of an environment that has the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    install = ["pip", "--python", folder / "bin" / "python", "install", "--no-deps", "--no-index"]
    subprocess.run([sys.executable, "-m", *install, wheel], check=True, capture_output=True)
    return folder / "bin"


def test_all_of_it_lies_inside_of_its_own_package(wheel):
    with zipfile.ZipFile(wheel) as file:
        tops = {name.partition("/")[0] for name in file.namelist()}
        metadata = next(name for name in file.namelist() if name.endswith("/METADATA"))
        said = file.read(metadata).decode()
    assert {top for top in tops if not top.endswith(".dist-info")} == {"glass_transformer"}
    for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines():
        if line[:1].isalpha():
            assert f"Requires-Dist: {line}" in said
    assert wheel.stat().st_size < 30_000_000


def test_it_reads_a_sentence_and_brings_no_general_names(environment, tmp_path):
    run = [environment / "python", "-c", SENTENCE]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
    translation, size, names = done.stdout.strip().split("\n")
    assert translation == "Le chat dort."
    assert int(size) > 100_000
    assert names == "[]"


def test_its_command_starts_the_app(environment, tmp_path):
    port = free_port()
    command = [environment / "glass-transformer", "--port", str(port), "--address", "127.0.0.1"]
    server = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(address)
        asked = urllib.request.Request(f"{address}/multi_head", headers={"Accept": "text/html"})
        with urllib.request.urlopen(asked) as answer:
            assert page("multi_head").title in answer.read().decode()
    finally:
        server.terminate()
        server.wait()


def test_its_command_says_what_is_wrong(environment, tmp_path):
    for wrong, sentence in (
        (["--model", "nowhere"], "there is no folder nowhere"),
        (["--lesson", "x.toml"], "--lesson needs --out FOLDER"),
        (["--lesson", "x.toml", "--out", "y"], "x.toml cannot be read."),
    ):
        command = [environment / "glass-transformer", *wrong]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr
