"""The app in the language of brackets: ``streamlit run`` this file, then ``/?lang=xx``."""

import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from app import app as app
from tests.pseudo.language import spoken

_open = ExitStack()  # while the server runs
_open.enter_context(spoken(Path(_open.enter_context(TemporaryDirectory()))))
