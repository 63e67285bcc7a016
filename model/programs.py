"""Error handling shared by the command-line programs."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def exit_with_message(parser: argparse.ArgumentParser) -> Iterator[None]:
    """Exit with a one-line message on ValueError, OSError or Ctrl-C, instead of a traceback.

    Args:
        parser: the program's parser; its name begins the message.
    """
    try:
        yield
    except ValueError as error:
        sys.exit(f"{parser.prog}: {error}")
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else error
        sys.exit(f"{parser.prog}: {what}")
    except KeyboardInterrupt:
        sys.exit(130)
