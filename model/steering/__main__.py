"""How often does a direction steer? ``python -m model.steering``.

Five directions are found in sentence pairs of our own (``assets/steering/pairs.tsv``), and added to
the memory of forty other sentences each (``held_out.tsv``), for every language that the model
writes and several alphas. A translation has turned if it has a word that only translations of the
other sentence of its pair have, and none that only those of its own have. It is broken if its chrF
with the unsteered one is below 30, or if it is marked as unsure; whole, if it turned unbroken.
Beside each direction stand its opposite and random directions that are as long. Prints the table
and stores it beside the weights.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import torch
from tqdm import tqdm

from model import storage
from model.files import write_text
from model.measures.certainty import Certainty
from model.programs import exit_with_message
from model.steering.table import measure_directions


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure how well the steering directions work; print and store the table (command line)."""
    parser = argparse.ArgumentParser(
        prog="python -m model.steering",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--model", type=Path, default=storage.MODEL, help="its folder")
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        table = _measure_table(chosen.model)
        write_text(chosen.model / storage.STEERING, json.dumps(table, ensure_ascii=False) + "\n")
    print(format_table(table))


def _measure_table(folder: Path) -> dict:
    """Return, by direction, how often steering changes translations as wished or breaks them."""
    model, tokenizer = storage.load(folder)
    weights = storage.fingerprint(folder)
    if "en" not in model.config.read_languages or len(model.config.languages) < 2:
        raise ValueError(f"{folder} does not translate from English into other languages")
    torch.set_num_threads(1)
    with tqdm(unit=" rows", disable=None) as bar:
        table = measure_directions(model, tokenizer, _read_certainty(folder, weights), bar.update)
    return {"weights": weights, **table}


def _read_certainty(folder: Path, weights: str) -> Certainty | None:
    """Read the classifier without reconstruction; None if these weights have no classifier."""
    path = folder / storage.CERTAINTY
    table = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if table.get("weights") != weights:
        return None
    fitted = table["without reconstruction"]
    return Certainty(**{field.name: fitted[field.name] for field in fields(Certainty)})


def format_table(table: dict) -> str:
    """Return the table of ``measure_directions`` as lines of text, to be printed.

    There is a line for each steering direction, target language and added vector (the direction, a
    random one, its opposite). For each alpha it shows three shares in percent: "turned", then
    "whole" in brackets, then "broken", such as ``62 ( 55) /   8``; see ``SteeringTrial.rates``.
    """
    heads = "".join(f"{f'α = {alpha:g}':>17}" for alpha in table["alphas"])
    lines = [f"{'direction':12}{'into':6}{'what is added':14}{'could':>6}{heads}"]
    for name, one in table["directions"].items():
        for language, row in one["languages"].items():
            for kind in ("direction", "random", "opposite"):
                shares = "".join(map(_format_shares, row[kind]))
                lines.append(f"{name:12}{language:6}{kind:14}{row['could turn']:6}{shares}")
    return "\n".join(lines)


def _format_shares(rates: dict) -> str:
    """Format the shares at one alpha, in percent: turned (turned and unbroken) / broken."""
    turned, whole, broken = (100 * rates[name] for name in ("turned", "whole", "broken"))
    return f"{turned:5.0f} ({whole:3.0f}) /{broken:4.0f}"


if __name__ == "__main__":
    main()
