"""Print how plain the words of each page are, and what is not: ``python -m tests.plain``.

Read are all texts in files, and all that pages show of six sentences.
"""

import argparse
import logging
import os
from collections.abc import Sequence

import torch

from tests.plain.rules import KINDS, faults, table
from tests.plain.texts import PAGES_AND_FRAME, VISITS, Passage, fixed_texts, shown_texts


def rows_of(passages: Sequence[Passage]) -> list[str]:
    """Return the table: a row for each page, and one for all of them."""
    found = table(passages)
    total = {kind: sum(row[kind] for row in found.values()) for kind in (*KINDS, "sentences")}
    words = sum(row["mean"] * row["sentences"] for row in found.values())
    found["all"] = total | {"mean": words / max(1, total["sentences"])}
    columns = ("sentences", "mean", *KINDS)
    lines = [f"{'page':20}" + "".join(f"{column:>11}" for column in columns)]
    for page in sorted(found, key=[*PAGES_AND_FRAME, "all"].index):
        cells = (f"{found[page][column]:>11.{int(column == 'mean')}f}" for column in columns)
        lines.append(f"{page:20}" + "".join(cells))
    return lines


def main(given: argparse.Namespace) -> None:
    """Collect, count, print."""
    passages = fixed_texts()
    shown = [] if given.fixed else [*shown_texts(VISITS[given.first : given.last])]
    for title, texts in (("Texts in files", passages), ("Texts on pages", shown)):
        if texts:
            print(f"\n{title}\n", *rows_of(texts), sep="\n")
    once = {(one.page, one.text): one for one in (*passages, *shown)}
    for fault in faults(once.values()):
        if given.page in ("", fault.page):
            print(f"{fault.page}, {fault.kind}, {fault.place}: {fault.what}\n    {fault.text}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fixed", action="store_true", help="texts in files alone: seconds")
    parser.add_argument("--first", type=int, default=0, help="the first of the six sentences")
    parser.add_argument("--last", type=int, default=len(VISITS), help="and the one after the last")
    parser.add_argument("--page", default="", help="list what is not plain on this page alone")
    os.nice(10)  # others may work on this machine, too
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    main(parser.parse_args())
