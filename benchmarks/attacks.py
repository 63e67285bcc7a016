"""What others notice while one client attacks: ``python -m benchmarks.attacks``.

A server, three visitors from one address who open a page and type, and one attack after the other
from another address (see ``tests.hostile_load``). A row says how long others waited in the median
beside the quiet time before it, and at worst; the slowest answer of the health check; what the
server holds in memory, and what it wrote into its log, in kB a minute.
"""

import argparse
import statistics
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from multiprocessing import get_context

from benchmarks.visitors import SENTENCES, total_memory
from tests.hostile_load import ATTACKS, run
from tests.protocol import Visitor
from tests.server import serve

PAGES = ("next_token", "tokenization", "masking")
THINK = 0.3  # seconds between two acts
AIMS = {"ratio": 2.0, "worst": 1.0, "MB": 1500, "log kB/min": 100}
HEAD = "| attack | others' median s | ratio | worst s | health s | refused | MB | log kB/min |"


@dataclass
class HarmlessVisitors:
    """Waiting times and refusals that harmless visitors notice."""

    address: str
    waits: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    refused: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def visit_repeatedly(self, page: str) -> None:
        """Open a page and type sentences until the run is over."""
        number = 0
        while not self.over.is_set():
            began = time.monotonic()
            try:
                visitor = Visitor(self.address)
                sentence = SENTENCES[number % 4]
                visitor.open(page, source=sentence, to="fr")
                self.waits.append(time.monotonic() - began)
                for _ in range(3):
                    self.over.wait(THINK)
                    number += 1
                    self.waits.append(visitor.type("source", SENTENCES[number % 4]).seconds)
                visitor.close()
            except Exception:
                self.refused += 1
                self.waits.append(time.monotonic() - began)
            self.over.wait(THINK)

    def poll_health(self) -> None:
        """Poll the server's health check five times a second and record its times."""
        while not self.over.wait(0.2):
            began = time.monotonic()
            try:
                urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=60).read()
            except OSError:
                self.refused += 1
            self.health.append(time.monotonic() - began)


def measure_visitors(address: str, seconds: float, attack: str | None = None) -> HarmlessVisitors:
    """Let harmless visitors in for some seconds, with or without an attack; return their record."""
    others = HarmlessVisitors(address)
    threads = [threading.Thread(target=others.visit_repeatedly, args=[page]) for page in PAGES]
    threads += [threading.Thread(target=others.poll_health)]
    for thread in threads:
        thread.start()
    process = attack and get_context("spawn").Process(target=run, args=[attack, address, seconds])
    if process:
        process.start()
        process.join(seconds + 60)
        process.kill()
    else:
        time.sleep(seconds)
    others.over.set()
    for thread in threads:
        thread.join()
    return others


def main() -> None:
    """Run the attacks one after the other and print a table row for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="parts of names of attacks; all, if none")
    parser.add_argument("--seconds", type=float, default=8)
    options = parser.parse_args()
    names = [n for n in ATTACKS if not options.names or any(part in n for part in options.names)]
    with tempfile.TemporaryFile("w+") as log:
        process, address = serve(log=log)
        try:
            measure_visitors(address, 4)  # warm
            print(HEAD, "|---" * HEAD.count(" | ") + "|---|", sep="\n", flush=True)
            quiet = measure_visitors(address, options.seconds)
            before = log.seek(0, 2)
            _print_row("quiet", quiet, quiet, process.pid, 0, options.seconds)
            for name in names:
                began = time.monotonic()
                seen = measure_visitors(address, options.seconds, name)
                size = log.seek(0, 2)
                took = time.monotonic() - began
                _print_row(name, seen, quiet, process.pid, size - before, took)
                before = size
                time.sleep(2)
            time.sleep(5)
            quiet = measure_visitors(address, options.seconds)
            _print_row("quiet again", quiet, quiet, process.pid, log.seek(0, 2) - before, 10)
        finally:
            process.kill()
            process.wait()


def _print_row(
    name: str,
    seen: HarmlessVisitors,
    quiet: HarmlessVisitors,
    server: int,
    log: int,
    seconds: float,
) -> None:
    """Print a row of the table: waits, health, refusals, memory and log."""
    median = statistics.median(seen.waits)
    print(
        f"| {name} | {median:.3f} | {median / statistics.median(quiet.waits):.1f} "
        f"| {max(seen.waits):.2f} | {max(seen.health):.2f} | {seen.refused} "
        f"| {total_memory(server):.0f} | {log / 1000 * 60 / seconds:.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
