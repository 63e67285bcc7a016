"""Measure, print each row of a table as soon as it is there, write ``results.json``.

``python -m benchmarks`` measures all; ``python -m benchmarks search page`` only prints those two.
"""

import argparse
import json
import platform
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import torch

from benchmarks.backward import compare_backward
from benchmarks.contributions import compare_contributions
from benchmarks.flow import compare_flow
from benchmarks.forward import compare_forward
from benchmarks.learning import compare_learning
from benchmarks.measure import Comparison
from benchmarks.page import compare_head_choice
from benchmarks.patching import compare_patching
from benchmarks.pruning import compare_pruning
from benchmarks.steering import compare_steering
from benchmarks.teaching import compare_teaching
from benchmarks.visit import compare_first_visits
from model import storage

ROOT = Path(__file__).parents[1]


ROWS: dict[str, Callable[..., Iterator[Comparison]]] = {
    "forward": compare_forward,
    # Imported only here: they need packages that nothing else needs.
    "search": lambda *given: import_module("benchmarks.search").compare_search(*given),
    "batches": lambda *given: import_module("benchmarks.batches").compare_batches(*given),
    "learning": lambda model, _: compare_learning(model.config),
    "patching": compare_patching,
    "steering": compare_steering,
    "contributions": compare_contributions,
    "flow": compare_flow,
    "teaching": compare_teaching,
    "backward": compare_backward,
    "pruning": compare_pruning,
    "page": lambda *_: compare_head_choice(),
    "visit": lambda *_: compare_first_visits(),
}
HEAD = "| compared | ours | other | ratio | aim | rounds |\n|---|---|---|---|---|---|"


def main() -> None:
    """Run the comparisons that were named, or all, on one thread."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(ROWS)}")
    names = parser.parse_args().names or list(ROWS)
    if unknown := set(names) - set(ROWS):
        parser.error(f"no comparison is called {', '.join(sorted(unknown))}")
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", "The PyTorch API of nested tensors")  # nn.Transformer's own
    model, tokenizer = storage.load(ROOT / "assets" / "model")
    print(f"To come: {', '.join(names)}; a row takes up to two minutes.", file=sys.stderr)
    print(HEAD, flush=True)
    results = []
    for name in names:
        for result in ROWS[name](model, tokenizer):
            print(table_row(result), flush=True)
            results.append(result)
    if set(names) == set(ROWS):
        write_results(results)


def write_results(results: list[Comparison]) -> None:
    """Write results.json, from which the table of docs/measurements.md is made."""
    record = {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "threads": 1,
        "results": [{**asdict(result), "reached": result.meets_aim} for result in results],
    }
    path = Path(__file__).parent / "results.json"
    path.write_text(json.dumps(record, indent=2) + "\n")


def table_row(result: Comparison) -> str:
    """Return a comparison as a row of a Markdown table."""
    aim = f"≤ {result.at_most}" if result.at_most is not None else f"≥ {result.at_least}"
    aim = "none" if result.meets_aim is None else aim if result.meets_aim else f"{aim}, missed"
    return (
        f"| {result.name} | {result.ours:g} {result.unit} | {result.other:g} {result.unit} "
        f"| {result.ratio:.2f} | {aim} | {result.rounds} |"
    )


if __name__ == "__main__":
    main()
