"""A searchable glossary."""

from collections.abc import Sequence

from ui.frame.terms import Term
from ui.views import view
from ui.views.kept import keep
from ui.views.tables import records

_glossary = view(__file__)


def glossary(entries: Sequence[Term]) -> None:
    """Draw a searchable list of terms with their definitions."""
    rows = [entry.shown for entry in entries]
    _glossary(key="glossary", data={"entries": keep(rows), "takes": [records("terms", "entries")]})
