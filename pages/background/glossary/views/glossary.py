"""A searchable glossary."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.frame.terms import Term
from ui.views import register_view
from ui.views.data_cache import CacheAddress, cache_or_inline
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class GlossaryEntry:
    """A term, its meaning, and name and title of the page that explains it."""

    term: str
    page: str
    meaning: str
    title: str


@dataclass(frozen=True)
class GlossaryData:
    """All terms."""

    entries: Sequence[GlossaryEntry] | CacheAddress


_glossary = register_view(__file__, GlossaryData, tables=[record_table("terms", "entries")])


def show_glossary(entries: Sequence[Term]) -> None:
    """Draw a searchable list of terms with their definitions."""
    rows = [GlossaryEntry(**entry.script_data) for entry in entries]
    _glossary(key="glossary", data=GlossaryData(cache_or_inline(rows)))
