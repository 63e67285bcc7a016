"""Which numbers a translation lost: digits, signs, decimals; and what may be written otherwise."""

import pytest

from ui.frame.missing_numbers import find_missing_numbers

LOST = [
    ("-5 degrees", "en", "5 degrés", "fr", ["-5"]),
    ("1,234,567.89", "en", "1,234,567,89", "fr", ["1,234,567.89"]),
    ("2.200.112", "", "2.200.12", "en", ["2.200.112"]),
    ("VAT No.: BE0768880101", "en", "ATT No. : BE0768801010", "fr", ["0768880101"]),
    ("1,234 people", "en", "1,234 Leute", "de", ["1,234"]),  # one and a bit to a German
    ("1.500 Leute", "de", "1.500 people", "en", ["1.500"]),
    ("-273.15", "en", "273,15", "de", ["-273.15"]),
    ("from −5 to −10", "en", "de 5 à 10", "fr", ["−5", "−10"]),
    ("5 cats", "en", "6 Katzen", "de", ["5"]),
    ("in 1999", "en", "im Jahr 1998", "de", ["1999"]),
    ("I ate 1 ½ apples.", "en", "J'ai mangé 1⁄2 pommes.", "fr", ["1 1⁄2"]),
    ("10^5", "en", "105", "de", ["10", "5"]),
    ("$204.72 or €204.72", "en", "$204.72", "de", ["204.72"]),
    ("call 1234567", "en", "appelle 1234576", "fr", ["1234567"]),
]
KEPT = [
    ("-5 degrees", "en", "moins 5 degrés", "fr"),
    ("-5 degrees", "en", "5 Grad unter null", "de"),
    ("-5 degrees", "en", "menos cinco grados", "es"),
    ("1,234,567.89", "en", "1 234 567,89", "fr"),
    ("1,234", "en", "1.234", "de"),
    ("1,234", "", "1,234", "fr"),  # nobody knows which
    ("3.14", "en", "3,14", "de"),
    ("283,82 €", "", "283,82 €", "en"),
    ("at 5 pm", "en", "um 17 Uhr", "de"),
    ("at 10:30", "en", "um 10.30 Uhr", "de"),
    ("um 10.30 Uhr", "de", "at 10:30", "en"),
    ("at 10:30 pm", "en", "um 22.30 Uhr", "de"),
    ("2 cats", "en", "zwei Katzen", "de"),
    ("1000 people", "en", "tausend Leute", "de"),
    ("12.05.2020", "de", "12 May 2020", "en"),
    ("COVID-19", "en", "Covid 19", "fr"),
    ("5-6 days", "en", "5 à 6 jours", "fr"),
    ("- 5 apples", "en", "5 Äpfel", "de"),
    ("1 ½ apples", "en", "1 1/2 pommes", "fr"),
    ("½ apple", "en", "une demi-pomme", "fr"),
    ("at 8:00 p.m.", "en", "à 20 h", "fr"),
    ("100,000 yen", "en", "hunderttausend Yen", "de"),
    ("no number", "en", "aucun nombre", "fr"),
]


@pytest.mark.parametrize(("text", "source", "translation", "target", "lost"), LOST)
def test_a_lost_number_is_named_as_it_was_typed(text, source, translation, target, lost):
    assert find_missing_numbers(text, source, translation, target) == lost


@pytest.mark.parametrize(("text", "source", "translation", "target"), KEPT)
def test_a_number_may_be_written_otherwise(text, source, translation, target):
    assert find_missing_numbers(text, source, translation, target) == []


@pytest.mark.parametrize("text", ["7 " * 500, "1," * 500, "9" * 2_000, "-" * 500, "1⁄0", "٣٤"])
def test_any_number_can_be_compared(text):
    find_missing_numbers(text, "en", text, "fr")
    find_missing_numbers(text, "en", "", "xx")
