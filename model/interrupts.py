"""Programs of ours end in a sentence where people expect one, also in the second that torch takes.

Every package of ours calls ``end_quietly`` before it imports anything else.
"""

import sys
from types import TracebackType

OURS = ("benchmarks", "examples", "glass_transformer", "model", "tests", "ui")


def end_quietly() -> None:
    """Let Ctrl-C, or a package that is missing, end a program of ours without a traceback."""
    if is_program():
        sys.excepthook = _tell_briefly


def is_program() -> bool:
    """Whether this process runs a program of ours by ``python -m``."""
    if sys.argv[:1] == ["-m"]:  # as long as Python looks for it
        return True
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return spec is not None and spec.name.partition(".")[0] in OURS


def missing_package(name: str) -> str:
    """Say how to get a package that only training, tests and measurements need."""
    in_repository = __package__ == "model"  # in the wheel it is glass_transformer.model
    how = "-r requirements-dev.txt" if in_repository else '"glass-transformer[train]"'
    return f"this program needs {name}, which is not installed: pip install {how}"


def _tell_briefly(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    name = getattr(error, "name", None) if issubclass(kind, ModuleNotFoundError) else None
    if name and name.partition(".")[0] not in OURS:
        sys.stderr.write(missing_package(name) + "\n")
    else:
        sys.__excepthook__(kind, error, trace)
