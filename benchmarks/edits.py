"""From Enter to the last change, page by page: ``python -m benchmarks.edits``.

One visitor without a browser opens each page and types sentences. Besides the time, the CPU time
that the server took is measured, and the bytes that it sent: they tell pages apart on a busy
machine, too.
"""

import argparse
import json
import statistics
from pathlib import Path

from benchmarks.visitors import SENTENCES, total_cpu_seconds
from tests.protocol import Visitor
from tests.server import serve
from ui.contents import FRONT, PAGES

AIM = 400  # milliseconds from Enter to the last change
MOST = 60  # kilobytes of an edit, on half of the pages
RESULTS = Path(__file__).parent / "edits.json"


def measure_edits(address: str, process: int, page: str, sentences: list[str]) -> dict[str, float]:
    """Let one visitor type sentences on a page; return median times in ms and sizes in kB.

    Args:
        address: address of the server.
        process: process id of the server.
        page: path of the page; "" for the first page.
        sentences: the first one opens the page twice, which loads what is loaded only once.
    """
    for _ in range(2):
        visitor = Visitor(address)
        begun = total_cpu_seconds(process)
        load = visitor.open(page, source=sentences[0], to="fr")
        loading = 1000 * (total_cpu_seconds(process) - begun)
    visitor.type("source", sentences[0] + " Yes.")
    begun = total_cpu_seconds(process)
    runs = [visitor.type("source", sentence) for sentence in sentences[1:]]
    used = 1000 * (total_cpu_seconds(process) - begun) / len(runs)
    times = [1000 * run.seconds for run in runs]
    visitor.close()
    return {
        "load": round(1000 * load.seconds),
        "load CPU": round(loading),
        "edit": round(statistics.median(times)),
        "edit CPU": round(used),
        "longest edit": round(max(times)),
        "edit kB": round(statistics.median(run.size for run in runs) / 1000),
    }


def main() -> None:
    """Measure the edits on all pages, print the results, and write them beside this file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages", nargs="*", help="names of pages (all)")
    parser.add_argument("--sentences", type=int, default=8)
    options = parser.parse_args()
    names = options.pages or [page.name for page in PAGES]
    process, address = serve()
    try:
        found = {}
        for name in names:
            path = "" if name == FRONT else name
            chosen = SENTENCES[: options.sentences + 1]
            found[name] = measure_edits(address, process.pid, path, chosen)
            print(f"{name:>22}", *(f"{key} {value:>5}" for key, value in found[name].items()))
    finally:
        process.terminate()
        process.wait()
    slow = [name for name, one in found.items() if one["edit"] > AIM]
    print(f"above {AIM} ms from Enter to the last change: {', '.join(slow) or 'none'}")
    size = statistics.median(one["edit kB"] for one in found.values())
    print(f"median of an edit: {size:.0f} kB (aim: at most {MOST})")
    if not options.pages:
        RESULTS.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
