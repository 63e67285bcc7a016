"""The command announces an address only where it can listen."""

import socket
from contextlib import suppress

import pytest

from glass_transformer import __main__ as command


@pytest.fixture
def announced(monkeypatch, capsys):
    """Return a function that gives the command arguments, and returns what it did."""
    begun = []
    monkeypatch.setattr(command.os, "execv", lambda *given: begun.append(given))
    monkeypatch.setattr(command.os, "chdir", lambda folder: None)

    def start(*arguments):
        with suppress(SystemExit):
            command.main(arguments)
        told = capsys.readouterr()
        return bool(begun), told.out, told.err

    return start


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "99999"), "port 99999 is none"),
        (("--port", "-1"), "port -1 is none"),
        (("--address", "300.1.1.1"), "port 8501 of 300.1.1.1 cannot be had"),
        (("--address", "192.0.2.1"), "192.0.2.1 cannot be had"),
        (("--address", "a..b"), "a..b cannot be had"),
        (("--address", "x" * 70), "cannot be had"),
    ],
)
def test_an_address_that_is_none_ends_in_a_sentence(announced, arguments, said):
    begun, out, err = announced(*arguments)
    assert said in err
    assert "Traceback" not in err
    assert (begun, out) == (False, "")


def test_a_port_that_somebody_has_is_told_before_anything_is_announced(announced):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        begun, out, err = announced("--port", port, "--address", "127.0.0.1")
    assert "Address already in use" in err
    assert (begun, out) == (False, "")


def test_a_free_port_is_announced(announced):
    begun, out, _ = announced("--port", "0", "--address", "127.0.0.1")
    assert begun
    assert "127.0.0.1" in out
