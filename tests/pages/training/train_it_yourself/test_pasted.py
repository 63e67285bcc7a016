import pytest

from pages.training.train_it_yourself import pasted


def test_lines_with_a_tab_or_an_equals_sign_are_pairs():
    found = pasted.parse_sentence_pairs("a dog = un chien\r\n\na cat\tun = chat\n")
    assert found.lines == ((("a", "dog"), ("un", "chien")), (("a", "cat"), ("un", "=", "chat")))
    assert found.remarks == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a dog", "Line 1 is left out: it has neither a tab nor an equals sign"),
        ("= chien", "nothing before the sign"),
        ("a dog = ", "nothing after the sign"),
        ("a " * 13 + "= b", "one side has 13 words, and at most 12"),
        ("a" * 30 + " = b", "has 30 letters, and at most 24"),
    ],
)
def test_a_line_that_cannot_be_used_says_why(line, said):
    found = pasted.parse_sentence_pairs(line)
    assert found.lines == ()
    assert len(found.remarks) == 1
    assert said in found.remarks[0]


def test_good_lines_beside_bad_ones_are_kept_and_numbered_as_typed():
    found = pasted.parse_sentence_pairs("\nx = y\n\nnothing\nu = v")
    assert found.lines == ((("x",), ("y",)), (("u",), ("v",)))
    assert found.remarks[0].startswith("Line 4 ")


def test_too_many_lines_are_counted():
    found = pasted.parse_sentence_pairs("\n".join(f"a{n} = b" for n in range(100)))
    assert len(found.lines) == 60
    assert found.remarks == ("It learns only the first 60 lines; 40 more are left out.",)


@pytest.mark.parametrize(
    "text", ["", "   \n\t\n", "=", "\0=\0", "\u200b = \ufffd", "=" * 5000, "\n" * 5000]
)
def test_nothing_useful_is_no_pair_and_no_error(text):
    assert pasted.parse_sentence_pairs(text).lines == ()


def test_emoji_and_markup_are_words_like_any_other():
    found = pasted.parse_sentence_pairs("☃ <b>x</b> = 🙂 **y**")
    assert found.lines == ((("☃", "<b>x</b>"), ("🙂", "**y**")),)


def test_phrases_have_two_words_and_a_kind():
    kept, remarks = pasted.parse_phrases("iron horse = steam engine\niron = metal\nbad line")
    assert kept == (("iron", "horse", "steam engine"),)
    assert len(remarks) == 2
    assert any("“iron” is left out: a phrase has two words, but this one" in one for one in remarks)
