"""One thread, as each visitor of the app has; OMP_NUM_THREADS names another number of them.

Every run is the same: each test begins at the same chance, whichever tests ran before it.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import jaxtyping
import plotly.graph_objects as go
import pytest
import torch
from hypothesis import HealthCheck, settings
from jaxtyping import install_import_hook

from ui.figures.figure import Figure

os.environ.setdefault("OMP_NUM_THREADS", "1")  # in the processes that tests start
THREADS = int(os.environ["OMP_NUM_THREADS"])
torch.set_num_threads(THREADS)

# What pages compute and draw: every tensor is checked against its annotation, as in model.
ROOT = Path(__file__).parents[1]
CHECKED = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for name in ("compute", "figures")
    for path in ROOT.glob(f"pages/*/*/{name}*")
]
install_import_hook(CHECKED, "beartype.beartype")
# But not in tests that open pages or train for hundreds of steps: what they call is checked where
# it is tested, and a check takes as long again as the small tensors themselves. The pages' own
# functions are checked by tests/ui/test_all_pages.py, too, which opens each with all its sections.
UNCHECKED = (
    "tests/audit/",
    "tests/examples/",
    "tests/model/test_arguments.py",  # gives wrong things on purpose, which the door refuses
    "tests/model/robustness/",
    "tests/model/small/test_translator.py",
    "tests/model/training/test_loop.py",
    "tests/model/training/test_precision.py",
    "tests/model/training/test_record.py",
    "tests/pages/background/questions/",
    "tests/pages/decoder/cross_attention/test_message.py",
    "tests/pages/test_",
    "tests/plain/",
    "tests/test_hostile.py",
    "tests/ui/choices/",
    "tests/ui/frame/",
    "tests/ui/lesson/",
    "tests/ui/locales/",
    "tests/ui/views/",
)

# What make quick leaves out: tests that drive a browser or a server, or open a page of their
# own, but not those that open each page once; and these, which train, or work for seconds.
HEAVY = {"browser", "address", "open_page", "visit", "wheel"}
SLOW = (
    "tests/audit/",
    "tests/examples/",
    "tests/model/attribution/test_referee.py",
    "tests/model/census/",
    "tests/model/changes/test_steering.py",
    "tests/model/data/",
    "tests/model/flow/test_flows.py",
    "tests/model/flow/test_table.py",
    "tests/model/robustness/",
    "tests/model/small/",
    "tests/model/teach/",
    "tests/model/training/",
    "tests/pages/background/after_2017/test_compute_races.py",
    "tests/pages/background/questions/asks/test_questions.py",
    "tests/pages/start/tour/test_as_files.py",
    "tests/pages/test_",
    "tests/pages/training/",
    "tests/plain/",
    "tests/pseudo/",
    "tests/test_hostile.py",
    "tests/ui/lesson/",
)
ONCE = "tests/ui/test_all_pages.py"

# What takes longest begins first, so that in the end no process works on alone.
LONG = (
    "tests/ui/frame/tour/test_browser.py",
    "tests/ui/frame/test_every_page.py",
    "tests/test_package.py",
    "tests/ui/test_all_pages.py",
    "tests/ui/locales/test_leaks.py",
    "tests/pages/background/questions/asks/test_questions.py",
    "tests/model/training/",
    "tests/audit/",
)

# The same tries at each run, however slow the machine; python -m tests.hostile makes others.
PATIENT = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=PATIENT)
settings.load_profile("same")

pytest_plugins = ["tests.tiny", "tests.opened", "tests.browser", "tests.offline", "tests.marian"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes longer than somebody waits who has changed a line; put it first."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))
    for item in items:
        heavy = HEAVY & set(getattr(item, "fixturenames", ())) and not item.nodeid.startswith(ONCE)
        if heavy or item.nodeid.startswith(SLOW):
            item.add_marker("slow")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Forget what the tests before have drawn from the common sources of chance."""
    unchecked = item.nodeid.startswith(UNCHECKED) or "/test_page.py::" in item.nodeid
    jaxtyping.config.update("jaxtyping_disable", unchecked)
    random.seed(0)
    torch.manual_seed(0)
    torch.set_num_threads(THREADS)  # programs that a test ran have chosen their own


@pytest.fixture(autouse=True, scope="session")
def _plotly_takes_each_figure() -> Iterator[None]:
    """Pass each figure that a page draws through Plotly's classes, which refuse what is wrong."""
    plain = Figure.to_dict

    def check(figure: Figure) -> dict[str, object]:
        said = plain(figure)
        go.Figure(said)
        return said

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "to_dict", check)
        yield
