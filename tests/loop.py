"""Coroutines in tests, run in a thread of their own: browser tests keep a loop in this one."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def in_a_loop(work: Coroutine[object, object, T]) -> T:
    """Return what a coroutine comes to."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(asyncio.run, work).result()
