"""An exercise: chosen questions, answers that live in the link, a result to hand in."""

import base64
import json
import re
import zlib
from urllib.parse import parse_qs, urlsplit

import pytest

from pages.background.questions import exercise, remarks, sheet, teacher_questions
from pages.background.questions.asks import QUESTION_KINDS, build_question
from ui.choices.link import PERSONAL_PARAMETERS
from ui.readings import session
from ui.schemas import NAME
from ui.words import escape_markdown

TEXT = "The dog is sleeping."


def asked(number):
    return build_question(QUESTION_KINDS[number - 1], session.read(TEXT, "fr"))


def right_letter(number):
    return exercise.LETTERS[min(asked(number).right_indices)]


def wrong_letter(number):
    options = range(len(asked(number).options))
    return exercise.LETTERS[next(i for i in options if i not in asked(number).right_indices)]


def result_of(app):
    [text] = [block.value for block in app.code if block.value.startswith("Name:")]
    return text


def code_of(app, data_of):
    """Return what the code in the link says, as the page Teach with it reads it."""
    [code] = parse_qs(data_of(app, "address")["query"])["result"]
    assert code in result_of(app)
    _, body, check = code.split(".")
    assert int(check, 16) == zlib.crc32(body.encode())
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))


OWN = [teacher_questions.TeacherQuestion("Is <b>1 < 2</b>?", ("no", "*yes*"), 1, "masking")]


def test_only_the_questions_of_the_link_are_asked_by_their_own_numbers(open_page, data_of):
    app = open_page("questions", source=TEXT, questions="5, 12,1")
    assert data_of(app, "prediction")["numbers"] == [5, 12, 1]
    assert not app.exception


def test_answers_of_the_link_are_scored_and_stand_in_the_result(open_page):
    link = f"5{right_letter(5)}-1{wrong_letter(1)}"
    text = result_of(open_page("questions", source=TEXT, questions="5,12,1", answers=link))
    assert f"Sentence: {TEXT}" in text
    assert "Score: 1 of 3 right" in text
    assert "12. not answered yet" in text
    assert f"5. {asked(5).prompt}" in text
    truth = asked(1).options[min(asked(1).right_indices)].text
    assert f"(wrong; {truth}" in text


def test_an_answer_goes_into_the_link_which_gives_the_same_result(open_page):
    app = open_page("questions", source=TEXT, questions="5", answers=f"5{right_letter(5)}")
    assert app.session_state["answers"] == f"5{right_letter(5)}"
    assert app.session_state["parameters shown"]["answers"] == f"5{right_letter(5)}"
    assert app.session_state["parameters shown"]["questions"] == "5"


def test_without_an_exercise_nothing_is_handed_in(open_page, data_of):
    app = open_page("questions", source=TEXT)
    assert len(data_of(app, "prediction")["numbers"]) > 15
    assert not [block for block in app.code if block.value.startswith("Name:")]


@pytest.mark.parametrize("answers", ["5z", "x", "99a-5h", "5" * 300, "5a5b"])
def test_answers_that_make_no_sense_are_left_out(open_page, answers):
    app = open_page("questions", source=TEXT, questions="5", answers=answers)
    assert not app.exception
    assert app.session_state["answers"] in ("", "5a")


@pytest.mark.parametrize(
    ("typed", "own", "said"),
    [
        ("", [], ""),
        ("5", [], ""),
        (
            "five",
            [],
            "Pick questions by their numbers (1–22). Until you do, all of them are asked.",
        ),
        ("five", [101], "(1–22, 101). Until you do, only your own are asked."),
        ("99", [], "There is no question 99. The numbers are 1–22."),
        ("105", [101, 102], "There is no question 105. The numbers are 1–22, 101, 102."),
        ("0 99", [], "There are no questions 0, 99. The numbers are 1–22."),
        ("11", [101], "Question 11 makes no sense for this sentence."),
    ],
)
def test_what_is_not_asked_is_said(typed, own, said):
    there = [number for number in range(1, 23) if number != 11]
    wanted = re.findall("[0-9]+", typed)
    assert remarks.describe_omissions(typed, wanted, [*there, *own], 22).endswith(said)


def test_a_number_is_read_whole(open_page, data_of):
    app = open_page("questions", source=TEXT, questions="12345, 005")
    assert data_of(app, "prediction")["numbers"] == [5]
    assert "There is no question 12345." in " ".join(one.value for one in app.text)
    endless = open_page("questions", source=TEXT, questions="5 " + "9" * 5000)
    assert not endless.exception
    assert data_of(endless, "prediction")["numbers"] == [5]


