"""A searchable glossary."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.frame.terms import Term
from ui.views import register_view
from ui.views.data_cache import CacheAddress, cache_or_inline
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class GlossaryEntry:
    """A term, its meaning, name and title of the page that explains it, and its place among the
    terms to begin with (from 1; 0: it isn't one of them).
    """

    term: str
    page: str
    meaning: str
    title: str
    place: int


@dataclass(frozen=True)
class GlossaryData:
    """All terms."""

    entries: Sequence[GlossaryEntry] | CacheAddress


_glossary = register_view(__file__, GlossaryData, tables=[record_table("terms", "entries")])


def show_glossary(entries: Sequence[Term], first: Sequence[str]) -> None:
    """Draw a searchable list of terms with their definitions.

    Args:
        entries: all terms, sorted.
        first: the terms to begin with, in English, in the order in which to read them.
    """
    places = {english: place for place, english in enumerate(first, 1)}
    rows = [
        GlossaryEntry(**entry.script_data, place=places.get(entry.english, 0)) for entry in entries
    ]
    _glossary(key="glossary", data=GlossaryData(cache_or_inline(rows)))
