"""A lesson's page with the model inside, for sentences of one's own, without a network."""

from dataclasses import replace

from model import storage
from ui import contents
from ui.lesson.plan import Plan
from ui.live.plan import PAGES
from ui.live.single import single_html
from ui.live.site import read_edition
from ui.messages import _

LIVE = "live.html"


def live_page_html(plan: Plan) -> str:
    """Return the lesson's pages as one HTML file in which the model runs in the browser.

    Students can type sentences of their own without a server. Pages that the live edition
    (``ui.live``) lacks, because they need a server, are left out.

    Args:
        plan: the plan of the lesson.

    Raises:
        ValueError: if the live edition has none of the lesson's pages.
    """
    wanted = [one.name for one in plan.chapters]
    pages = tuple(one for one in PAGES if one.name in wanted)
    if not pages:
        names = ", ".join(contents.find_page(one.name).name for one in PAGES)
        raise ValueError(_("a live lesson needs one of these pages: {names}").format(names=names))
    examples = tuple((one.source, one.text) for one in plan.sentences)
    edition = replace(read_edition(storage.MODEL), app=plan.app, pages=pages, examples=examples)
    return single_html(edition)
