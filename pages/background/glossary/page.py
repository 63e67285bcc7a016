"""The terms as this app uses them, each with the page that explains it."""

from pages.background.glossary.views.glossary import glossary
from ui.frame import explain, terms
from ui.messages import _

NAME = "glossary"

explain.opening(NAME)
explain.look_here(
    _(
        "Wherever a page's text first names a term, it has a **dotted line**. Point at "
        "it or tap it, and you get the definition you see here."
    )
)
glossary(terms.entries())
