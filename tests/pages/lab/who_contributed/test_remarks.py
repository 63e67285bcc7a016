"""Sentences about what the methods say."""

from pages.lab.who_contributed import remarks
from pages.lab.who_contributed.compute import Row

NAMES = ["The", "cat", "sleeps"]


def row(name, points):
    return Row(name, [0.0, 0.0, 0.0], points=points)


def test_methods_that_agree_are_said_to_agree():
    rows = [row("alti", 1), row("occlusion", 1), Row("integrated", None)]
    assert remarks.look_for(rows, NAMES) == "All 2 methods point at **“cat”**: here they agree."


def test_methods_are_grouped_by_the_word_they_point_at():
    rows = [row("attention", 2), row("alti", 1), row("gradient", 1), row("occlusion", 1)]
    assert remarks.look_for(rows, NAMES) == (
        "2 answers from 4 methods: ALTI+, Gradient × input and Occlusion say **“cat”**; "
        "Attention says **“sleeps”**."
    )


def test_a_share_falls_rises_or_stays():
    assert remarks.along([0.7, 0.2]).startswith("It falls from **0.70**")
    assert remarks.along([0.2, 0.7]).startswith("It rises")
    assert remarks.along([0.5, 0.51]).startswith("It stays")


def test_two_translations_are_compared():
    text = remarks.compare_shares([0.6, 0.8], [0.4, 0.4], (-0.5, -3.0))
    assert "**0.70** in the model's translation and **0.40** in yours" in text
    assert "smaller. Yours is less probable: −3.00 nats a token, against −0.50." in text
    assert "as large" in remarks.compare_shares([0.6], [0.61], (-1.0, -0.5))


def test_what_a_path_misses_is_rounded_up():
    assert remarks.of_the_path(64, 0.0111) == "64 steps, up to 0.02 nats off"


def test_the_share_is_said_to_tell_as_many_kinds_better_as_it_does():
    rows = {"a": {"share": 0.9, "log_p": 0.8}, "b": {"share": 0.5, "log_p": 0.8}}
    assert "Of 2 kinds of wrong translations, the source's share tells **1** better" in (
        remarks.compare_signs({"detachment": rows})
    )
    assert "tells **none** better" in remarks.compare_signs({"detachment": {"b": rows["b"]}})
    assert "tells **all** better" in remarks.compare_signs({"detachment": {"a": rows["a"]}})
