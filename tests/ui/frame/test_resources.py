"""Threads share two heaps, and there are enough open files for all visitors."""

import ctypes
import subprocess
import sys

import pytest

from tests.server import ROOT
from ui.frame.resources import MAX_ARENAS

THREADS = 6
PROGRAM = f"""
import ctypes, sys, threading
from ui.frame import resources
if sys.argv[1] == "shared":
    resources.limit_malloc_arenas()
library, all_here = ctypes.CDLL(None), threading.Barrier({THREADS + 1})

def take():
    library.malloc(1000)
    all_here.wait()
    all_here.wait()

for _ in range({THREADS}):
    threading.Thread(target=take).start()
all_here.wait()
library.malloc_stats()
all_here.wait()
"""


def heaps_of(program):
    command = [sys.executable, "-c", PROGRAM, program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stderr.count("Arena ")


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_stats"),
    reason="only glibc can be asked",
)
def test_all_threads_of_the_server_share_two_heaps():
    assert heaps_of("shared") <= MAX_ARENAS < heaps_of("by itself")


ASKED = """
import resource, sys
from ui.frame import resources
soft, hard, visitors = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
resources.raise_open_file_limit(visitors)
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
@pytest.mark.parametrize(
    ("soft", "hard", "visitors", "allowed"),
    [
        (300, 4_000, 200, 4 * (200 + 128) + 400 + 2_048),
        (300, 1_000, 200, 1_000),
        (3_900, 4_000, 200, 3_900),
    ],
    ids=["as many as visitors need", "no more than the system lets us", "never fewer"],
)
def test_the_server_asks_for_the_open_files_its_visitors_need(soft, hard, visitors, allowed):
    command = [sys.executable, "-c", ASKED, *map(str, (soft, hard, visitors))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) == allowed
