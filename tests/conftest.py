"""One thread, as each visitor of the app has: both sides of a test round their sums alike.

Every run is the same: each test begins at the same chance, whichever tests ran before it.
"""

import os
import random
from pathlib import Path

import pytest
import torch
from hypothesis import HealthCheck, settings
from jaxtyping import install_import_hook

os.environ["OMP_NUM_THREADS"] = "1"  # in the processes that tests start
torch.set_num_threads(1)

# What pages compute and draw: every tensor is checked against its annotation, as in model.
ROOT = Path(__file__).parents[1]
CHECKED = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for name in ("compute", "figures")
    for path in ROOT.glob(f"pages/*/*/{name}*")
]
install_import_hook(CHECKED, "beartype.beartype")

# The same tries at each run, however slow the machine; python -m tests.hostile makes others.
SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.load_profile("same")

# These take longest. They come first, so that the processes of `make test` end together.
LONG = (
    "pages/test_first_screen.py",
    "ui/frame/tour/test_browser.py",
    "ui/frame/test_bar.py",
    "audit/test_audit.py",
    "pages/test_progress.py",
    "pages/output/decoding/test_browser.py",
    "ui/frame/test_every_page.py",
    "ui/frame/test_browser.py",
    "model/training/test_loop.py",
    "model/training/test_training_together.py",
    "tests/test_hostile.py",
    "pages/test_own_models.py",
    "pages/test_walk.py",
)

pytest_plugins = ["tests.tiny", "tests.opened", "tests.browser", "tests.marian"]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget what the tests before have drawn from the common sources of chance."""
    random.seed(0)
    torch.manual_seed(0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; all others stay as they were."""

    def place(item: pytest.Item) -> int:
        path = item.path.as_posix()
        return next((n for n, name in enumerate(LONG) if path.endswith(name)), len(LONG))

    items.sort(key=place)
