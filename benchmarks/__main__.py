"""Measure, print a table, write ``results.json``: ``python -m benchmarks``."""

import json
import platform
import warnings
from dataclasses import asdict
from pathlib import Path

import torch

from benchmarks.contributions import compare_contributions
from benchmarks.flow import compare_flow
from benchmarks.forward import compare_forward
from benchmarks.learning import compare_learning
from benchmarks.measure import Comparison
from benchmarks.page import compare_page
from benchmarks.patching import compare_patching
from benchmarks.pruning import compare_pruning
from benchmarks.search import compare_search
from model import storage

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Run every comparison on one thread."""
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", "The PyTorch API of nested tensors")  # nn.Transformer's own
    model, tokenizer = storage.load(ROOT / "assets" / "model")
    results = [
        *compare_forward(model, tokenizer),
        *compare_search(model, tokenizer),
        compare_learning(model.config),
        compare_patching(model, tokenizer),
        compare_contributions(model, tokenizer),
        compare_flow(model, tokenizer),
        compare_pruning(model, tokenizer),
        *compare_page(),
    ]
    print(table(results))
    record = {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "threads": 1,
        "results": [{**asdict(result), "reached": result.reached} for result in results],
    }
    path = Path(__file__).parent / "results.json"
    path.write_text(json.dumps(record, indent=2) + "\n")


def table(results: list[Comparison]) -> str:
    """Return the results as a Markdown table."""
    rows = ["| compared | ours | other | ratio | aim | rounds |", "|---|---|---|---|---|---|"]
    for result in results:
        aim = f"≤ {result.at_most}" if result.at_most is not None else f"≥ {result.at_least}"
        aim = "none" if result.reached is None else aim if result.reached else f"{aim}, missed"
        rows.append(
            f"| {result.name} | {result.ours:g} {result.unit} | {result.other:g} {result.unit} "
            f"| {result.ratio:.2f} | {aim} | {result.rounds} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    main()
