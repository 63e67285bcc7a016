"""A bar that says how far work of many texts is, where ``tqdm`` is installed; nothing needs it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec


@contextmanager
def progress(total: int | None = None, unit: str = " texts") -> Iterator[Callable[[int], object]]:
    """Yield what is told how much more is done; a bar appears after a second, and goes at the end.

    Args:
        total: how much there is to do, if that is known.
        unit: what is counted.
    """
    if find_spec("tqdm") is None:
        yield lambda count: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, delay=1, leave=False) as bar:
        yield bar.update
