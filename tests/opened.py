"""The app without a browser: every page through the real frame."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest, local_script_runner
from streamlit.util import calc_hash

from tests.given import read_data
from ui.contents import FRONT, find_page

ROOT = Path(__file__).parents[1]
# Which installed packages bring components: each opened app would look through all of them.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

_stop = local_script_runner.require_widgets_deltas


def _wait(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
    """Sleep until the script has ended; Streamlit asks a thousand times a second, while it runs."""
    runner._script_thread.join(timeout)
    if not runner.script_stopped():
        _stop(runner, timeout=0)  # says that it took too long


local_script_runner.require_widgets_deltas = _wait


@pytest.fixture(scope="session")
def open_page() -> Callable[..., AppTest]:
    """Return a function that opens a page, with widgets set as a link would set them.

    All its sections are open unless ``sections`` says otherwise.
    """

    def open_page(name: str, **parameters: str) -> AppTest:
        app = AppTest.from_file(str(ROOT / "ui/frame/shell.py"), default_timeout=300)
        app.query_params.update({"sections": "all"} | parameters)
        if name != FRONT:
            app._page_hash = calc_hash(name)  # as a browser asks for it; switch_page needs a run
        return app.run()

    return open_page


@pytest.fixture(scope="session")
def go() -> Callable[[AppTest, str], AppTest]:
    """Return a function that goes on to another page, as a link of the menu does."""

    def go(app: AppTest, name: str) -> AppTest:
        return app.switch_page(f"../../pages/{find_page(name).section}/{name}/page.py").run()

    return go


@pytest.fixture(scope="session")
def data_of() -> Callable[[AppTest, str], dict]:
    """Return a function that reads the data a view was given, by a part of its key."""

    def data_of(app: AppTest, key: str) -> dict:
        found = [
            read_data(view)
            for view in app.get("bidi_component")
            if key in view.proto.id or view.proto.component_name == key
        ]
        assert found, f"no view {key!r} on the page"
        return found[0]

    return data_of
