"""Many visitors at once: ``python -m benchmarks.visitors --visitors 50 --seconds 120``.

Each visitor speaks Streamlit's protocol over a connection of its own (no browser, so that the
machine's time is the server's): it opens a page, thinks, types a sentence, thinks, ... Every answer
is compared with what all other visitors were told of the same sentence on the unedited model, and
the numbers of every picture with those that others saw on the same page: a mix-up would be another
visitor's answer, or another one's tensor. A run that ends without an answer is counted apart.

Loads and edits are timed from the question to the last message of the run. The server's own share:
its CPU seconds by /proc, and its memory before and with all visitors. With ``--replicas 2`` there
are two servers, and visitors are dealt out among them as a proxy would do it.
"""

import argparse
import json
import os
import random
import statistics
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from model.programs import exit_with_message
from tests.protocol import Run, Visitor
from tests.server import serve
from ui.contents import FRONT, PAGES

SENTENCES = (Path(__file__).parent / "sentences.txt").read_text().splitlines()
THINK = 8.0  # seconds between two acts of a visitor, on average
AIMS = {"load p95": 0.5, "edit p95": 0.5, "MB a visitor": 3.0, "mix-ups": 0}
WORKED = {"patch_it", "train_it_yourself", "who_contributed"}  # they show how far a job is
RESULTS = Path(__file__).parent / "visitors.json"


@dataclass
class CrowdLog:
    """Times, answers and failures of all visitors."""

    loads: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    said: dict[tuple, set] = field(default_factory=lambda: defaultdict(set))
    failures: int = 0
    unanswered: int = 0
    compared: int = 0

    def record_run(self, page: str, sentence: str, run: Run) -> None:
        """Record a run's answer to a sentence and the numbers of its views, for comparison."""
        self.failures += run.failed
        if run.answer is None:
            self.unanswered += 1
        else:
            self.said[sentence,].add(run.answer)
        if page not in WORKED:
            for view, numbers in run.views.items():
                self.said[page, sentence, view].add(numbers)
        self.compared += (run.answer is not None) + len(run.views)


def visit_repeatedly(address: str, until: float, seed: int, crowd_log: CrowdLog) -> None:
    """Visit random pages and type sentences until a time; record every run."""
    chance = random.Random(seed)
    time.sleep(chance.uniform(0, THINK))
    while time.monotonic() < until:
        visitor = Visitor(address)
        page = chance.choice(PAGES).name
        sentence = chance.choice(SENTENCES)
        run = visitor.open("" if page == FRONT else page, source=sentence, to="fr")
        crowd_log.loads.append(run.seconds)
        crowd_log.sizes.append(run.size)
        crowd_log.record_run(page, sentence, run)
        for _ in range(3):
            time.sleep(min(chance.expovariate(1 / THINK), 4 * THINK))
            if time.monotonic() > until:
                break
            sentence = chance.choice(SENTENCES)
            run = visitor.type("source", sentence)
            crowd_log.edits.append(run.seconds)
            crowd_log.record_run(page, sentence, run)
        visitor.close()


def _wait_percentiles(action: str, seconds: list[float]) -> dict[str, float]:
    """Return the count of an act, and the median and 95th percentile of its seconds."""
    if len(seconds) < 2:
        raise ValueError(f"{len(seconds)} {action}s are too few: let more visitors in, or longer")
    p50, p95 = statistics.median(seconds), _p95(seconds)
    return {
        f"{action}s": len(seconds),
        f"{action} p50": round(p50, 3),
        f"{action} p95": round(p95, 3),
    }


def measure_crowd(visitors: int, seconds: float, replicas: int = 1) -> dict[str, float]:
    """Start servers, run the visitors against them, and return the measurements by name.

    Raises:
        ValueError: if there are too few acts for a median.
    """
    servers = [serve() for _ in range(replicas)]
    processes = [process.pid for process, _ in servers]
    try:
        for _, address in servers:
            _warm_up(address)
        crowd_log, before, used = (
            CrowdLog(),
            total_memory(*processes),
            total_cpu_seconds(*processes),
        )
        until = time.monotonic() + seconds
        threads = [
            threading.Thread(
                target=visit_repeatedly, args=(servers[seed % replicas][1], until, seed, crowd_log)
            )
            for seed in range(visitors)
        ]
        for thread in threads:
            thread.start()
        time.sleep(seconds - 1)
        during = total_memory(*processes)
        for thread in threads:
            thread.join()
        acts = len(crowd_log.loads) + len(crowd_log.edits)
        return {
            "visitors": visitors,
            "replicas": replicas,
            "seconds": seconds,
            **_wait_percentiles("load", crowd_log.loads),
            **_wait_percentiles("edit", crowd_log.edits),
            "CPU ms an act": round(1000 * (total_cpu_seconds(*processes) - used) / acts, 1),
            "kB a load": round(statistics.fmean(crowd_log.sizes) / 1000, 1),
            "MB before": round(before, 1),
            "MB a visitor": round((during - before) / visitors, 2),
            "compared": crowd_log.compared,
            "mix-ups": sum(len(told) > 1 for told in crowd_log.said.values()),
            "unanswered": crowd_log.unanswered,
            "failures": crowd_log.failures,
        }
    finally:
        for process, _ in servers:
            process.terminate()
            process.wait()


def _warm_up(address: str) -> None:
    """Warm up a server: load what all visitors share, and fill the bounded caches."""
    for page, sentence in zip(2 * PAGES, cycle(SENTENCES), strict=False):
        visitor = Visitor(address)  # a link's sentence counts only at the start of a visit
        visitor.open("" if page.name == FRONT else page.name, source=sentence, to="fr")
        visitor.close()


def _p95(values: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


def total_memory(*processes: int) -> float:
    """Return the total resident memory of some processes in MB."""
    status = [Path(f"/proc/{process}/status").read_text() for process in processes]
    return sum(int(text.partition("VmRSS:")[2].split()[0]) for text in status) / 1024


def total_cpu_seconds(*processes: int) -> float:
    """Return the total CPU seconds that some processes have used."""
    stats = [Path(f"/proc/{process}/stat").read_text() for process in processes]
    fields = [stat.rpartition(")")[2].split() for stat in stats]
    return sum(
        int(user) + int(system) for *_, user, system in (f[:13] for f in fields)
    ) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure the visitors, print the result, and write it beside this file."""
    name = "python -m benchmarks.visitors"
    parser = argparse.ArgumentParser(prog=name, description=__doc__.partition("\n")[0])
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--replicas", type=int, default=1)
    options = parser.parse_args()
    with exit_with_message(parser):
        found = measure_crowd(options.visitors, options.seconds, options.replicas)
    for name, value in found.items():
        aim = f"  (aim: at most {AIMS[name]:g})" if name in AIMS else ""
        print(f"{name:>16} {value:g}{aim}")
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
