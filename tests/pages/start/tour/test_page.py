"""Where the tour begins and ends: what was done, the questions, the link to hand in."""

from urllib.parse import parse_qs

from pages.start.tour.hand_in import result
from pages.start.tour.questions import QUESTIONS
from pages.start.tour.remarks import (
    describe_progress,
    describe_step,
    describe_surest_and_weakest_word,
    describe_weakest_word,
)
from ui.frame.bar import DETECT
from ui.frame.doubts import TranslatedWord
from ui.frame.quiz import describe_answer
from ui.frame.tour.lecture import pack_lecture, parse_lecture, parse_tour_steps
from ui.frame.tour.plans import MINUTES_ALONE
from ui.frame.tour.record import Record, Visit, decode_record, encode_record
from ui.frame.tour.steps import TOUR_STEPS

PAGE = "tour"


def said(app, part):
    return " ".join(h.proto.body for h in app.get("html") if f'class="{part}"' in h.proto.body)


def test_a_link_shows_what_somebody_did_without_beginning_a_tour(open_page, data_of):
    record = Record({"overview": Visit("<b>“chien” got 30 %"), "decoding": Visit(skipped=True)})
    right = {number: question.right for number, question in enumerate(QUESTIONS)}
    for answer, shown in enumerate(("1 of 1", "0 of 1")):
        number = (right[0] + answer) % 3
        app = open_page(PAGE, did=encode_record(Record(record.visits, {0: number})))
        assert not any(v.proto.component_name == "tour_strip" for v in app.get("bidi_component"))
        progress = " ".join(block.value for block in app.markdown)
        assert f"1 of {len(TOUR_STEPS)} stops" in progress
        assert f"{shown} answers" in progress
        texts = [text.value for text in app.text]
        assert "<b>“chien” got 30 %" in texts
        assert any(text.endswith(" Skipped.") for text in texts)
        marked = said(app, "answered").split("<li>")[1:]
        assert [row[0] == "●" for row in marked] == [place == number for place in range(3)]
        assert len(app.radio) == len(QUESTIONS) - 1  # it cannot be answered again
    assert (
        decode_record(parse_qs(data_of(app, "address")["query"])["did"][0]).visits == record.visits
    )


def test_an_answer_counts_once_and_stands_in_the_link(open_page, data_of):
    app = open_page(PAGE)
    app.radio[1].set_value(2).run()
    query = parse_qs(data_of(app, "address")["query"])
    assert decode_record(query["did"][0]).answers == {1: 2}
    assert f"● {QUESTIONS[1].answers[2]}" in said(app, "answered")
    assert QUESTIONS[1].explanation in said(app, "finding")
    app.button(key="tour_forget").click().run()
    assert "did" not in data_of(app, "address")["query"]
    assert app.radio[1].value is None


def test_the_start_leads_to_the_first_stop_that_is_not_done(open_page, go, data_of):
    app = open_page(PAGE, did=encode_record(Record({"overview": Visit("x")})))
    app.button(key="tour_begin").click().run()
    data = data_of(app, "tour_strip")
    assert (data["place"], data["leads"]) == (1, f"./{TOUR_STEPS[1].page}")
    data = data_of(go(app, TOUR_STEPS[1].page), "tour_strip")
    assert (data["place"], data["leads"], data["there"]) == (1, None, "")
    assert app.session_state["source"] == TOUR_STEPS[1].initial_choices["source"]


def test_at_the_end_the_model_is_whole_again_and_the_sentence_is_the_visitors(
    open_page, go, data_of
):
    app = open_page(PAGE, source="Der Hund schläft.", to="es")
    app.button(key="tour_begin").click().run()
    app = go(app, TOUR_STEPS[0].page)
    app.session_state["stop"] = len(TOUR_STEPS)
    app.session_state["tour leads to"] = TOUR_STEPS[-1].page
    app = go(app, TOUR_STEPS[-1].page)
    app.text_input(key="source").set_value("The dog is here.").run()
    app.button(key="experiment_0").click().run()
    assert data_of(app, "tour_strip")["done"]  # one click, though it makes two changes
    app.session_state["stop"] = len(TOUR_STEPS) + 1
    app.session_state["tour leads to"] = PAGE
    app = go(app, PAGE)
    assert app.session_state["edits"] == ""
    own = {key: app.session_state[key] for key in ("source", "from", "to")}
    assert own == {"source": "Der Hund schläft.", "from": DETECT, "to": "es"}


def test_who_comes_first_reads_what_there_is_to_do_and_at_the_end_what_was_learned(open_page):
    texts = [text.value for text in open_page(PAGE).text]
    assert [stop.task for stop in TOUR_STEPS] == [text for text in texts if text != "○"]
    done = open_page(
        PAGE, did=encode_record(Record({stop.page: Visit("x") for stop in TOUR_STEPS}))
    )
    texts = [text.value for text in done.text]
    assert {stop.takeaway for stop in TOUR_STEPS} <= set(texts)
    assert all(stop.takeaway for stop in TOUR_STEPS)


