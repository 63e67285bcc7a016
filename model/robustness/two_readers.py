"""Translate the test sentences for two readers: ``python -m model.robustness.two_readers``.

``assets/typed_test.tsv`` has two hundred ordinary sentences; no training round was chosen by them.
They are translated once for each release of weights, into the other languages. Two readers who
don't see each other's verdicts fill ``assets/judged_test.tsv``: each translation is "good", has one
"slip" of grammar that doesn't hinder, or is "wrong".
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from model import storage
from model.data.own import ASSETS, TEST, read_typed_sentences
from model.files import write_text
from model.programs import exit_with_message
from model.robustness.typed import translate_for_judging

JUDGED_TEST = ASSETS / "judged_test.tsv"
VERDICTS = ("good", "slip", "wrong")


@dataclass(frozen=True)
class TwiceJudged:
    """A translation with the verdicts of two readers.

    Args:
        source: code of the source language.
        target: code of the target language.
        text: the source text.
        translation: the model's translation.
        first: the first reader's verdict: "good", "slip" or "wrong"; "" if not read yet.
        second: the second reader's verdict.
        why: what either of them found wrong; "" if nothing.
    """

    source: str
    target: str
    text: str
    translation: str
    first: str = ""
    second: str = ""
    why: str = ""


def read_verdicts(path: Path = JUDGED_TEST) -> list[TwiceJudged]:
    """Read the test translations with both readers' verdicts.

    Raises:
        ValueError: if a row has the wrong number of columns, or an unknown verdict.
    """
    _, *rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    for number, row in enumerate(rows, 2):
        if len(row) != len(fields(TwiceJudged)) or not {*row[4:6]} <= {*VERDICTS, ""}:
            raise ValueError(f"{path}, line {number}: no translation with two verdicts")
    return [TwiceJudged(*row) for row in rows]


def count_verdicts(rows: Sequence[TwiceJudged]) -> tuple[Counter, Counter, int]:
    """Return the number of translations by verdict (such as "good"), for the first reader and for
    the second, and the number of translations on which the two agree.
    """
    agreed = sum(row.first == row.second for row in rows)
    return Counter(row.first for row in rows), Counter(row.second for row in rows), agreed


def main(arguments: Sequence[str] | None = None) -> None:
    """Translate the test sentences and write them for judging; count what is judged."""
    parser = argparse.ArgumentParser(
        prog="python -m model.robustness.two_readers", description=__doc__
    )
    parser.add_argument("--judged", type=Path, default=JUDGED_TEST, help="file to read and write")
    path = parser.parse_args(arguments).judged
    with exit_with_message(parser):
        found = translate_for_judging(
            *storage.load(storage.MODEL), read_typed_sentences(ASSETS / TEST)
        )
        rows = [TwiceJudged(row.source, row.target, row.text, row.translation) for row in found]
        known = {astuple(row)[:4]: row for row in (read_verdicts(path) if path.exists() else ())}
        rows = [known.get(astuple(row)[:4], row) for row in rows]
        names = [field.name for field in fields(TwiceJudged)]
        write_text(path, "".join("\t".join(line) + "\n" for line in (names, *map(astuple, rows))))
    judged = [row for row in rows if row.first and row.second]
    first, second, agreed = count_verdicts(judged)
    for name in VERDICTS:
        print(f"{name}: {first[name]} and {second[name]} of {len(judged)}")
    print(f"the same verdict: {agreed} of {len(judged)}; {len(rows) - len(judged)} are to be read")


if __name__ == "__main__":
    main()
