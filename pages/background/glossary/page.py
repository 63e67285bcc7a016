"""The terms as this app uses them, each with the page that explains it."""

from pages.background.glossary import remarks
from pages.background.glossary.views.glossary import show_glossary
from ui.choices import controls
from ui.frame import explain, terms
from ui.readings import session

NAME = "glossary"
FIRST = ("token", "vector", "attention", "query", "key", "value", "head", "layer", "memory")

explain.show_opening(NAME)
show_glossary(terms.list_terms(), FIRST)
reading, config = controls.current_reading(), session.glass().config
explain.defer_sentence_fact(
    remarks.describe_sizes(len(reading.source), len(reading.target), config.d_model, config.h)
)
