"""The terms as this app uses them, each with the page that explains it."""

from pages.background.glossary.views.glossary import show_glossary
from ui.frame import explain, terms

NAME = "glossary"

explain.show_opening(NAME)
show_glossary(terms.list_terms())
