"""The table of pages is the only one: whatever else names pages names those that it has."""

import pytest

from pages.background.cheat_sheet import sheet
from pages.background.questions.asks import QUESTION_KINDS
from pages.start.story import questions as story_questions
from pages.start.tour import questions as tour_questions
from ui.contents import KNOWN, OPENS, PAGES
from ui.frame import snippet, terms
from ui.frame.tour.parts import LESSON_PARTS
from ui.frame.tour.plans import LESSONS, MINUTES_ALONE
from ui.frame.tour.steps import TOUR_STEPS
from ui.lesson.plan import SERVER_PAGES
from ui.live.plan import PAGES as LIVE

NAMED = {
    "blocks of the diagram": OPENS.values(),
    "what the story has told": [page for page, __ in KNOWN],
    "programs of a few lines": snippet.TENSORS,
    "the glossary": [term.page for term in terms.list_terms()],
    "terms that a page means otherwise": terms.OTHER_MEANINGS,
    "the cheat sheet": [*(block.page for block in sheet.BLOCKS.values()), *sheet.LAB.values()],
    "questions": [ask.page for ask in QUESTION_KINDS],
    "the tour": [stop.page for stop in TOUR_STEPS],
    "its questions": [one.page for one in tour_questions.QUESTIONS],
    "the parts of a lesson": LESSON_PARTS,
    "its lessons": [page for lesson in LESSONS for page in lesson.pages],
    "pages that one reads alone": MINUTES_ALONE,
    "its questions at the end": [one.page for one in story_questions.QUESTIONS],
    "pages that need the server": SERVER_PAGES,
    "the live edition": [one.name for one in LIVE],
}


@pytest.mark.parametrize("where", NAMED)
def test_whatever_names_pages_names_those_of_the_table(where):
    assert len(list(NAMED[where])) > 0
    assert set(NAMED[where]) - {page.name for page in PAGES} == set()


def test_no_two_pages_have_one_name():
    assert len({page.name for page in PAGES}) == len(PAGES)
