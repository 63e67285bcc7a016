"""Memory and open files of the server process."""

import ctypes
import sys

if sys.platform != "win32":
    import resource

M_ARENA_MAX = -8  # of glibc's malloc.h
MAX_ARENAS = 2
# File descriptors of a session: its connection, and three of its Streamlit event loop.
FILES_OF_A_SESSION = 4
BROKEN_SESSIONS = 128  # disconnected sessions, which Streamlit keeps for two minutes
OTHER_FILES = 400  # requests under way, libraries, the log
ACCEPT_BACKLOG = 2_048  # connections that asyncio accepts at a time, before any can be refused


def limit_malloc_arenas() -> None:
    """Limit glibc to two malloc arenas for all threads.

    Each run of a page has its own thread. By default glibc uses up to eight arenas per core, and
    memory freed in one cannot be reused by another: 150 MB more with ten visitors at a time.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(M_ARENA_MAX, MAX_ARENAS)


def trim_heap() -> None:
    """Return free heap memory to the operating system (glibc's malloc_trim).

    glibc keeps memory that lies between blocks in use. Measured: after forty responses of 30 MB
    that no client read, the server kept 1.9 GB.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "malloc_trim"):
        library.malloc_trim(0)


def raise_open_file_limit(visitors: int) -> None:
    """Raise the process's limit of open files to what this number of visitors needs.

    Many systems start at 1,024, which 200 visitors reloading their pages exceed.
    """
    if sys.platform == "win32":
        return
    wanted = FILES_OF_A_SESSION * (visitors + BROKEN_SESSIONS) + OTHER_FILES + ACCEPT_BACKLOG
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
