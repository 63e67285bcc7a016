"""A searchable glossary."""

from collections.abc import Sequence

from ui.frame.terms import Term
from ui.views import register_view
from ui.views.data_cache import cache_or_inline
from ui.views.export_tables import record_table

_glossary = register_view(__file__)


def show_glossary(entries: Sequence[Term]) -> None:
    """Draw a searchable list of terms with their definitions."""
    rows = [entry.script_data for entry in entries]
    _glossary(
        key="glossary",
        data={"entries": cache_or_inline(rows), "takes": [record_table("terms", "entries")]},
    )
