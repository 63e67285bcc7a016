"""How well the model bears what people type: ``python -m model.robustness --data DIR``.

Measures BLEU on validation sentences that are typed carelessly, counts long translations that stop
early or run in circles, translates our own sentences from each language into each other, asks for
rare or invented names and for numbers, which have to be copied piece by piece, looks at what "it"
attends to, counts what visitors type first that is translated rightly and French vowels that should
have been dropped, prints all that and stores it beside the weights.
"""

import argparse
import csv
import json
from collections.abc import Sequence
from pathlib import Path

from model import storage
from model.data.corpora import read_corpora
from model.data.own import read_first_texts
from model.files import write_text
from model.programs import exit_with_message
from model.robustness.elisions import count_missing_elisions
from model.robustness.elisions import fill_frames as with_vowels
from model.robustness.first_texts import count_right_first_texts
from model.robustness.trials import (
    HARDEST,
    SENTENCES,
    bleu_by_disturbance,
    count_copied,
    count_long_failures,
    probe_pronoun,
    scores_by_direction,
)
from model.storage import MODEL, ROBUSTNESS, fingerprint


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure translation quality on difficult inputs; print and store (command line)."""
    parser = argparse.ArgumentParser(prog="python -m model.robustness", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    parser.add_argument("--model", type=Path, default=MODEL, help="folder of the model")
    parser.add_argument("--lines", type=int, default=200, help="sentences of each direction")
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        text = json.dumps(_measure_table(chosen), ensure_ascii=False, indent=1)
        write_text(chosen.model / ROBUSTNESS, text + "\n")
    print(text)


def _measure_table(arguments: argparse.Namespace) -> dict[str, object]:
    """Run all robustness measurements; return the table that is stored."""
    model, tokenizer = storage.load(arguments.model)
    valid = read_corpora(arguments.data, "valid", tokenizer.languages)
    with SENTENCES.open(encoding="utf-8") as file:
        lines = list(csv.reader(file, delimiter="\t"))
    own = {language: sentences for language, *sentences in zip(*lines, strict=True)}
    table = {
        "weights": fingerprint(arguments.model),
        "lines": arguments.lines,
        "bleu": bleu_by_disturbance(model, tokenizer, valid, arguments.lines),
        "long": count_long_failures(model, tokenizer, valid, arguments.lines),
        "every way": scores_by_direction(model, tokenizer, own),
        "copies": count_copied(model, tokenizer),
        "first texts": count_right_first_texts(model, tokenizer, read_first_texts()),
    }
    if "en" in model.config.read_languages and "fr" in tokenizer.languages:
        table["elisions"] = count_missing_elisions(model, tokenizer, with_vowels())
    looked_up = [probe_pronoun(model, tokenizer, text) for text in HARDEST]
    return table | {"pronoun": [found for found in looked_up if found]}


if __name__ == "__main__":
    main()