def test_a_tour_that_is_done_asks_nobody_to_go_on(open_page):
    record = Record({stop.page: Visit("x") for stop in TOUR_STEPS})
    app = open_page(PAGE, did=encode_record(record))
    assert any("Well done" in block.value for block in app.markdown)
    assert "tour_begin" not in {button.key for button in app.button}


def test_a_link_with_nonsense_is_borne(open_page):
    for text in ("x", "<script>", "eJw", "A" * 5000):
        assert not open_page(PAGE, did=text, tour="a,b", stop="-1").exception


def test_six_questions_have_one_right_answer_each_and_it_is_not_always_the_same():
    assert len(QUESTIONS) == 6
    assert {question.right for question in QUESTIONS} == {0, 1, 2}
    assert "**No:** To one." in describe_answer(QUESTIONS[1], 2)
    assert "**Right.**" in describe_answer(QUESTIONS[1], 0)


def test_words_of_a_record():
    record = Record({"decoding": Visit("a", guess=1, first_guess=0)})
    stop = next(stop for stop in TOUR_STEPS if stop.page == "decoding")
    assert describe_step(record, stop) == (
        "✓",
        stop.takeaway,
        "a (Your first guess was different.)",
    )
    assert describe_progress(record, [stop]).startswith("**1 of 1 stop** done.")
    assert describe_step(Record(), stop) == ("○", stop.task, "")
    skipped = Record({"decoding": Visit(skipped=True)})
    assert describe_step(skipped, stop) == ("○", f"{stop.task} Skipped.", "")


def test_the_least_sure_word_is_named_and_counted_by_word():
    def word(text, probability):
        return TranslatedWord(text, probability)

    some = [word("Le", 0.85), word("chien", 0.7), word("dort", 0.3), word(".", 0.1)]
    text = str(describe_weakest_word(some))
    assert text.startswith("The model was less than 80% sure of 2 of 3 words.")
    assert "“dort”: 30%" in text
    assert "at least 80% sure of all 2 words" in str(describe_weakest_word(some[:1] * 2))
    assert str(describe_weakest_word(some[1:2])) == (
        "The model was 70% sure of its only word, “chien”."
    )
    assert "no words" in str(describe_weakest_word(some[3:]))
    both = str(describe_surest_and_weakest_word(some))
    assert both.startswith("The model was least sure of “dort”, 30%, and most sure of “Le”, 85%.")
    assert "only word" in str(describe_surest_and_weakest_word(some[:1]))


def test_the_translation_is_shown_with_how_sure_the_model_was_of_each_word(open_page):
    app = open_page(PAGE, source="<b>Hello</b>, dog.")
    [shown] = [h.proto.body for h in app.get("html") if '<ol class="first_catch"' in h.proto.body]
    assert "<b>" not in shown
    assert "%</small>" in shown


def test_a_tour_takes_as_long_as_its_own_stops_and_nobody_knows_of_a_lecture():
    assert f"**{sum(MINUTES_ALONE.values())} minutes**" in describe_progress(Record(), TOUR_STEPS)
    short = parse_tour_steps("why_attention,break_it")
    assert (
        f"**{MINUTES_ALONE['why_attention'] + MINUTES_ALONE['break_it']} minutes**"
        in describe_progress(Record(), short)
    )
    assert "minute" not in describe_progress(Record(), parse_tour_steps("why_attention,glossary"))


def test_the_code_of_a_tour_says_who_did_what():
    record = Record({"decoding": Visit("a"), "overview": Visit(skipped=True)}, {0: 1, 1: 2, 2: 9})
    shown = [stop for stop in TOUR_STEPS if stop.page in ("overview", "decoding", "break_it")]
    found = result(record, shown, "Zoë", "2026-03-02 10:05", 9)
    assert found.stops == {"overview": "0", "decoding": "1", "break_it": "-"}
    assert [one.mark for one in found.answers] == ["1", "0", "-", "-", "-", "-"]
    assert found.answers[1].letter == "c"


def test_a_tour_is_handed_in_by_its_link(open_page, data_of):
    app = open_page(PAGE, did=encode_record(Record({"decoding": Visit("a")})), who="Zoë")
    [code] = parse_qs(data_of(app, "address")["query"])["result"]
    assert code in [block.value for block in app.code]


def test_stops_of_a_lecture_are_seen_and_it_ends_without_the_six_questions(open_page):
    stops, _ = parse_lecture("/masking\nLook\n\n/decoding\nLook")
    record = Record({"masking": Visit("Seen.")})
    assert describe_step(record, stops[0]) == ("•", "Seen.", "")
    assert describe_step(record, stops[1]) == ("○", "Not seen yet.", "")
    assert describe_progress(record, stops) == "**1 of 2 stops** seen."
    app = open_page(PAGE, tour=pack_lecture(stops), stop="2", did=encode_record(record))
    assert not app.radio
    assert open_page(PAGE, tour="decoding,masking", stop="2").radio
