"""Threads share two heaps."""

import ctypes
import subprocess
import sys

import pytest

from tests.server import ROOT
from ui.frame.heaps import HEAPS

THREADS = 6
PROGRAM = f"""
import ctypes, sys, threading
from ui.frame import heaps
if sys.argv[1] == "shared":
    heaps.share()
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
    assert heaps_of("shared") <= HEAPS < heaps_of("by itself")
