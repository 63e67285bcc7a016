import re

import pytest

from pages.background.questions.asks import QUESTION_KINDS, build_question, find_question_kinds
from ui.contents import PAGES
from ui.readings import session, units
from ui.readings.changes import parse_changes


@pytest.mark.parametrize(
    ("text", "language", "codes"),
    [
        ("a", "en", ""),
        ("🙂", "fr", ""),
        ("no no no no", "es", "no-encoder-positions"),
        ("The cat sleeps.", "fr", "no-mask no-decoder-positions sublayer-encoder-attention-1"),
        ("The cat sleeps.", "de", "row-encoder-1-1-1=1_0.9 no-residuals"),
        ("the old man and the young dog saw " * 5, "fr", ""),
    ],
)
def test_questions_make_sense_for_any_sentence_and_under_any_change(text, language, codes):
    changes = parse_changes(codes, session.load_model()[0].config)
    reading = session.read(text, language, changes)
    asks = find_question_kinds(reading)
    assert len(asks) >= 12
    for one in asks:
        found = build_question(one, reading)
        texts = [option.text for option in found.options]
        assert len(set(texts)) == len(texts) > 1, one.name
        assert found.right_indices, one.name
        assert found.right_indices <= set(range(len(texts)))
        assert not re.search(r"\bnan\b", found.explanation), one.name


def test_a_sentence_always_asks_the_same_and_another_one_something_else(reading):
    other = session.read("My sister bought a green bicycle.", "fr")
    for one in find_question_kinds(reading):
        assert build_question(one, reading) == build_question(one, reading)
    assert [build_question(one, other).prompt for one in QUESTION_KINDS[:5]] != [
        build_question(one, reading).prompt for one in QUESTION_KINDS[:5]
    ]


def test_only_laws_have_one_answer_for_all_sentences_and_say_so():
    rows = units.load_own_sentences()
    asked = [
        (row[source], target)
        for source, target, place in (("en", "fr", 0), ("fr", "de", 1), ("de", "es", 2))
        for row in rows[place::3]
    ]
    for one in QUESTION_KINDS:
        answers = set()
        some = asked[::3] if one.invariant else asked  # what is no law has a second answer soon
        for reading in filter(one.fits, (session.read(*sentence) for sentence in some)):
            found = build_question(one, reading)
            answers.add(found.options[min(found.right_indices)].text)
            assert ("for every sentence" in found.explanation) == one.invariant, one.name
            if len(answers) > 1:
                break  # a second answer says that it is no law
        assert (len(answers) == 1) == one.invariant, (one.name, answers)


def test_the_right_answers_stand_in_no_one_place(reading):
    places = [
        place
        for one in find_question_kinds(reading)
        for place in build_question(one, reading).right_indices
    ]
    assert max(places.count(place) for place in set(places)) < 0.7 * len(places)


def test_each_question_belongs_to_a_page():
    assert {one.page for one in QUESTION_KINDS} <= {page.name for page in PAGES}
