"""How the server's memory is handed out."""

import ctypes
import sys

M_ARENA_MAX = -8  # of glibc's malloc.h
HEAPS = 2


def share() -> None:
    """Let all threads share two heaps, where the C library is glibc.

    Each run of a page has a thread of its own. By itself glibc gives up to eight heaps for each
    core to them, and what was freed in one is of no use in another: with ten visitors at a time
    that took 150 MB more.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(M_ARENA_MAX, HEAPS)
