"""The app in the language of brackets: ``uvicorn tests.pseudo.app:app``, then ``/?lang=xx``."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from app import app
from tests.pseudo.language import spoken

__all__ = ["app"]
_open = ExitStack()  # while the server runs
_open.enter_context(spoken(Path(_open.enter_context(TemporaryDirectory()))))
