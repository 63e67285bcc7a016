"""What the programs that measure have in common."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def exit_with_message(parser: argparse.ArgumentParser) -> Iterator[None]:
    """Let a program that cannot go on end with one sentence instead of a traceback.

    Args:
        parser: of its command line; its name begins the sentence.
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
