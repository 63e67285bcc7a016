"""The sentence bar: whatever is typed or linked ends in a page, and in plain words."""

import pytest

from model import storage
from model.measures.certainty import Certainty
from model.tokenizer import normalize
from tests.hostile import NONSENSE
from ui.contents import PAGES
from ui.frame import bar_remarks, doubts
from ui.frame.missing_numbers import find_missing_numbers
from ui.readings import language, session
from ui.readings import units as measured
from ui.readings.session import Request


def remarks(app) -> str:
    return " ".join(h.proto.body for h in app.get("html") if 'class="remark"' in h.proto.body)


def answer(app) -> str:
    return next(h.proto.body for h in app.get("html") if 'class="answer' in h.proto.body)


SHORTEST, LONGEST = "a", "The old gardener " * 30
# Their own tests open all their sections with a long sentence.
MEASURED_LONG = ("after_2017", "break_it")
SENTENCES = (
    "Hi",
    "?!... --",
    "I saw 🦊 and 🦉.",
    "القطة نائمة",
    "猫在睡觉",
    "<img src=x onerror=alert(1)> & <script>",
    "zero\x00width\u200b\x07 bell",
    " \t doubled   spaces \n and lines ",
)
NOTHING = ("", "   ", "\x00\u200b")
WITH_TEXT = ("overview", "why_attention", "tokenization", "decoding")  # which draw it themselves


@pytest.fixture(scope="module")
def visitors_of_texts(open_page):
    return {name: open_page(name) for name in WITH_TEXT}


def is_borne(app, text):
    """The page has drawn the sentence."""
    assert not app.exception
    assert not app.error
    assert app.session_state["read"].read().text == normalize(text)


def enter(app, text):
    return app.text_input(key="source").set_value(text).run()


@pytest.mark.parametrize("text", NOTHING, ids=ascii)
def test_nothing_typed_keeps_the_last_sentence_and_says_what_to_do(visitors_of_texts, text):
    for page, app in visitors_of_texts.items():
        before = answer(app)
        enter(app, text)
        assert not app.exception, page
        assert "Type a sentence" in remarks(app), page
        assert answer(app) == before, page


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_every_page_bears_the_shortest_sentence_and_the_longest(open_page, page):
    """Signs of all kinds are read on every page in tests/ui/test_all_pages.py."""
    sections = {"sections": ""} if page in MEASURED_LONG else {}
    app = open_page(page, source=SHORTEST, **sections)
    is_borne(app, SHORTEST)
    is_borne(enter(app, LONGEST), LONGEST)


@pytest.mark.parametrize("text", SENTENCES, ids=lambda text: ascii(text)[:20])
def test_pages_that_draw_texts_bear_every_sentence(visitors_of_texts, text):
    for app in visitors_of_texts.values():
        is_borne(enter(app, text), text)


def test_a_visitors_session_keeps_the_question_and_not_its_tensors(open_page):
    """They are shared, in a cache with a bound: a visitor more is not a trace more."""
    app = open_page("multi_head")
    assert app.session_state["read"] == Request(language.EXAMPLES[0][1], "fr")


def test_a_link_full_of_nonsense_opens_its_page_with_the_model_as_it_is(open_page):
    app = open_page("overview", **NONSENSE)
    assert not app.exception
    assert app.session_state["read"].read().language in session.load_model()[0].config.languages
    assert app.session_state["edits"] == ""


def test_ten_thousand_characters_are_cut_with_a_word_about_it(open_page):
    app = open_page("overview")
    app.text_input(key="source").set_value("abcdefgh " * 1111).run()
    assert "only the first 128 tokens" in remarks(app)
    assert len(app.session_state["read"].read().source) == 129


def test_an_unknown_piece_is_named_as_it_was_typed():
    assert bar_remarks.recover_spelling("⁄", "a ½ b") == "½"
    assert bar_remarks.recover_spelling("猫", "a 猫 b") == "猫"


def test_what_is_typed_in_capitals_is_read_as_sentences(open_page):
    app = open_page("overview", source="HELLO WORLD. HOW ARE YOU?")
    reading = app.session_state["read"].read()
    assert reading.text == "Hello world. How are you?"
    assert reading.source_ids == session.read(reading.text, reading.language).source_ids
    assert f"reads “{reading.text}”" in remarks(app)
    assert "capitals" not in remarks(open_page("overview", source="I work for NASA."))


def test_stars_that_were_typed_are_quoted_as_they_are(open_page):
    app = open_page("overview", source="**Men's** **bicycle**", to="fr")
    assert "*" in app.session_state["read"].read().translation
    assert "\u2060" not in "".join(h.proto.body for h in app.get("html"))


def test_what_is_typed_is_never_markup(open_page):
    app = open_page("overview", source="<img src=x onerror=alert(1)>")
    assert all("<img" not in h.proto.body for h in app.get("html"))


def test_an_untrained_direction_says_so(open_page, monkeypatch):
    app = open_page("overview", **{"from": "fr", "to": "fr"}, source="Bonjour.")
    assert "You chose French on both sides" in remarks(app)
    record = {"directions": [], "final": {"scores": []}}
    monkeypatch.setattr(session, "training_record", lambda: record)
    app = open_page("overview", **{"from": "fr", "to": "en"}, source="Bonjour.")
    assert "never saw an example from French into English" in remarks(app)


