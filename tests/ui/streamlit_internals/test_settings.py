"""What protects visitors holds without a file of settings."""

import pytest
from streamlit import config

from ui.streamlit_internals.settings import SETTINGS, set_streamlit_options


@pytest.fixture
def forgotten():
    """Let Streamlit have the opposite of each setting, and afterwards what it had."""
    before = {name: config.get_option(name) for name in SETTINGS}
    for name, value in SETTINGS.items():
        config.set_option(name, not value, "a test")
    yield
    for name, value in before.items():
        config.set_option(name, value, "a test")


def test_no_usage_statistics_and_no_tracebacks_though_no_file_says_so(forgotten):
    set_streamlit_options()
    assert config.get_option("browser.gatherUsageStats") is False
    assert config.get_option("client.showErrorDetails") == "type"
    assert {name: config.get_option(name) for name in SETTINGS} == SETTINGS


def test_the_file_says_the_same(forgotten):
    """``.streamlit/config.toml`` is read by Streamlit before the app is."""
    import tomllib
    from pathlib import Path

    text = (Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text()
    written = tomllib.loads(text)
    for name, value in SETTINGS.items():
        section, key = name.split(".")
        assert written[section][key] == value
