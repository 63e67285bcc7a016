"""Run the notebooks and save their outputs: ``python -m examples`` in the repository's folder."""

import argparse
import ast
import json
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import plotly.graph_objects as go

NOTEBOOKS = sorted(Path(__file__).parent.glob("*.ipynb"))


def run_notebook(notebook: dict) -> dict[str, object]:
    """Run a notebook's cells in order, store their outputs in it, and return its variables.

    A cell's output is what it prints and, as in Jupyter, the value of its last expression.
    """
    names: dict[str, object] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        number, printed = number + 1, StringIO()
        with redirect_stdout(printed):
            value = _run_cell("".join(cell["source"]), names)
        cell["execution_count"], cell["outputs"] = number, []
        if text := printed.getvalue():
            lines = text.splitlines(keepends=True)
            cell["outputs"].append({"name": "stdout", "output_type": "stream", "text": lines})
        if value is not None:
            cell["outputs"].append(
                {
                    "data": _display_data(value),
                    "execution_count": number,
                    "metadata": {},
                    "output_type": "execute_result",
                }
            )
    return names


def _run_cell(source: str, names: dict[str, object]) -> object:
    """Run a cell's code; return the value of its last expression, else None."""
    *lines, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([*lines, last], []), "cell", "exec"), names)
        return None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def _display_data(value: object) -> dict[str, object]:
    """Return a value as a notebook's output: Plotly JSON of a figure, else its repr."""
    if isinstance(value, go.Figure):
        figure = json.loads(value.to_json())
        figure["layout"].pop("template", None)  # the theme that Plotly adds by default
        return {"application/vnd.plotly.v1+json": figure, "text/plain": ["a figure"]}
    return {"text/plain": repr(value).splitlines(keepends=True)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run all notebooks, or the named ones, and write them back."""
    parser = argparse.ArgumentParser("python -m examples", description=__doc__)
    names = [path.stem for path in NOTEBOOKS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; else all")
    chosen = parser.parse_args(arguments).names or names
    if unknown := [name for name in chosen if name not in names]:
        parser.error(f"no notebook is called {unknown[0]}, only {', '.join(names)}")
    for path in (path for path in NOTEBOOKS if path.stem in chosen):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        run_notebook(notebook)
        text = json.dumps(notebook, indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
