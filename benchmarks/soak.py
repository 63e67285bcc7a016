"""Many visitors for an hour, some of them hostile: ``python -m benchmarks.soak --minutes 60``.

Twelve visitors look at the heaviest pages, all sections open, and type; three are hostile: they say
nonsense with views and controls, type and link what ``tests.hostile`` draws, and send what no page
ever sends. A line each minute says what the server holds. It passes if at the end its memory is at
most 1.3 times what it was after ten minutes, and its descriptors in the last ten minutes at most
1.2 times those of the ten after the first, if no page failed, and if the log has no traceback.
Medians of descriptors are compared: Streamlit keeps a session for two minutes after its visitor has
left, and with it three descriptors, so a single minute says little.
"""

import argparse
import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.visitors import SENTENCES, total_memory
from tests import hostile, hostile_protocol, hostile_views
from tests.protocol import Visitor
from tests.server import serve

HEAVY = (
    "patch_it", "head_census", "why_attention", "who_contributed", "trace_it", "cross_attention",
    "decoding", "next_token", "embedding", "after_2017", "learning", "multi_head",
)  # fmt: skip
THINK = 6.0  # seconds between two acts of a visitor, on average
WARM_UP_MINUTES = 10.0  # minutes after which all caches are full
MEMORY, DESCRIPTORS = 1.3, 1.2  # largest allowed growth since then


@dataclass
class SoakRun:
    """A soak run: the server under test, its end, and what the visitors recorded.

    Args:
        address: address of the server.
        until: when visitors leave, by the monotonic clock.
    """

    address: str
    until: float
    seconds: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    said: int = 0  # number of hostile messages, texts and links

    @property
    def is_running(self) -> bool:
        """Whether the run has not reached its end."""
        return time.monotonic() < self.until


def visit_heavy_page(soak_run: SoakRun, generator: random.Random) -> None:
    """Visit a heavy page and type three sentences; record times and failures."""
    page, visitor = generator.choice(HEAVY), Visitor(soak_run.address)
    runs = [visitor.open(page, source=generator.choice(SENTENCES), to="fr", sections="all")]
    for _ in range(3):
        time.sleep(min(generator.expovariate(1 / THINK), 4 * THINK))
        if soak_run.is_running:
            words = generator.choice(SENTENCES).split()
            generator.shuffle(words)  # a new sentence, which no cache holds
            runs.append(visitor.type("source", " ".join(words)))
    visitor.close()
    soak_run.seconds += [run.seconds for run in runs]
    soak_run.failed += [page for run in runs if run.failed]


def fuzz_controls(soak_run: SoakRun, generator: random.Random) -> None:
    """Send nonsense from all views and controls of a page."""
    pages = [generator.choice(HEAVY)]
    *counts, failed = hostile_views.say_nonsense(
        soak_run.address, pages, 1, generator.randrange(2**32)
    )
    soak_run.said += sum(counts)
    soak_run.failed += map(str, failed)


def send_hostile_input(soak_run: SoakRun, generator: random.Random) -> None:
    """Type texts and open links as careless and hostile people do."""
    asked = argparse.Namespace(seed=generator.random(), texts=25, links=10)
    soak_run.failed += map(str, hostile.typed_and_linked(soak_run.address, asked))
    soak_run.said += asked.texts + asked.links


def send_invalid_requests(soak_run: SoakRun, generator: random.Random) -> None:
    """Send messages and requests that are refused, and hold silent connections."""
    for ask in (hostile_protocol.obeyed, hostile_protocol.answered):
        count, taken = ask(soak_run.address)
        soak_run.said += count
        soak_run.failed += taken
    hostile_protocol.held(soak_run.address, 10, generator.uniform(0, 30))
    time.sleep(THINK)


def repeat_until_end(
    action: Callable[[SoakRun, random.Random], None], soak_run: SoakRun, seed: int
) -> None:
    """Repeat an act with a random generator of its own until the run ends."""
    generator = random.Random(seed)
    time.sleep(generator.uniform(0, THINK))
    while soak_run.is_running:
        try:
            action(soak_run, generator)
        except Exception as error:  # any error that a visitor meets counts as a failure
            soak_run.failed.append(f"{action.__name__}: {error!r}")
            time.sleep(THINK)


def measure_process(process: int) -> tuple[float, int]:
    """Return the resident memory of a process in MB and its number of open descriptors."""
    return total_memory(process), len(os.listdir(f"/proc/{process}/fd"))  # noqa: PTH208


def sample_each_minute(process: int, soak_run: SoakRun, minutes: float) -> list[tuple[float, int]]:
    """Print a line each minute; return memory and descriptors of each minute after warm-up."""
    settled, began = min(WARM_UP_MINUTES, minutes / 6), time.monotonic()
    kept: list[tuple[float, int]] = []
    print("minute     MB  descriptors  runs  p50 s  p95 s  hostile  failed", flush=True)
    while soak_run.is_running:
        time.sleep(min(60.0, minutes * 5, max(0.0, soak_run.until - time.monotonic())))
        passed, (memory, descriptors) = (time.monotonic() - began) / 60, measure_process(process)
        if passed >= settled:
            kept.append((memory, descriptors))
        recent = sorted(soak_run.seconds[-200:]) or [0.0]
        p50, p95 = statistics.median(recent), recent[int(0.95 * (len(recent) - 1))]
        print(
            f"{passed:6.1f} {memory:6.0f} {descriptors:12} {len(soak_run.seconds):5} {p50:6.2f}"
            f" {p95:6.2f} {soak_run.said:8} {len(soak_run.failed):7}",
            flush=True,
        )
    return kept


def main() -> None:
    """Run the visitors against a server and print how its memory and descriptors grew.

    Raises:
        SystemExit: if they grew too much, or if any visit failed.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--visitors", type=int, default=15, help="three of them are hostile")
    options = parser.parse_args()
    if not options.minutes > 0 or options.visitors < 1:
        parser.error("both --minutes and --visitors must be above 0")
    with tempfile.TemporaryFile("w+") as log:
        process, address = serve(log=log)
        try:
            soak_run = SoakRun(address, time.monotonic() + 60 * options.minutes)
            acts = [fuzz_controls, send_hostile_input, send_invalid_requests]
            acts += [visit_heavy_page] * (options.visitors - len(acts))
            threads = [
                threading.Thread(
                    target=repeat_until_end, args=(action, soak_run, seed), daemon=True
                )
                for seed, action in enumerate(acts)
            ]
            for thread in threads:
                thread.start()
            held = sample_each_minute(process.pid, soak_run, options.minutes)
            for thread in threads:
                thread.join(150)
            left = measure_process(process.pid)
        finally:
            process.terminate()
            process.wait()
        log.seek(0)
        tracebacks = log.read().count("Traceback")
    memory, descriptors = zip(*held, strict=True)
    few = max(1, len(held) // 5)
    first, last = statistics.median(descriptors[:few]), statistics.median(descriptors[-few:])
    ratios = memory[-1] / memory[0], last / first
    print(*sorted(set(soak_run.failed)), sep="\n")
    print(
        f"memory {memory[0]:.0f} to {memory[-1]:.0f} MB, {ratios[0]:.2f} times (at most {MEMORY})"
    )
    print(f"descriptors {first:.0f} to {last:.0f}: {ratios[1]:.2f} (at most {DESCRIPTORS})")
    print(f"after all had left: {left[0]:.0f} MB, {left[1]} descriptors")
    print(f"{len(soak_run.failed)} failures, {tracebacks} tracebacks in the log")
    if ratios[0] > MEMORY or ratios[1] > DESCRIPTORS or soak_run.failed or tracebacks:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
