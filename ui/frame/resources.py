"""What the server takes of its machine: memory and open files."""

import ctypes
import sys

if sys.platform != "win32":
    import resource

M_ARENA_MAX = -8  # of glibc's malloc.h
HEAPS = 2
# Of each session: its connection, and the three that Streamlit's event loop for it takes.
FILES_OF_A_SESSION = 4
LEFT = 128  # sessions whose connection broke, which Streamlit keeps for two minutes
OTHER_FILES = 400  # requests under way, libraries, the log
ACCEPTED = 2_048  # connections that asyncio takes at a time, before any can be refused


def share_heaps() -> None:
    """Limit glibc to two malloc arenas for all threads.

    Each run of a page has a thread of its own. By itself glibc gives up to eight heaps for each
    core to them, and what was freed in one is of no use in another: with ten visitors at a time
    that took 150 MB more.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(M_ARENA_MAX, HEAPS)


def give_back() -> None:
    """Return free heap memory to the system (glibc's malloc_trim).

    It keeps what lies between pieces that are still in use. Measured: after forty answers of 30 MB
    that nobody read, the server held 1.9 GB for as long as one looked.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "malloc_trim"):
        library.malloc_trim(0)


def allow_files(visitors: int) -> None:
    """Raise the limit of open files to what so many visitors need.

    Many systems begin with 1,024, which 200 visitors who reload their pages exceed.
    """
    if sys.platform == "win32":
        return
    wanted = FILES_OF_A_SESSION * (visitors + LEFT) + OTHER_FILES + ACCEPTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
