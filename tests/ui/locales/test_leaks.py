"""In the language of brackets nothing is said outside of them: no sentence is forgotten."""

import html
import re

import pytest

from model.faults import Fault
from model.teach.pairs import check_pairs
from pages.background.questions import sheet
from pages.background.questions.asks import build_question, find_question_kinds
from pages.training.teach_it import typed
from tests.audit.sentences import Visit
from tests.audit.walk import Seen, Text
from tests.pseudo.language import CODE, spoken
from tests.pseudo.leaks import leaks, left_over
from ui.contents import PAGES
from ui.frame import share
from ui.frame.tour.steps import TOUR_STEPS
from ui.lesson.plan import read_plan
from ui.lesson.write import INDEX, QUESTIONS, write_lesson
from ui.messages import use_locale
from ui.readings import session
from ui.sentence import describe_error

# What is in no language, by page and what shows it: tokens, sentences that the model reads and
# writes, names of tensors and of columns in files, symbols, formats of numbers.
EVERYWHERE = (
    *("html.shapes", "view plot.figure.hovertemplate", "view strips."),
    *("view find_box.entries.words", "view find_box.entries.place"),  # a table in each language
    "view find_box.entries.name: ⟦Take it with you",  # the beginning of a title in brackets
)
OWN = {
    "story": ("view story.frames.text",),
    "embedding": ("button.label", "text_input.placeholder", "view nearest_lists."),
    "multi_head": ("view head_view.habits.",),  # a sentence around a number, in two parts
    "positional_encoding": ("markdown: | | | | | |",),  # Tensor2Tensor, in a table of symbols
    "residual_and_norm": ("html.sayings", "markdown: | | | | | |"),  # x and Sublayer(x)
    "masking": ("html.grid", "view mask_maps.titles.scores"),
    "feed_forward": ("view feed_forward.texts",),
    "decoding": ("view ranking.endings.text",),
    "learning": ("view film.given", "view film.source", "view film.texts"),
    "how_good_is_it": ("markdown: | |",),
    "teach_it": ("html.examination",),
    "cross_attention": ("html.alone-table",),
    "encoder_stack": ("html.alone-table", "html.of-pair"),
    "break_it": ("html.sayings",),
    "patch_it": ("text_input.placeholder", "view patch_view.written", "view tokens.tokens.text"),
    "trace_it": ("html.wide",),
    "steer_it": (
        *("button.label", "html.steering-table", "text: "),  # examples and pairs: sentences to read
        *("view steer_strip.all", "view steer_strip.rows"),
    ),
    "head_census": ("html.census-said", "view census_view.says.words"),
    "history": ("html.costs", "view families.families.name", "view families.families.gloss"),
    "after_2017": (
        *("html.alone", "html.sayings", "html.translations", "html.variants"),
        "text_input.placeholder",
        *("markdown: **Today:**", "markdown: **Since:**"),  # words before what is in brackets
    ),
    "cheat_sheet": ("html.sizes",),
}
TEXT = "The dog is sleeping because he is tired."
LESSON = f"""
language = "{CODE}"
title = "⟦own⟧"
questions = [1, 5]
[[sentence]]
text = "{TEXT}"
[[page]]
name = "masking"
[[page]]
name = "break_it"
"""
NO_TEXT = re.compile(  # nor have names of tensors one, as on the pages
    r"<(script|style|svg|pre|code|math)\b.*?</\1>"
    r'|<div class="shapes".*?</div>|<table class="grid".*?</table>',
    re.DOTALL,
)
TAG = re.compile(r"<[^>]+>")


@pytest.fixture
def brackets(brackets_folder):
    with spoken(brackets_folder), use_locale(CODE):
        yield


def outside(texts, reading=None):
    """What of texts stands outside of the brackets and is no word of a sentence."""
    said = reading or session.read(TEXT, "fr")
    tokens = [token.text for token in (*said.source, *said.output)]
    words = frozenset(re.findall(r"[^\W\d_]{2,}", " ".join((*tokens, said.translation))))
    seen = Seen(Visit(TEXT), "", (), {}, (), words)
    return [rest for text in texts if (rest := left_over(Text("text", text, text), seen))]


@pytest.mark.parametrize("visit", [Visit(TEXT), Visit("?! <b>", target="de")], ids=str)
def test_no_text_of_any_page_is_forgotten(brackets, visit):
    found = [
        f"{page}: {kind}: {text}"
        for page, kind, text in leaks(visit)
        if not f"{kind}: {text}".startswith((*EVERYWHERE, *OWN.get(page, ())))
    ]
    assert found == []


def test_no_text_of_the_tour_is_forgotten(brackets, open_page, data_of):
    """The strip of each stop: what it is about, what is to be done, what is the case now."""
    visit = Visit(TEXT, choices=(("tour", "all"), ("sections", "")))
    stops = [page for page in PAGES if page.name in {stop.page for stop in TOUR_STEPS}]
    found = [one for one in leaks(visit, stops) if "tour" in one[1]]
    assert found == []
    assert data_of(open_page(stops[0].name, tour="all", sections="", lang=CODE), "tour_strip")


def test_no_text_of_any_question_is_forgotten(brackets):
    """Nor of the sheets that people take away, with answers and without."""
    reading = session.read(TEXT, "fr")
    asks = find_question_kinds(reading)
    asked = [build_question(ask, reading) for ask in asks]
    texts = [text for one in asked for text in (one.prompt, one.explanation)]
    texts += [
        text for one in asked for answer in one.options for text in (answer.text, answer.measured)
    ]
    parts = [sheet.build_worksheet(asks, reading, with_answers=told) for told in (False, True)]
    texts += map(sheet.worksheet_markdown, parts)
    assert outside(texts) == []


def test_what_cannot_be_done_is_said_in_the_language(brackets):
    faults, glass = [], session.glass()
    for wrong in ("A cat.\n", " = B\n" * 20):
        try:
            check_pairs(typed.parse_pairs(wrong, "en", "fr"), glass.tokenizer, glass.config)
        except ValueError as error:
            faults.append(describe_error(error))
    faults.append(describe_error(Fault("pair {number} has no sentence", number=1)))
    assert outside(faults) == []
    assert len(faults) == 3


def test_a_citation_is_in_the_language(brackets):
    known = {"version": "9.9", "weights": "abc", "title": "⟦Masking⟧", "changes": [1], "head": 2}
    said = share.format_citation(known)
    assert said.startswith("⟦")
    assert said.count("⟦") == 5  # with the weights, the change, the page and the head


def test_no_text_of_a_lesson_in_files_is_forgotten(brackets, tmp_path):
    file = tmp_path / "lesson.toml"
    file.write_text(LESSON, encoding="utf-8")
    folder = tmp_path / "lesson"
    write_lesson(read_plan(file), folder, report=lambda _: None)
    for name in (INDEX, QUESTIONS, "masking.html"):
        page = NO_TEXT.sub(" ", (folder / name).read_text(encoding="utf-8"))
        assert outside([html.unescape(TAG.sub(" ", page))]) == [], name


def test_a_lesson_that_makes_no_sense_is_refused_in_its_language(brackets, tmp_path):
    file = tmp_path / "lesson.toml"
    file.write_text(LESSON.replace('"masking"', '"maskings"'), encoding="utf-8")
    with pytest.raises(ValueError, match=r"^⟦there is no page"):
        read_plan(file)
