"""Write down all that the pages say of thirty sentences: ``python -m tests.audit FILE``."""

import argparse
import logging
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch

from tests.audit.judges import judgments, without_quotes
from tests.audit.sentences import Visit, visits
from tests.audit.walk import Seen, Text, walk
from ui.contents import PAGES

EXAMPLES = 40  # of one way of saying something; the others are alike
FRAME = "the frame"


def skeleton(text: str) -> str:
    """Return what is left of a text without its numbers and quoted names."""
    return re.sub(r"[\d.,]*\d", "#", without_quotes(text))


def of_the_frame(seen: Sequence[Seen]) -> set[Text]:
    """Return what every page of some visit shows: the bar, the menu, the small diagram."""
    counts: dict[Visit, Counter] = defaultdict(Counter)
    for one in seen:
        counts[one.visit].update(set(one.texts))
    return {
        text for count in counts.values() for text, times in count.items() if times > len(PAGES) / 2
    }


def written(seen: Sequence[Seen]) -> Iterable[str]:
    """Yield all texts, page by page, those of one kind and making together."""
    found: dict[str, dict[tuple[str, str], dict[str, Visit]]] = defaultdict(dict)
    frame = of_the_frame(seen)
    for one in seen:
        for text in one.texts:
            page = FRAME if text in frame else one.page
            same = found[page].setdefault((text.kind, skeleton(text.text)), {})
            same.setdefault(text.text, one.visit)
    for page, kinds in found.items():
        yield f"\n\n# {page}\n"
        for (kind, _), texts in kinds.items():
            yield f"\n## {kind}: {len(texts)}"
            for text, visit in list(texts.items())[:EXAMPLES]:
                choices = " ".join(f"{key}={value}" for key, value in visit.choices)
                yield f"- {text}"
                yield f"    [{visit.text[:24]} {visit.source}-{visit.target} {choices}]"


def complaints(seen: Iterable[Seen]) -> list[str]:
    """Return what the judges say, once for each way of saying something."""
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for one in seen:
        for text, complaint in judgments(one):
            key = one.page, text.kind, skeleton(text.text)
            found[key].append(f"{complaint}: {text.text}\n    [{one.visit.parameters}]")
    return [
        f"- {page}, {kind}, {len(all_)} times. {all_[0]}" for (page, kind, _), all_ in found.items()
    ]


def main(file: Path, chosen: slice) -> None:
    """Walk, judge, write.

    Args:
        file: of the texts; complaints come first.
        chosen: which of the visits.
    """
    seen: list[Seen] = []
    for number, visit in enumerate(visits()[chosen], start=1):
        seen += walk(visit)
        print(number, visit.text[:50], dict(visit.choices), flush=True)
    wrong = complaints(seen)
    file.write_text("\n".join([f"# {len(wrong)} complaints", *wrong, *written(seen)]))
    count = sum(len(one.texts) for one in seen)
    texts = len({(one.page, text.text) for one in seen for text in one.texts})
    print(f"{len(seen)} pages, {count:,} texts, {texts:,} different; {len(wrong)} complaints")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--first", type=int, default=0, help="the first visit")
    parser.add_argument("--every", type=int, default=1, help="3: no choices, no edits")
    given = parser.parse_args()
    os.nice(10)  # others may work on this machine, too
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    main(given.file, slice(given.first, None, given.every))
