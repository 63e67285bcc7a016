"""Write the live edition: ``python -m ui.live --out site``."""

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from model import storage
from ui.live.single import write_single
from ui.live.site import read_edition, write_site
from ui.locales import ENGLISH, languages


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the live edition, which runs without a server: the command ``python -m ui.live``.

    Args:
        arguments: arguments of the command; None: those that the program was started with.
    """
    parser = argparse.ArgumentParser("python -m ui.live", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="a folder, or with --single a file")
    parser.add_argument("--model", type=Path, default=storage.MODEL, help="a folder of a model")
    parser.add_argument("--app", default="", help="address of the full app, to which pages lead")
    parser.add_argument("--replace", action="store_true", help="write a site anew")
    parser.add_argument("--single", action="store_true", help="one file, which opens from the disk")
    parser.add_argument("--lang", default=ENGLISH, choices=languages(), help="of that file")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.app and not re.match(r"https?://[^\s]+$", chosen.app):
            raise ValueError(
                f"--app is an address such as https://example.org/, not {chosen.app!r}"
            )
        app = f"{chosen.app.rstrip('/')}/" if chosen.app else ""
        edition = replace(read_edition(chosen.model), app=app)
        if chosen.single:
            write_single(chosen.out, edition, chosen.lang, report=print)
        else:
            write_site(chosen.out, edition, chosen.replace, report=print)
    except (ValueError, OSError) as error:
        sys.exit(f"{error}.")


if __name__ == "__main__":
    main()
