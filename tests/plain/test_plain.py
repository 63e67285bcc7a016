"""Words are plain: no page gets longer sentences, more numbers or private words than it has."""

import pytest

from tests.plain import bounds
from tests.plain.rules import MEAN, faults, sentences, table, word_count
from tests.plain.texts import Passage, fixed_texts

LONG_YET = {"history", "learning"}  # on average; no page is added here


@pytest.fixture(scope="module")
def passages():
    return fixed_texts()


def test_no_page_has_more_that_is_not_plain_than_it_had(passages):
    allowed, counted = bounds.read(), table(passages)
    more = {
        (page, kind): f"{counted[page][kind]}, allowed are {most}"
        for page in bounds.PAGES
        for kind, most in allowed[page].items()
        if counted[page][kind] > most
    }
    listed = [
        f"{fault.place}: {fault.what}: {fault.text}"
        for fault in faults(passages)
        if (fault.page, fault.kind) in more
    ]
    assert not more, "\n".join(listed)


def test_sentences_are_short_on_average(passages):
    long = {page for page, row in table(passages).items() if row["mean"] > MEAN}
    assert long <= LONG_YET


def found(text: str, page: str = "masking") -> list[str]:
    return [fault.kind for fault in faults([Passage(page, "here", text)])]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It is " + "very " * 30 + "long.", "long"),
        ("It goes from 1.5 to 2 and then to 30 %.", "numbers"),
        ("One thing: two things. And again: three.", "colons"),
        ("It silences the head.", "private"),
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
        "One thing: two things.",
        "The residual stream runs on. Its heads are switched off.",
        "A head looks at a token, and its softmax makes weights of scores.",
    ],
)
def test_what_is_plain_is_left_alone(text):
    assert found(text) == []


def test_a_paragraph_is_cut_into_its_sentences():
    text = "It says “Go.” Then it stops (Haviv et al. 2022, p. 3). Does it? 2 of 3 do."
    assert [word_count(each) for each in sentences(text)] == [3, 8, 2, 4]


def test_a_bound_never_rises(monkeypatch, tmp_path):
    monkeypatch.setattr(bounds, "FILE", tmp_path / "bounds.tsv")
    bounds.FILE.write_text("page\tlong\tnumbers\tcolons\tprivate\tearly\nmasking\t3\t2\t1\t0\t0\n")
    counted = {
        page: dict.fromkeys(("long", "numbers", "colons", "private", "early"), 2)
        for page in bounds.PAGES
    }
    bounds.lower(counted)
    assert list(bounds.read()["masking"].values()) == [2, 2, 1, 0, 0]
    assert not any(bounds.read()["tour"].values())
