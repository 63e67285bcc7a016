"""Make a release, all but the push: ``make release VERSION=2.0.0``.

A clean tree on which every gate passes gets its version and date, the notes of the changelog, the
wheel, the live edition as an archive, their checksums, a commit and a tag. What refuses says so in
one sentence, and the tree is then as it was.
"""

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

CITATION, CHANGES, DIST, SITE = (
    Path("CITATION.cff"),
    Path("CHANGELOG.md"),
    Path("dist"),
    Path("site"),
)
NEXT = "## Next\n"


class ReleaseRefused(Exception):
    """A release is not possible; the message says why in a sentence."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Release the version that the command line names, in the current folder."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make release")
    parser.add_argument("version", help="such as 2.0.0")
    version = parser.parse_args(arguments).version
    try:
        check_ready(version)
        notes = write_version(version, date.today())
        try:
            build_release(version, notes)
            run_git("commit", "--quiet", "--all", "--message", f"Glass Transformer {version}")
            run_git("tag", "--annotate", f"v{version}", "--message", notes)
        except BaseException:
            run_git("checkout", "--quiet", "--", str(CITATION), str(CHANGES))
            shutil.rmtree(DIST, ignore_errors=True)
            raise
    except ReleaseRefused as reason:
        sys.exit(f"Not released: {reason}")
    print(f"{DIST}/ and the tag v{version} are ready. git push --follow-tags publishes them.")


def check_ready(version: str) -> None:
    """Check version, working tree, changelog and all gates before a release; change nothing.

    Raises:
        Refusal: if one of the checks fails.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseRefused(
            f"a version has three numbers, such as 2.0.0, and {version!r} has not."
        )
    if version_key(version) <= version_key(current_version()):
        raise ReleaseRefused(f"{version} is not higher than {current_version()}.")
    if run_git("status", "--porcelain"):
        raise ReleaseRefused("there are changes that are not committed.")
    if f"v{version}" in run_git("tag").split():
        raise ReleaseRefused(f"there is a tag v{version} already.")
    if not unreleased_notes():
        raise ReleaseRefused(f'{CHANGES} says nothing below "Next".')
    for target in ("check", "test"):
        run_make(target)


def current_version() -> str:
    """Return the current version, from CITATION.cff."""
    return re.findall(r"^version: (.+)$", CITATION.read_text(encoding="utf-8"), re.MULTILINE)[0]


def version_key(version: str) -> list[int]:
    """Return a version's numbers, by which versions are compared."""
    return [int(number) for number in version.split(".")]


def unreleased_notes() -> str:
    """Return the changelog's text below "Next"."""
    _, found, rest = CHANGES.read_text(encoding="utf-8").partition(NEXT)
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0].strip() if found else ""


def write_version(version: str, today: date) -> str:
    """Write version and date into CITATION.cff and the changelog; return the notes."""
    notes = unreleased_notes()
    citation = CITATION.read_text(encoding="utf-8")
    citation = re.sub(r"(?m)^version: .+$", f"version: {version}", citation)
    citation = re.sub(r"(?m)^date-released: .+$", f"date-released: {today}", citation)
    CITATION.write_text(citation, encoding="utf-8")
    changes = CHANGES.read_text(encoding="utf-8")
    CHANGES.write_text(changes.replace(NEXT, f"## {version} ({today})\n"), encoding="utf-8")
    return notes


def build_release(version: str, notes: str) -> None:
    """Build the wheel, the live edition, the notes and their checksums into ``dist``."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    run_make("wheel")
    run_make("site")
    shutil.make_archive(str(DIST / f"glass-transformer-live-{version}"), "zip", SITE)
    (DIST / "notes.md").write_text(notes + "\n", encoding="utf-8")
    files = sorted(path for path in DIST.iterdir() if path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def run_make(target: str) -> None:
    """Run a target of the Makefile.

    Raises:
        Refusal: if the target fails.
    """
    if subprocess.run(["make", target]).returncode:
        raise ReleaseRefused(f"make {target} failed.")


def run_git(*arguments: str) -> str:
    """Run git and return its output."""
    done = subprocess.run(["git", *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    main()