def test_the_score_is_that_of_the_exercise_and_its_sentence(open_page, data_of):
    app = open_page("questions", source=TEXT, questions="5,1", answers=f"5{right_letter(5)}")
    assert data_of(app, "prediction")["score"] == [1, 1]
    app.text_input(key="source").set_value("The cat runs.").run()
    assert data_of(app, "prediction")["score"] == [0, 0]
    app.text_input(key="source").set_value(TEXT).run()
    app.session_state["questions"] = "1"
    app.run()
    assert data_of(app, "prediction")["score"] == [0, 0]


def test_a_result_says_whose_it_is_and_its_code_holds_all_of_it(open_page, data_of):
    app = open_page(
        "questions",
        source=TEXT,
        questions="5,12,1",
        answers=f"5{right_letter(5)}-1{wrong_letter(1)}",
        who="Zoë <7>",
        exercise_began="2026-03-02 10:05",
        exercise_took="9",
    )
    text = result_of(app)
    assert "Name: Zoë <7>\nStarted: 2026-03-02 10:05, 9 min\nExercise: 5, 12, 1" in text
    known = code_of(app, data_of)
    assert (known["who"], known["began"], known["minutes"]) == ("Zoë <7>", "2026-03-02 10:05", 9)
    assert [(one[0], one[2], one[3]) for one in known["answers"]] == [
        ("5", "1", right_letter(5)),
        ("12", "-", ""),
        ("1", "0", wrong_letter(1)),
    ]
    assert known["sentence"] == TEXT
    [download] = [one for one in app.get("download_button") if "result" in one.proto.label]
    assert not app.exception
    assert download


@pytest.mark.parametrize("began", ["", "yesterday", "2026-99-99 10:05", "2" * 400])
def test_a_time_that_makes_no_sense_becomes_now(open_page, data_of, began):
    parameters = {"answers": f"5{right_letter(5)}", "exercise_began": began, "exercise_took": "x"}
    app = open_page("questions", source=TEXT, questions="5", **parameters)
    assert not app.exception
    assert code_of(app, data_of)["minutes"] == 0


def test_who_comes_by_a_link_sees_the_exercise_and_who_sets_one_sees_how(open_page):
    setter = open_page("questions", source=TEXT)
    assert [box.label for box in setter.expander if box.label == "Set an exercise"]
    student = open_page("questions", source=TEXT, questions="5")
    assert not [box.label for box in student.expander if box.label == "Set an exercise"]
    assert not [field for field in student.text_input if field.key == "questions"]


def test_answers_are_held_back_until_the_last_one_is_given(open_page, data_of):
    link = {"source": TEXT, "questions": "5,1", "reveal": "end"}
    first = open_page("questions", answers=f"5{wrong_letter(5)}", **link)
    data = data_of(first, "prediction")
    assert data["marks"] == ["given", None]
    assert (data["reveal"], data["score"][1]) == (None, 0)
    assert "result" not in parse_qs(data_of(first, "address")["query"])
    assert not [block for block in first.code if block.value.startswith("Name:")]
    assert asked(5).explanation not in json.dumps(data, ensure_ascii=False)
    all_given = f"5{wrong_letter(5)}-1{right_letter(1)}"
    last = open_page("questions", answers=all_given, **link)
    assert data_of(last, "prediction")["marks"] == [False, True]
    assert "Score: 1 of 2 right" in result_of(last)


def test_own_questions_are_asked_as_text_and_scored(open_page, data_of):
    packed = teacher_questions.pack_questions(OWN)
    app = open_page("questions", source=TEXT, questions="101,5", own=packed, answers="101b")
    data = data_of(app, "prediction")
    assert data["numbers"] == [101, 5]
    assert (data["prompt"], data["options"]) == ("Is <b>1 < 2</b>?", ["no", "*yes*"])
    assert data["page"]["title"] == "Masking"
    assert code_of(app, data_of)["answers"][0] == ["101", "masking", "1", "b"]
    alone = open_page("questions", source=TEXT, own=packed)
    assert data_of(alone, "prediction")["numbers"] == [101]


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "eJw",
        "A" * 5000,
        teacher_questions.encode_for_url([1, 2]),
        teacher_questions.encode_for_url([["a"]]),
    ],
)
def test_own_questions_that_make_no_sense_are_left_out(open_page, data_of, text):
    app = open_page("questions", source=TEXT, own=text, questions="5")
    assert not app.exception
    assert data_of(app, "prediction")["numbers"] == [5]


