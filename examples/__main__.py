"""Run the notebooks and keep what they say: ``python -m examples`` in the repository's folder."""

import ast
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import plotly.graph_objects as go

NOTEBOOKS = sorted(Path(__file__).parent.glob("*.ipynb"))


def run(notebook: dict) -> dict[str, object]:
    """Run the cells of a notebook in order, put their outputs into it, and return its names.

    A cell's output is what it prints and, as in Jupyter, the value of its last expression.
    """
    names: dict[str, object] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        number, printed = number + 1, StringIO()
        with redirect_stdout(printed):
            value = _value("".join(cell["source"]), names)
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


def _value(source: str, names: dict[str, object]) -> object:
    *lines, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([*lines, last], []), "cell", "exec"), names)
        return None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def _display_data(value: object) -> dict[str, object]:
    if isinstance(value, go.Figure):
        figure = json.loads(value.to_json())
        figure["layout"].pop("template", None)  # a theme that Plotly adds by itself
        return {"application/vnd.plotly.v1+json": figure, "text/plain": ["a figure"]}
    return {"text/plain": repr(value).splitlines(keepends=True)}


def main() -> None:
    """Run all notebooks and write them back."""
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        run(notebook)
        text = json.dumps(notebook, indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
