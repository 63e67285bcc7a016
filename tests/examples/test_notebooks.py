"""The notebooks run from the first cell to the last, and keep what these weights computed."""

import ast
import importlib
import json
import subprocess
import sys

import pytest

from examples.__main__ import NOTEBOOKS, run_notebook
from model.storage import MODEL, fingerprint


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    return json.loads(request.param.read_text(encoding="utf-8"))


def notebook_of(name):
    [path] = [path for path in NOTEBOOKS if path.stem == name]
    return json.loads(path.read_text(encoding="utf-8"))


def test_it_shows_three_views_and_saves_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    notebook = notebook_of("views")
    assert run_notebook(notebook)["flow"].page == (tmp_path / "flow.html").read_text(
        encoding="utf-8"
    )
    last = [cell["outputs"][-1] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    shown = ["".join(one["data"]["text/plain"]) for one in last if "data" in one]
    assert [text[:7] for text in shown].count("<Shown:") == 3


@pytest.mark.parametrize("name", [path.stem for path in NOTEBOOKS])
def test_its_first_cells_run_in_its_own_folder(name):
    """There Jupyter works, and there nothing of this repository is found by itself."""
    cells = [cell for cell in notebook_of(name)["cells"] if cell["cell_type"] == "code"]
    program = "\n".join("".join(cell["source"]) for cell in cells[:2])
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, cwd=NOTEBOOKS[0].parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "weights" in done.stdout


def test_what_it_imports_exists(notebook):
    """Also behind a condition, such as that transformers is installed."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    program = ast.parse("\n".join("".join(cell["source"]) for cell in cells))
    for node in ast.walk(program):
        if isinstance(node, ast.ImportFrom):
            here = importlib.import_module(node.module)
            assert all(hasattr(here, one.name) for one in node.names), ast.unparse(node)


def test_its_ten_jobs_are_done(tmp_path, monkeypatch):
    """And the network that it trains has learned something."""
    monkeypatch.chdir(tmp_path)
    names = run_notebook(notebook_of("research"))
    assert {name.split()[0] for name in names["seconds"]} >= set("123468") | {"7", "9", "10"}
    assert names["curve"].iloc[-1] < 0.8 * names["curve"].iloc[0]
    assert names["same"] >= 0.95 * len(names["runs"])  # Hugging Face's translations


def test_it_runs_and_finds_silences_patches_and_saves(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = run_notebook(notebook_of("heads_and_patches"))
    share, layer, head = names["share"], names["layer"], names["head"]
    assert share[layer, head] == share.max() > 2 * share.mean()  # one head stands out
    heads = names["silent"].trace.layers("decoder.layers.{}.cross_attention.heads")
    assert not heads[layer, head].any()
    [differing] = [
        place
        for place, pair in enumerate(
            zip(names["clean"].source_ids, names["other"].source_ids, strict=True)
        )
        if pair[0] != pair[1]
    ]
    embedding = names["effects"][0]
    assert embedding[differing] == pytest.approx(1, abs=1e-3)  # the words differ there alone
    assert [x for i, x in enumerate(embedding) if i != differing] == pytest.approx(
        [0] * (len(embedding) - 1), abs=1e-3
    )
    assert (tmp_path / "patched.html").read_text(encoding="utf-8").count("newPlot") >= 1


def test_what_it_keeps_was_computed_by_these_weights(notebook):
    """If not: ``python -m examples`` runs it anew."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert all(cell["outputs"] for cell in cells)
    first = "".join(cells[0]["outputs"][0]["text"])
    assert f"weights {fingerprint(MODEL)[:8]}:" in first
