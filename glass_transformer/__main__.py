"""Start the app: ``glass-transformer``, or ``python -m glass_transformer``."""

import argparse
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from model.version import __version__

HERE = Path(__file__).parent
ROOT = HERE if (HERE / "app.py").exists() else HERE.parent  # installed, or in the repository


def main(arguments: Sequence[str] | None = None) -> None:
    """Start the app's server or, with ``--lesson``, write a lesson as web pages.
    This is the command line program ``glass-transformer``.

    Args:
        arguments: the words after the program's name; None for those of this process.
    """
    parser = argparse.ArgumentParser("glass-transformer", description=__doc__.partition(":")[0])
    parser.add_argument("--port", type=int, default=8501, help="where it listens: 8501")
    parser.add_argument("--address", default="localhost", help="of this machine: localhost")
    parser.add_argument("--model", type=Path, help="a folder of your own, instead of the shipped")
    parser.add_argument("--lesson", type=Path, help="write this lesson as a folder, and end")
    parser.add_argument("--out", type=Path, help="the folder of the lesson")
    parser.add_argument("--version", action="version", version=__version__)
    options = parser.parse_args(arguments)
    if options.model:
        if not options.model.is_dir():
            parser.error(f"there is no folder {options.model}")
        os.environ["GLASS_MODEL"] = str(options.model.resolve())
    if options.lesson:
        write_lesson(parser, options)
    else:
        if fault := port_error(options.address, options.port):
            parser.error(fault)
        serve(options.port, options.address)


def write_lesson(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Write a lesson to a folder of web pages, and to a zip file beside the folder.

    Args:
        parser: ends the process with an error message if no folder is given.
        options: the parsed command line; ``lesson`` is the lesson's file, ``out`` the folder.
    """
    from ui.lesson.__main__ import main as lesson

    if not options.out:
        parser.error("--lesson needs --out FOLDER")
    lesson([str(options.lesson), "--out", str(options.out)])


def port_error(address: str, port: int) -> str:
    """Return why the server cannot listen on a port, as a message; "" if it can."""
    if not 0 <= port < 1 << 16:
        return f"port {port} is none: they go from 0 to 65535"
    try:
        [(family, *_, place), *_] = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(place)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        return f"port {port} of {address} cannot be had: {reason}"
    return ""


def serve(port: int, address: str) -> None:
    """Replace this process by the app's Streamlit server."""
    os.chdir(ROOT)
    server = [f"--server.port={port}", f"--server.address={address}", "--server.headless=true"]
    print(f"Glass Transformer on http://{address}:{port} (Ctrl+C ends it)", flush=True)
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), *server]
    os.execv(sys.executable, command)


if __name__ == "__main__":
    main()
