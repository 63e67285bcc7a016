"""Fetch and prepare sentence pairs for training: ``python -m model.data --folder data``.

The pairs are Tatoeba's, as manythings.org distributes them. About 2 % of the English sentences are
held out for validation. A hash of the sentence decides which, so the same ones are held out in
every language, today and when Tatoeba has grown; and no sentence of any validation file, in
whatever language, stands in any other file of pairs in the folder, ``train`` or another part.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from model.data.fetch import ATTRIBUTION, SOURCE, fetch_pairs
from model.languages import LANGUAGES


def main(arguments: Sequence[str] | None = None) -> None:
    """Download Tatoeba's sentence pairs; write files for training and validation into a folder.
    This is the command line program ``python -m model.data --folder DIR``.

    Args:
        arguments: the words after the program's name; None for those of this process.
    """
    parser = argparse.ArgumentParser(prog="python -m model.data", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the files go")
    parser.add_argument("--languages", default=",".join(LANGUAGES), help="codes between commas")
    parser.add_argument("--source", default=SOURCE, help=f"another mirror than {SOURCE}")
    chosen = parser.parse_args(arguments)
    try:
        counts = fetch_pairs(
            chosen.folder, chosen.languages.replace(" ", "").split(","), chosen.source
        )
    except ValueError as error:
        sys.exit(f"{parser.prog}: {error}")
    except OSError as error:
        sys.exit(f"{parser.prog}: cannot write to {chosen.folder}: {error.strerror or error}")
    except KeyboardInterrupt:
        sys.exit(130)
    for name, count in counts.items():
        print(f"{name}  {count:,} pairs")
    print(ATTRIBUTION, end="")


if __name__ == "__main__":
    main()
