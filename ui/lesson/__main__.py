"""Write a lesson: ``python -m ui.lesson lesson.toml --out folder``."""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from streamlit.config import get_option
from streamlit.logger import set_log_level

from ui.lesson.plan import read_plan
from ui.lesson.write import write_lesson
from ui.messages import use_locale


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the lesson that a plan file describes: the command ``python -m ui.lesson``.

    Args:
        arguments: arguments of the command; None: those that the program was started with.
    """
    parser = argparse.ArgumentParser("python -m ui.lesson", description=__doc__)
    parser.add_argument("lesson", type=Path, help="such as examples/lesson.toml")
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    live = "one page more, with the model, for sentences of one's own (23 MB)"
    parser.add_argument("--live", action="store_true", help=live)
    chosen = parser.parse_args(arguments)
    get_option("logger.level")  # reads the settings now, so that they do not reset the level later
    set_log_level("ERROR")  # no warnings about the missing browser
    began = time.monotonic()
    out = chosen.out.resolve()  # the zip beside it has its name, and "." has none
    if not out.name:
        sys.exit(f"{chosen.out} has no name, and the zip beside it would have none: name a folder.")
    try:
        plan = replace(read_plan(chosen.lesson), live=chosen.live)
        with use_locale(plan.language):
            write_lesson(plan, out, report=print)
    except ValueError as error:
        sys.exit(f"{error}.")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        sys.exit(f"The lesson cannot be written to {chosen.out}: {reason}.")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
