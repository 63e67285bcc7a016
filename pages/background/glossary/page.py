"""The terms as this app uses them, each with the page that explains it."""

from pages.background.glossary.views.glossary import show_glossary
from ui.frame import explain, terms
from ui.messages import _

NAME = "glossary"

explain.show_opening(NAME)
explain.show_takeaway(
    _(
        "The first time a page's text names a term, the term has a **dotted line** under "
        "it. Point at it or tap it, and you get the definition you see here."
    )
)
show_glossary(terms.list_terms())
