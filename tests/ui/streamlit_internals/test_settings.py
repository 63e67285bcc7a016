"""What protects visitors holds without a file of settings."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from streamlit import config

from tests.server import ROOT, free_port
from ui.streamlit_internals.settings import (
    SETTINGS,
    check_settings_readable,
    set_streamlit_options,
)


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

    text = (Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text()
    written = tomllib.loads(text)
    for name, value in SETTINGS.items():
        section, key = name.split(".")
        assert written[section][key] == value


def test_settings_that_may_not_be_read_are_named_with_the_reason(tmp_path):
    here, none = tmp_path / "config.toml", tmp_path / "none" / "secrets.toml"
    here.touch()
    check_settings_readable([str(here), str(none)])
    below_a_file = str(here / "secrets.toml")
    with pytest.raises(ValueError, match=r"config\.toml/secrets\.toml can't be read \(Not a dir"):
        check_settings_readable([str(none), below_a_file])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_folder_of_settings_that_is_closed_is_told_too(tmp_path):
    for path in (tmp_path, *tmp_path.parents):
        if path.owner() == "root" and path.stat().st_mode & 0o777 == 0o700:
            path.chmod(0o755)
    closed = tmp_path / ".streamlit"
    closed.mkdir(mode=0)
    os.seteuid(65_534)
    try:
        with pytest.raises(ValueError, match="Permission denied"):
            check_settings_readable([str(closed / "secrets.toml")])
    finally:
        os.seteuid(0)


def test_the_server_ends_in_a_sentence_before_anybody_can_reach_it(tmp_path):
    (tmp_path / ".streamlit").touch()  # no folder, so nothing below can be read
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
    options = ["--server.headless=true", f"--server.port={free_port()}"]
    ended = subprocess.run(
        [*command, *options],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 1
    assert "can't be read (Not a directory), so the server doesn't start" in ended.stderr
    assert "Traceback" not in ended.stderr
