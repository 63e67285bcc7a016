"""The code of a result; ``class_codes.test.js`` reads the same one in JavaScript."""

from ui.result_code import QuestionResult, Result, encode_result

CODE = (
    "glass1.eyJ3aG8iOiJab8OrIiwiYmVnYW4iOiIyMDI2LTAzLTAyIDEwOjA1IiwibWludXRlcyI6OSwic2VudGVuY2U"
    "iOiJBIGRvZy4iLCJ2ZXJzaW9uIjoiMS4wLjAgYWJjIiwiYW5zd2VycyI6W1siNSIsIm11bHRpX2hlYWQiLCIxIiwiY"
    "yJdLFsiMTAxIiwicXVlc3Rpb25zIiwiLSIsIiJdXSwic3RvcHMiOnsiZGVjb2RpbmciOiIxIn19.331f4b6a"
)


def test_a_code_is_what_the_browser_reads():
    answers = [QuestionResult("5", "multi_head", "1", "c"), QuestionResult("101", "questions", "-")]
    result = Result("Zoë", "2026-03-02 10:05", 9, "A dog.", "1.0.0 abc", answers, {"decoding": "1"})
    assert encode_result(result) == CODE
