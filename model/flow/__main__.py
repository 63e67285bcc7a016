"""Which heads and units decide what? ``python -m model.flow --lines 200``.

Translates sentences of our own from English into every other language, greedily, and follows the
decisions of nine kinds to their ends: the gender of an article, a pronoun, a question mark, and so
on. For each kind it names the heads and the units with the largest mean share, cuts them, and
counts how often the answer changes, beside cuts of others drawn at random: as many, and as many as
have the same size together. Prints the table and stores it beside the weights.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import torch
from tqdm import tqdm

from model import storage
from model.attribution.wrong_pairs import read_parallel_sentences
from model.files import write_text
from model.flow.kinds import KINDS
from model.flow.table import MAX_DECISIONS, measure_decisions
from model.glass import load
from model.programs import exit_with_message

OWN = Path(__file__).parents[2] / "assets" / "own" / "valid.tsv.gz"
LEAST = 4  # words of a sentence


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure which heads and hidden units decide nine kinds of choices (command line).

    One kind is the gender of an article. The table is stored with the model and printed.
    """
    parser = argparse.ArgumentParser(
        prog="python -m model.flow",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--model", type=Path, default=storage.MODEL, help="its folder")
    parser.add_argument("--own", type=Path, default=OWN, help="sentences of our own")
    parser.add_argument("--lines", default=200, type=int, metavar="N", help="of them (200)")
    options = parser.parse_args(arguments)
    with exit_with_message(parser):
        table = _measure_table(options)
        write_text(options.model / storage.FLOW, json.dumps(table, ensure_ascii=False) + "\n")
    print(format_table(table))


def _measure_table(options: argparse.Namespace) -> dict[str, object]:
    """Return, by kind of choice, the heads and units that decide it, for JSON."""
    if options.lines < 1:
        raise ValueError(f"--lines {options.lines} is no number of 1 or more")
    glass = load(options.model)
    languages = glass.config.languages
    if "en" not in languages or len(languages) < 2:
        raise ValueError(f"{options.model} does not translate from English into other languages")
    texts = [line.texts["en"] for line in read_parallel_sentences(options.own, languages)]
    texts = [text for text in texts if len(text.split()) >= LEAST]
    some = texts[:: max(1, len(texts) // options.lines)][: options.lines]
    torch.set_num_threads(1)
    others = [code for code in languages if code != "en"]
    with tqdm(total=len(some) + MAX_DECISIONS * len(KINDS), unit=" steps", disable=None) as bar:
        table = measure_decisions(glass, some, others, bar.update)
    return {"weights": glass.fingerprint, "sentences": len(some), **table}


def format_table(table: dict) -> str:
    """Format what ``measure_decisions`` returns as text: a line for each kind of choice.

    A line has the number of decisions, the strongest head and, in percent: its share of the
    attribution; decisions that flip when it is ablated; when the five strongest heads are; when as
    many random heads are; and when random heads of the same total attribution are.
    """
    names = f"{'share':>6}{'cut':>5}{'five':>6}{'as many':>9}{'as large':>10}"
    lines = [f"{'kind':24}{'n':>5}  {'strongest head':28}{names}"]
    for kind, row in table["kinds"].items():
        best, rates = row["heads"][0], row["all heads"]
        name = f"{best['kind']} {best['layer'] + 1}.{best['head'] + 1}"
        together = ("together", "as many at random", "as large at random")
        five, many, large = (100 * rates.get(one, 0) for one in together)
        numbers = f"{100 * best['share']:6.1f}{100 * best['changed']:5.0f}"
        lines.append(
            f"{kind:24}{row['decisions']:5}  {name:28}{numbers}{five:6.0f}{many:9.1f}{large:10.1f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
