"""Sentences about what the methods say."""

import math

from model.attribution.methods import METHODS
from pages.lab.who_contributed import remarks
from pages.lab.who_contributed.compute import MethodRow

NAMES = ["“The”", "“cat”", "“sleeps”"]


def row(name, points):
    return MethodRow(name, [0.0, 0.0, 0.0], top_source_index=points)


def test_methods_that_agree_are_said_to_agree():
    rows = [row("alti", 1), row("occlusion", 1), MethodRow("integrated", None)]
    assert (
        remarks.describe_takeaway(rows, NAMES)
        == "Here all 2 methods agree: they point at **“cat”**."
    )


def test_while_one_method_has_answered_it_is_said_so():
    told = remarks.describe_takeaway([row("attention", 1), MethodRow("occlusion", None)], NAMES)
    assert told == "So far, one method has answered: Attention points at **“cat”**."


def test_methods_are_grouped_by_the_word_they_point_at():
    rows = [row("attention", 2), row("alti", 1), row("gradient", 1), row("occlusion", 1)]
    assert remarks.describe_takeaway(rows, NAMES) == (
        "The 4 methods disagree. They point at **“cat”** (3 methods), **“sleeps”** (Attention)."
    )


def answer(name, points, share=0.5):
    shares = [0.0, 0.0, 0.0]
    shares[points] = share
    return MethodRow(name, shares, top_source_index=points)


def test_the_answers_of_the_first_methods_are_counted_and_told():
    three = [answer("attention", 0), answer("gradient", 1), answer("occlusion", 2)]
    said = str(remarks.describe_answers(three, NAMES, "chat"))
    assert said.startswith("3 methods, 3 answers.")
    assert f"Without {NAMES[2]}, “chat” loses most." in said
    measured = str(remarks.describe_answers(three, NAMES, "chat", [0.0, -1.0, math.log(4)]))
    assert measured.endswith(f"Without {NAMES[2]}, “chat” is 4.0 times less likely.")
    one = [answer(name, 1) for name in remarks.FIRST]
    assert "3 methods, one answer." in str(remarks.describe_answers(one, NAMES, "chat"))
    none = [*three[:2], answer("occlusion", 2, -0.1)]
    assert "loses most" not in str(remarks.describe_answers(none, NAMES, "chat"))
    assert "None of" in str(remarks.describe_answers(none[2:], NAMES, "chat"))


def test_what_a_word_loses_without_another_is_compared_with_attentions_first():
    told = str(remarks.describe_losses([math.log(2), 0.0, math.log(4)], 1, NAMES, "chat"))
    assert told == (
        "Without “sleeps”, “chat” is 4.0 times less likely. Without “cat”, which attention puts "
        "first, it's as likely as before."
    )
    same = str(remarks.describe_losses([0.0, 1.0, 0.0], 1, NAMES, "chat"))
    assert same.endswith("Attention puts the same token first.")


def test_a_share_falls_rises_or_stays():
    assert remarks.describe_share_trend([0.7, 0.2]).startswith(
        "The source's share falls from **0.70**"
    )
    assert "rises from **0.20**" in remarks.describe_share_trend([0.2, 0.7])
    assert "is **0.50** at the first token and" in remarks.describe_share_trend([0.5, 0.51])


def test_two_translations_are_compared():
    text = remarks.describe_share_difference([0.6, 0.8], [0.4, 0.4], (-0.5, -3.0))
    assert "smaller: **0.40**" in text
    assert "against **0.70** in the model's own" in text
    assert f"{math.exp(2.5):.0f} times less likely than" in text
    assert "about the same" in remarks.describe_share_difference([0.6], [0.61], (-1.0, -0.5))


def test_what_a_path_misses_is_rounded_up():
    assert (
        remarks.describe_integration_path(64, 0.0111) == "slopes of 64 steps, 0.02 nats off at most"
    )


def test_the_share_is_said_to_tell_as_many_kinds_better_as_it_does():
    rows = {"a": {"share": 0.9, "log_p": 0.8}, "b": {"share": 0.5, "log_p": 0.8}}
    assert "For **1** of the 2 kinds of error, the source's share beats" in (
        remarks.describe_detection({"detachment": rows})
    )
    assert "For **none** of the 1 kinds" in remarks.describe_detection(
        {"detachment": {"b": rows["b"]}}
    )
    assert "For **all** 1 kinds" in remarks.describe_detection({"detachment": {"a": rows["a"]}})


def test_what_was_measured_on_fewer_pairs_is_not_compared():
    errors = {"integrated": 0.1, "alti": 0.3, "rollout": 0.5}
    table = {
        "errors": {name: {"writes": {"mean": rate}} for name, rate in errors.items()},
        "spearman": {"with occlusion": {"integrated": 0.9, "alti": 0.2, "rollout": 0.6}},
    }
    said = remarks.describe_best_method(table)
    assert "**ALTI+** aligns best" in said
    assert "**Rollout** ranks the tokens most like occlusion" in said


def test_every_method_has_a_name_that_can_be_translated():
    assert set(METHODS.values()) <= set(remarks.NAMES)
