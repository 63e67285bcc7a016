"""Words are plain: short sentences, two numbers at most, no word that is only ours."""

import pytest

from tests.plain.rules import MEAN, faults, sentences, table, word_count
from tests.plain.texts import CODE, Passage, fixed_texts, of_python


@pytest.fixture(scope="module")
def passages():
    return fixed_texts()


def test_all_that_stands_in_files_is_plain(passages):
    assert [f"{one.place}: {one.what}: {one.text}" for one in faults(passages)] == []


def test_sentences_are_short_on_average(passages):
    assert {page for page, row in table(passages).items() if row["mean"] > MEAN} == set()


def found(text: str, page: str = "masking") -> list[str]:
    return [fault.kind for fault in faults([Passage(page, "here", text)])]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It is " + "very " * 30 + "long.", "long"),
        ("It goes from 1.5 to 2 and then to 30 %.", "numbers"),
        ("One thing: two things: three.", "colons"),
        ("It silences the head.", "private"),
        ("The word looks at its neighbour.", "private"),
        ("Of all heads, this one matters most.", "private"),
        ("The sentence is translated anew.", "private"),
        ("It has a residual stream, and the stream goes on.", "private"),
        ("A mixture of experts is another thing.", "early"),
    ],
)
def test_what_is_not_plain_is_found(text, kind):
    assert found(text) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "Layer 2, head 5 puts 30 % of its weight there, and layer 3, head 1 only 20 %.",
        "In 2017 a paper (Vaswani et al. 2017) said so. Table 3 has the numbers 1 and 2.",
        "One thing: two things. And again: three.",
        "The residual stream runs on. Its heads are switched off.",
        "A head attends to a token, and its softmax makes weights of scores.",
    ],
)
def test_what_is_plain_is_left_alone(text):
    assert found(text) == []


def test_a_paragraph_is_cut_into_its_sentences():
    text = "It says “Go.” Then it stops (Haviv et al. 2022, p. 3). Does it? 2 of 3 do."
    assert [word_count(each) for each in sentences(text)] == [3, 8, 2, 4]


def test_axes_styles_and_sentences_to_learn_from_are_no_texts():
    script = '''
LESSON = """
A small house is old. = Ein kleines Haus ist alt.
Nobody knows it now. = Niemand weiß es jetzt.
"""
def draw(x: Float[Tensor, "layer head query key"], names: dict) -> None:
    """Draw it with nobody around."""
    return style("--columns: 3; --rows: 4 in all", names["a key of many words"], "What is read")
'''
    said = [text for _, text in of_python(script) if not CODE.search(text)]
    assert [text for text in said if text] == ["What is read"]
