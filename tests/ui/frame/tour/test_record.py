"""What was done on a tour survives a link, and any link is borne."""

import base64
import json
import math
import zlib

import pytest

from ui.frame.tour.checks import CheckResult
from ui.frame.tour.lecture import parse_tour_steps
from ui.frame.tour.record import MAX_TEXT_LENGTH, Record, Visit, decode_record, encode_record
from ui.frame.tour.steps import ALL, TOUR_STEPS
from ui.url_codec import LONGEST


def packed(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


def test_a_record_survives_its_link():
    visits = {
        "overview": Visit("“chien” got 30 %"),
        "multi_head": Visit(skipped=True),
        "train_it_yourself": Visit(notes=("without 50 %",)),
        "scaled_dot_product": Visit("it", (), 3, 1, "Où ? fr 0 1"),
    }
    record = Record(visits, {0: 1, 5: 2})
    assert decode_record(encode_record(record)) == record
    assert encode_record(Record()) == ""
    assert decode_record("") == Record()


@pytest.mark.parametrize(
    "text",
    [
        "no", "%%", "ü", packed("{}"), packed([1, 2]), packed([{"overview": []}, []]),
        packed([{"overview": ["x", 3, 1, 1, "", False]}, []]), packed([[], []]),
        packed([{}, [[1]]]), packed([{}, [[math.inf, 1]]]), packed("[" * 5000),
        packed("[" + "0," * LONGEST + "0]"),
    ],
)  # fmt: skip
def test_a_link_that_makes_no_sense_says_nothing(text):
    assert decode_record(text) == Record()


def test_what_a_link_says_is_kept_short_and_only_of_stops_that_there_are():
    rows = {"overview": ["x" * 500, ["y" * 500] * 9, 1, 1, "z" * 500, 0], "nowhere": ["x"] * 6}
    rows["nowhere"][1] = []
    [(name, visit)] = decode_record(packed([{"overview": rows["overview"]}, []])).visits.items()
    assert name == "overview"
    assert len(visit.result) == len(visit.context) == len(visit.notes[0]) == MAX_TEXT_LENGTH
    assert len(visit.notes) < 5
    assert decode_record(packed([{"nowhere": ["", [], 0, 0, "", 0]}, []])) == Record()


def test_what_is_done_stays_done_and_guesses_keep_the_first():
    record = Record().with_check_result("decoding", CheckResult("no"))
    assert record == Record()
    record = record.with_check_result("decoding", CheckResult("yes", done=True)).with_check_result(
        "decoding", CheckResult("no")
    )
    assert record.find_visit("decoding").result == "yes"
    record = record.with_guess("decoding", 2, "a").with_guess("decoding", 1, "b")
    visit = record.find_visit("decoding")
    assert (visit.first_guess, visit.guess, visit.context) == (2, 1, "b")
    assert record.with_answer(0, 1).with_answer(0, 2).answers == {0: 1}


def test_a_teachers_tour_has_the_stops_that_it_names_once_each():
    assert parse_tour_steps(ALL) == TOUR_STEPS
    assert len({stop.page for stop in TOUR_STEPS}) == len(TOUR_STEPS)
    assert [s.page for s in parse_tour_steps("decoding, cross_attention,decoding,no")] == [
        "decoding",
        "cross_attention",
    ]
    assert parse_tour_steps("") == parse_tour_steps("<b>") == ()
