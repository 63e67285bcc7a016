"""Requirements at an end of their ranges: ``python deploy/ranges.py oldest``, or ``newest``.

``python deploy/ranges.py lock`` prints the transitive requirements of requirements.txt at the
versions installed here: constraints.txt. All output is in pip's format.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]


def package_requirements() -> list[Requirement]:
    """Return the package's requirements from pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(map(Requirement, project["dependencies"]))


def pin_minimum_version(asked: Requirement) -> str:
    """Return a requirement pinned to the lower end of its range, such as "torch==2.6"."""
    [least] = [one.version for one in asked.specifier if one.operator == ">="]
    return f"{asked.name}=={least}"


def requirement_lines(file: str) -> list[str]:
    """Return the lines of a requirements file that name a package or an index."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if re.match(r"[a-z]|--", line)]


def transitive_requirements(name: str, extras: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the names of a package and of all its transitive requirements on this machine."""
    yield re.sub(r"[-_.]+", "-", name).lower()
    for text in distribution(name).requires or ():
        asked = Requirement(text)
        if asked.marker is None or any(
            asked.marker.evaluate({"extra": extra}) for extra in extras or {""}
        ):
            yield from transitive_requirements(asked.name, frozenset(asked.extras))


def lock_lines() -> list[str]:
    """Return pinned versions of what requirements.txt needs but does not name, sorted."""
    named = {
        Requirement(line).name for line in requirement_lines("requirements.txt") if line[0] != "-"
    }
    every = {one for name in named for one in transitive_requirements(name)} - named
    return [f"{name}=={distribution(name).version}" for name in sorted(every)]


def main(end: str) -> None:
    """Print the requirements: ``end`` is "oldest", "newest" or "lock"."""
    if end == "lock":
        print("# What requirements.txt brings along, exactly: python deploy/ranges.py lock")
        print(*lock_lines(), sep="\n")
        return
    index = [line for line in requirement_lines("requirements.txt") if line.startswith("--")]
    asked = [
        pin_minimum_version(one) if end == "oldest" else str(one) for one in package_requirements()
    ]
    tools = [
        Requirement(line).name for line in requirement_lines("requirements-dev.txt")
    ]  # those that fit
    print(*index, *asked, *tools, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1])