def test_a_translation_that_is_likely_wrong_is_marked(open_page, monkeypatch):
    monkeypatch.setattr(session, "load_error_classifier", lambda: Certainty(2.0, 0.0, 0.0))
    table = session.load_measurements(storage.CERTAINTY)
    count, wrong = table["marked"], round(table["marked"] * table["wrong_of_marked"])
    assert 0 < wrong < count < table["judged"]  # what was read, and no chance that was computed
    said = f"checked {count} translations marked like this one and found {wrong} of them wrong"
    assert said in remarks(open_page("overview"))
    monkeypatch.setattr(session, "load_error_classifier", lambda: Certainty(-2.0, 0.0, 0.0))
    assert "A reader checked" not in remarks(open_page("overview"))
    monkeypatch.setattr(
        session, "load_error_classifier", lambda: None
    )  # nobody judged this model's
    assert "A reader checked" not in remarks(open_page("overview"))


def test_one_lost_word_is_named_though_the_rest_is_sure(open_page, monkeypatch):
    monkeypatch.setattr(doubts, "UNLIKELY", 1.0)
    said = remarks(open_page("overview"))
    assert "The model is unsure of “Le”, “chien”, “dort” and 4 more, which got" in said


@pytest.mark.parametrize(
    "text",
    ["Quando ero bambino giocavo nel giardino dei nonni.", "Heb je mijn sleutels gezien?"],
)
def test_a_language_that_the_model_does_not_know_is_said_to_be_none_of_its_own(open_page, text):
    app = open_page("overview", source=text)
    assert "any of the languages the model reads" in remarks(app)
    assert "Dashed line<" in remarks(app)  # its words have lines all the same
    assert app.selectbox(key="from").options[0] == "Another language"


def test_a_foreign_sentence_is_unsure_all_the_same(open_page, monkeypatch):
    monkeypatch.setattr(session, "load_error_classifier", lambda: Certainty(2.0, 0.0, 0.0))
    said = remarks(open_page("overview", source="Nie rozumiem twojego pytania."))
    assert "any of the languages the model reads" in said
    assert "The model is unsure here" in said


def test_a_number_that_the_translation_lost_is_named(open_page, monkeypatch):
    app = open_page("overview", source="-5 degrees", to="fr")
    lost = find_missing_numbers(
        "-5 degrees", "en", app.session_state["read"].read().translation, "fr"
    )
    assert ("Check the numbers: “-5”" in remarks(app)) == bool(lost)
    monkeypatch.setattr(bar_remarks, "find_missing_numbers", lambda *_: ["<b>", "2", "3", "4", "5"])
    said = remarks(open_page("overview"))
    assert "Check the numbers: “&lt;b&gt;”, “2”, “3” and 2 more didn&#x27;t make it into" in said


def test_the_detected_language_is_of_the_sentence_that_is_shown(open_page):
    app = open_page("overview")
    for text, language_ in (("Wo ist der Hund?", "German"), ("Where is it?", "English"),
                            ("Où est-il ?", "French")):  # fmt: skip
        enter(app, text)
        assert app.selectbox(key="from").options[0] == f"Detected: {language_}"
        assert app.session_state["from"] == bar_remarks.DETECT


@pytest.mark.parametrize("codes", ["NASA", "BMW, VW, FIAT", "50 GBP = 60 CHF", "USB-C", "IBM"])
def test_abbreviations_alone_are_certainly_of_no_language(codes):
    known = session.load_model()[0].config.languages
    assert not language.likeliest_language(codes, known)[1]
    assert language.likeliest_language("WHERE IS THE DOG?", known) == ("en", True)
    assert language.likeliest_language("IBM is a company in America.", known) == ("en", True)


def test_the_apps_own_sentences_look_like_their_languages():
    known = session.load_model()[0].config.languages
    ours = [text for row in measured.load_own_sentences() for text in row.values()]
    assert [text for text in ours if language.is_foreign(text, known)] == []


def test_german_nouns_typed_in_capitals_get_theirs_back_where_the_vocabulary_can_tell():
    typed = "MEIN BRUDER UND MEINE SCHWESTER KAUFEN EIN HAUS."
    read = language.restore_noun_capitals(typed, "de")
    assert read.lower() == typed.lower()
    assert "Bruder" in read
    assert " und meine " in read
    assert language.restore_noun_capitals(typed, "en") == typed
    assert language.restore_noun_capitals("Ein haus.", "de") == "Ein haus."


def test_an_example_fits_its_languages(open_page):
    app = open_page("overview")
    [number] = [i for i, (_, text) in enumerate(language.EXAMPLES) if text == "Je suis étudiant."]
    app.button(key=f"example_{number}").click().run()
    assert app.session_state["source"] == "Je suis étudiant."
    assert (app.session_state["typed language"], app.session_state["to"]) == ("fr", "en")
    assert not app.exception


def test_a_head_that_an_older_link_silences_is_said_until_back_to_normal(open_page):
    """So it is on every page: tests/pages/test_progress.py."""
    app = open_page("masking", silenced="cross-1-2", sections="none")
    assert any("Cross-attention, layer 1, head 2" in t.value for t in app.text)
    app.button(key="normal").click().run()
    assert app.session_state["edits"] == ""
    assert not any("Changed model" in t.value for t in app.text)
