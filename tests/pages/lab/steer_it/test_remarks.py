"""What is said of the strip: short sentences are quoted, and chance is told on both sides."""

from pages.lab.steer_it.remarks import describe_takeaway

PLAIN, FIRST = "Wo wohnst du?", "Wo wohnen Sie?"


def test_a_random_direction_that_acts_backwards_is_not_said_to_change_nothing():
    assert "changes nothing, all the way" in str(
        describe_takeaway(2.0, (PLAIN, FIRST), (None, None))
    )
    back = str(describe_takeaway(2.0, (PLAIN, FIRST), (None, -4.0)))
    assert (
        "changes nothing up to α = 4; pointing backwards, it first changes something at α = −4."
        in back
    )
    assert "needs α = 3 to change" in str(describe_takeaway(2.0, (PLAIN, FIRST), (3.0, -4.0)))


def test_of_a_long_translation_only_the_new_words_are_quoted():
    words = [f"wort{n}" for n in range(20)]
    now = " ".join([*words[:9], "Sie", *words[10:]])
    said = str(describe_takeaway(1.0, (" ".join(words), now), (None, None)))
    assert "What's new: “Sie”." in said
    assert "wort3" not in said
