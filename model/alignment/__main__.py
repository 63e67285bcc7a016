"""Does cross-attention align words? ``python -m model.alignment alignment.en-fr.jsonl.gz ...``.

Measures the alignment error rate of every layer, head and shift on sentences that people aligned by
hand (``aligned`` says in which format), in each direction of a file that the model translates,
prints the table and stores it beside the weights.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import torch
from tqdm import tqdm

from model import storage
from model.alignment.aligned import read_pairs_by_direction
from model.alignment.error_rate import measure_error_rates
from model.files import write_text
from model.programs import exit_with_message
from model.storage import ALIGNMENT, MODEL, fingerprint


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure how well cross-attention heads align words; write the table as JSON and print it.
    This is the command line program ``python -m model.alignment FILE ...``.

    Args:
        arguments: the words after the program's name; None for those of this process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m model.alignment",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="aligned sentences")
    parser.add_argument("--model", type=Path, default=MODEL, help="its folder (assets/model)")
    parser.add_argument(
        "--table", type=Path, help=f"where to write ({ALIGNMENT} beside the weights)"
    )
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        table = _measure_files(chosen.files, chosen.model)
        path = chosen.table or chosen.model / ALIGNMENT
        write_text(path, json.dumps(table, indent=1) + "\n")
    print(format_table(table))


def _measure_files(files: Sequence[Path], folder: Path) -> dict[str, object]:
    """Return the alignment error rates on these files, with their names and the fingerprint."""
    model, tokenizer = storage.load(folder)
    pairs = read_pairs_by_direction(files, model.config)
    torch.set_num_threads(1)
    with tqdm(total=sum(map(len, pairs.values())), unit=" sentences", disable=None) as bar:
        table = measure_error_rates(model, tokenizer, pairs, bar.update)
    names = sorted({path.name for path in files})
    return {"files": names, "weights": fingerprint(folder), **table}


def format_table(table: dict) -> str:
    """Format the alignment error rates as a text table, in percent, with the lowest mean first.
    There is one line for each layer, head and shift, and one column for each direction. Layers and
    heads count from 1; the last line is the diagonal baseline.

    Args:
        table: what this program stores; ``measure_error_rates`` lists its keys.
    """
    directions = list(table["sentences"])
    lines = [("layer", "head", "shift", *directions, "mean")]
    for row in sorted(table["rows"], key=lambda row: row["mean"]):
        head = "mean" if row["head"] is None else row["head"] + 1
        lines.append((row["layer"] + 1, head, row["shift"], *_percent(row, directions)))
    lines.append(("diagonal", "", "", *_percent(table["diagonal"], directions)))
    return "\n".join("".join(f"{cell:>9}" for cell in line) for line in lines)


def _percent(row: dict, directions: Sequence[str]) -> list[str]:
    """Return a row's error rates in percent: one cell per direction, then the mean."""
    return [f"{100 * rate:.1f}" for rate in (*(row["aer"][d] for d in directions), row["mean"])]


if __name__ == "__main__":
    main()
