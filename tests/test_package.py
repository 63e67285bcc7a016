"""The wheel, as somebody uses it who has nothing else: built, installed, started, asked.

What it depends on is lent by this environment, through a ``.pth`` file: nothing is downloaded.
"""

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from deploy.ranges import package_requirements
from setup import inner
from tests.server import ROOT, free_port, wait_for
from ui.contents import find_page

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
    asked = {Requirement(one) for one in re.findall(r"^Requires-Dist: (.+)$", said, re.MULTILINE)}
    of_training = {one for one in asked if one.marker}
    assert asked - of_training == set(package_requirements())
    assert {(one.name, str(one.marker)) for one in of_training} == {
        ("sacrebleu", 'extra == "train"'),
        ("tqdm", 'extra == "train"'),
    }
    assert wheel.stat().st_size < 30_000_000


# Runs every import of every file, also those inside of functions; of what the package may lack,
# which only a training needs, none is a general name.
IMPORTS = """
import ast, pathlib, sys
import glass_transformer
home = pathlib.Path(glass_transformer.__file__).parent
files = sorted(home.rglob("*.py"))
for path in files:
    inside = ".".join(path.relative_to(home.parent).with_suffix("").parts)
    names = {"__name__": inside, "__package__": inside.rpartition(".")[0]}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            node.lineno = 1
            exec(compile(ast.Module([node], []), str(path), "exec"), names)
print(len(files))
print([name for name in ("model", "ui", "pages", "app") if name in sys.modules])
"""


def test_every_import_of_every_file_finds_its_room_inside(environment, tmp_path):
    run = [environment / "python", "-c", IMPORTS]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    count, names = done.stdout.strip().split("\n")[-2:]
    assert int(count) > 400
    assert names == "[]"


@pytest.mark.parametrize(
    ("program", "moved"),
    [
        ("import model\n", "from glass_transformer import model\n"),
        ("from ui import words\n", "from glass_transformer.ui import words\n"),
        ("é = 1\nif é:\n    from model.a import b\n", None),
        ('"""\nfrom model import said\n"""\n', '"""\nfrom model import said\n"""\n'),
        ("import models\nfrom modelling import ui\n", "import models\nfrom modelling import ui\n"),
    ],
)
def test_imports_are_moved_and_nothing_else(program, moved):
    expected = moved or program.replace("from model", "from glass_transformer.model")
    assert inner(program) == expected


def test_an_import_that_cannot_be_moved_is_refused():
    with pytest.raises(ValueError, match="line 1"):
        inner("import ui.words\n")


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
            assert find_page("multi_head").title in answer.read().decode()
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
