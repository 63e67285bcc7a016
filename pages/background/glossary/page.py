"""The terms as this app uses them, each with the page that explains it."""

from pages.background.glossary.views.glossary import glossary
from ui.frame import explain, terms
from ui.messages import _

NAME = "glossary"

explain.opening(NAME)
explain.look_here(
    _(
        "The first time a page's text names a term, the term has a **dotted line** under "
        "it. Point at it or tap it, and you get the definition you see here."
    )
)
glossary(terms.entries())
