"""What is said of the strip: short sentences are quoted, and chance is told on both sides."""

from pages.lab.steer_it.remarks import describe_takeaway

PLAIN, FIRST = "Wo wohnst du?", "Wo wohnen Sie?"


def told(*random: tuple[float, str]) -> str:
    return str(describe_takeaway(2.0, (PLAIN, FIRST), ((0.0, PLAIN), *random)))


def test_what_a_random_arrow_does_is_told_whichever_way_it_points():
    assert "changes nothing at any α" in told((-4.0, PLAIN), (4.0, PLAIN))
    assert "writes the very same at α = −2" in told((-3.0, FIRST), (-2.0, FIRST), (1.0, "Wo?"))
    other = told((-4.0, "Wo?"), (3.0, "Wer?"))
    assert "needs α = 3 to change anything, and then it writes something else" in other


def test_an_arrow_that_changes_nothing_is_said_to_change_nothing():
    assert "never changes “Wo wohnst du?”" in str(describe_takeaway(None, (PLAIN, ""), ()))


def test_of_a_long_translation_only_the_new_words_are_quoted():
    words = [f"wort{n}" for n in range(20)]
    now = " ".join([*words[:9], "Sie", *words[10:]])
    said = str(describe_takeaway(1.0, (" ".join(words), now), ()))
    assert "What's new: “Sie”." in said
    assert "wort3" not in said
