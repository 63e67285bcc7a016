"""A progress bar, shown if the optional package ``tqdm`` is installed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec


@contextmanager
def progress_bar(
    item_count: int | None = None, unit: str = " texts"
) -> Iterator[Callable[[int], object]]:
    """Yield a function that advances a progress bar by a count; without tqdm it does nothing.

    Args:
        item_count: the count at the end, if known.
        unit: the unit of the count.
    """
    if find_spec("tqdm") is None:
        yield lambda count: None
        return
    from tqdm import tqdm

    with tqdm(total=item_count, unit=unit, delay=1, leave=False) as bar:
        yield bar.update
