"""The terms as this app uses them, each with the page that explains it."""

from pages.background.glossary.views.glossary import glossary
from ui.frame import explain, terms
from ui.messages import _

NAME = "glossary"

explain.opening(NAME)
explain.look_for(
    _(
        "In the pages' texts a term has a **dotted line** below it where it comes first. Point at "
        "it or tap it: it says what stands here."
    )
)
glossary(terms.entries())
