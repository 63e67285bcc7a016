"""Print all visible text that no translator would get: ``python -m tests.pseudo``.

All pages are drawn in a language in which every message stands in ⟦brackets⟧, all sections open.
"""

import argparse
import logging
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from tests.audit.sentences import Visit
from tests.pseudo.language import CODE, spoken
from tests.pseudo.leaks import leaks
from tests.pseudo.scripts import unspoken
from ui.contents import PAGES
from ui.messages import use_locale

VISITS = (Visit("The dog is sleeping because he is tired."), Visit("?! <b>", target="de"))


def main(given: argparse.Namespace) -> None:
    """Walk, collect, print."""
    pages = [page for page in PAGES if given.pages in ([], None) or page.name in given.pages]
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as folder, spoken(Path(folder)), use_locale(CODE):
        for visit in VISITS[: given.visits]:
            for page, kind, text in leaks(visit, pages):
                counts[page] += 1
                print(f"{page}: {kind}: {text[:200]}")
    for path, line, text in unspoken():
        if not given.pages or any(f"/{page.name}/" in path for page in pages):
            counts["scripts"] += 1
            print(f"{path}:{line}: {text[:200]}")
    print(f"\n{sum(counts.values())} texts outside of the brackets", dict(counts))


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    parser = argparse.ArgumentParser("python -m tests.pseudo", description=__doc__)
    parser.add_argument("pages", nargs="*", help="names of pages; all, if none is named")
    parser.add_argument("--visits", type=int, default=1, help="sentences: at most 2")
    main(parser.parse_args())
