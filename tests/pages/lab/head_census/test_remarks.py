"""Sentences of the head census are true for the numbers they are given."""

from model.changes.kinds import SilencedHead
from pages.lab.head_census import remarks
from pages.lab.head_census.compute import Limits
from ui.words import describe_probability_ratio

HEAD = SilencedHead("cross", 0, 1)
ROW = {"role": "aligns", "share": 0.68, "output": 0.81, "silencing": 3.51}


def test_before_anything_is_silenced_it_is_said_how_many_heads_can_go():
    said = str(remarks.describe_limits(Limits(66, 69, "la tête"), 96))
    assert "the 66 least needed of the 96 heads, and this translation stays the same" in said
    assert "With 69 off, it becomes “la tête”." in said
    assert "the 3 least needed of the 8" in str(remarks.describe_limits(Limits(0, 3, ""), 8))
    assert "no number" in str(remarks.describe_limits(Limits(66), 96))
    assert "All 96 heads are on" in str(remarks.describe_limits(Limits(0), 96))


def test_how_sure_the_model_is_up_to_where_the_translation_changes():
    p = {0: 0.89, 66: 0.71, 69: 0.43}
    assert str(remarks.describe_certainty(Limits(66, 69, "x"), p)) == (
        "With all heads on, the model is 89% sure of a token of this translation, on average. "
        "With 66 off, it's 71%. With 69 off, it's 43%."
    )
    assert str(remarks.describe_certainty(Limits(66), p)).endswith("With 66 off, it's 71%.")
    assert remarks.describe_certainty(Limits(0), p) is None


def test_whether_the_translation_stays_is_said_first():
    stays = remarks.describe_takeaway((48, 96), True, (0.61, 0.4))
    assert stays.startswith("48 of 96 heads are off, and **this translation stays the same,")
    assert "was 61% sure of a token on average, and now it's 40% sure" in stays
    other = remarks.describe_takeaway((1, 96), False, (0.61, 0.4))
    assert other.startswith("One head is off, and **the translation changes**")


def test_a_head_that_does_harm_makes_ln_p_rise_when_it_is_silenced():
    assert (
        f"**{describe_probability_ratio(-3.51)} on average** (ln p −3.51)"
        in remarks.describe_head(ROW, HEAD, True)
    )
    assert "this translation is **1.02 times more likely** (ln p +0.02)" in remarks.describe_head(
        ROW | {"silencing": -0.02}, HEAD, False
    )


def test_where_the_translation_breaks_is_said_with_the_number_before_it():
    assert remarks.describe_breaking_point(None, (0, 1, 2)).startswith("However many")
    assert remarks.describe_breaking_point(2, (0, 1, 2)).startswith("With 1 off")
    assert "didn't try any numbers in between" in remarks.describe_breaking_point(8, (0, 4, 8, 10))
    assert "Beam search" in remarks.describe_breaking_point(0, (0, 1))


def test_what_cannot_be_told_is_not_compared():
    none = {"right": 0, "told": 0, "sentences": 4}
    some = {"right": 1, "told": 4, "sentences": 6}
    assert remarks.describe_gender_accuracy(none, some).startswith(
        "We can tell the gender in too few"
    )
    assert "**25%** of the translations (4)" in remarks.describe_gender_accuracy(some, some)
    assert remarks.describe_accuracy(**some) == "1 of the 4 we can judge, out of 6"


def test_other_sentences_are_judged_at_a_number_that_was_measured():
    curve = {"silenced": [0, 8, 16], "chrf": [68.4, 68.2, 47.3]}
    kept, worse = (str(remarks.describe_other_sentences(curve, count)) for count in (15, 66))
    assert "with 8 off, their quality is 68 of 100" in kept
    assert "with 16 off, their quality falls from 68 to 47 of 100" in worse
    assert remarks.describe_other_sentences(curve, 7) is None


def test_every_role_has_a_name():
    from model.census.roles import ROLES

    named = {role for roles in ROLES.values() for role in roles}
    assert named | {"aligns", "mixed"} == set(remarks.ROLES)
