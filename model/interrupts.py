"""Let this repository's programs end in one sentence instead of a traceback, even during imports.

Every package of this repository calls ``install_quiet_excepthook`` before it imports anything else.
"""

import sys
from types import TracebackType

OURS = ("benchmarks", "examples", "glass_transformer", "model", "tests", "ui")


def install_quiet_excepthook() -> None:
    """Install an excepthook that shows no traceback for Ctrl-C or a missing training package."""
    if is_own_program():
        sys.excepthook = _print_brief_error


def is_own_program() -> bool:
    """Whether this process is a program of this repository run by ``python -m``."""
    if sys.argv[:1] == ["-m"]:  # while Python still looks for the module
        return True
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return spec is not None and spec.name.partition(".")[0] in OURS


def missing_package_message(name: str) -> str:
    """Return the message that a package is missing, with the pip command that installs it."""
    in_repository = __package__ == "model"  # in the wheel it is glass_transformer.model
    of_benchmarks = name == "ctranslate2"
    file = "requirements-bench.txt" if of_benchmarks else "requirements-dev.txt"
    how = f"-r {file}" if in_repository else '"glass-transformer[train]"'
    return f"this program needs {name}, which is not installed: pip install {how}"


def _print_brief_error(
    error_type: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print nothing for Ctrl-C, one sentence for a missing package, else the traceback."""
    if issubclass(error_type, KeyboardInterrupt):
        return
    name = getattr(error, "name", None) if issubclass(error_type, ModuleNotFoundError) else None
    if name and name.partition(".")[0] not in OURS:
        sys.stderr.write(missing_package_message(name) + "\n")
    else:
        sys.__excepthook__(error_type, error, trace)