def test_typed_questions_survive_the_link_and_faults_are_named():
    lines = teacher_questions.format_questions(OWN)
    assert teacher_questions.parse_questions(lines) == (OWN, [])
    assert teacher_questions.unpack_questions(teacher_questions.pack_questions(OWN)) == OWN
    for typed, fault in (
        ("Why?", "0 answers"),
        ("Why?\n- a\n- b", "0 right answers"),
        ("Why?\n* a\n* b", "2 right answers"),
        ("Why?\n* a\n-", "empty"),
        ("Why?\n* a\n- a", "twice"),
        ("Why?\n* a\n- b\n> nowhere", "no page “nowhere”"),
        ("Why?\n* a\n- b\nbecause", "“because”"),
    ):
        found, [said] = teacher_questions.parse_questions(typed)
        assert found == []
        assert fault in said
    many = "\n\n".join([lines] * (teacher_questions.MAX_QUESTIONS + 1))
    assert len(teacher_questions.parse_questions(many)[0]) == teacher_questions.MAX_QUESTIONS


def test_own_questions_that_a_link_cannot_hold_are_named():
    long = "\n\n".join(f"{number}{'🙂' * 290}\n* {'🙂' * 250}\n- no" for number in range(12))
    kept, [said] = teacher_questions.parse_questions(long)
    assert 0 < len(kept) < 12
    assert f"from number {teacher_questions.FIRST_NUMBER + len(kept)} on" in said
    assert teacher_questions.unpack_questions(teacher_questions.pack_questions(kept)) == kept


def test_a_sheet_has_questions_to_write_on_and_its_answers_what_was_measured():
    reading = session.read(TEXT, "fr")
    asks = [QUESTION_KINDS[4], *teacher_questions.make_question_kinds(OWN)]
    blank, solved = (
        sheet.worksheet_markdown(sheet.build_worksheet(asks, reading, with_answers=told))
        for told in (False, True)
    )
    [right] = asked(5).right_indices
    assert blank.count("☐") == len(asked(5).options) + 2
    assert "☒" not in blank
    assert solved.count("☒") == 2
    assert escape_markdown(asked(5).explanation) in solved
    assert escape_markdown(asked(5).explanation) not in blank
    assert f"**☒ {escape_markdown(asked(5).options[right].text)}**" in solved
    for text in (blank, solved):
        assert "<b>" not in text
        assert escape_markdown("Is <b>1 < 2</b>?") in text


def test_a_browser_can_say_the_name_of_every_question():
    for ask in (*QUESTION_KINDS, *teacher_questions.make_question_kinds(OWN)):
        assert NAME.fullmatch(ask.name)


def test_who_sets_an_exercise_leaves_nothing_behind_and_takes_its_link(open_page, data_of):
    app = open_page("questions", source=TEXT)
    app.text_input(key="questions").set_value("5, 12").run()
    app.session_state["predictions"] = {
        ("own-101", TEXT, "fr", ()): exercise.Answer(0, True, "?", "a", "a")
    }
    app.text_area(key="own_lines").set_value("Is it?\n- no\n* yes").run()
    assert data_of(app, "prediction")["numbers"] == [5, 12, 101]
    assert not set(parse_qs(data_of(app, "address")["query"])) & set(PERSONAL_PARAMETERS)
    [link] = [one.value for one in app.code if "/questions?" in one.value]
    asked = {key: value for key, [value] in parse_qs(urlsplit(link).query).items()}
    assert (asked["source"], asked["lang"]) == (TEXT, "en")
    student = open_page("questions", **asked)
    assert data_of(student, "prediction")["numbers"] == [5, 12, 101]
    assert set(parse_qs(data_of(student, "address")["query"])) >= {"exercise_began"}


def test_a_clock_that_nobody_worked_by_begins_anew(open_page):
    asked = {"source": TEXT, "questions": "5", "exercise_began": "2020-03-02 10:05"}
    app = open_page("questions", **asked)
    assert app.session_state["exercise_began"] > "2026"
    app = open_page("questions", **asked, exercise_took="9", answers="5a")
    assert app.session_state["exercise_began"] == "2020-03-02 10:05"
