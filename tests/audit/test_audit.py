"""What pages say of a sentence is judged, and its numbers follow from the tensors once more."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.audit.claims import CLAIMS, agrees, checked
from tests.audit.facts import facts_of
from tests.audit.judges import judgments
from tests.audit.sentences import SENTENCES, Visit
from tests.audit.walk import Seen, Text, walk
from ui.contents import PAGES
from ui.readings import session

# All thirty sentences take minutes: see ``python -m tests.audit``.
VISITS = (
    Visit("The cat is sleeping because it is tired."),
    Visit("no no no no", "en", "es", (("layer", "2"), ("head", "3"), ("word", "2"), ("step", "2"))),
    Visit("chat", "fr", "en", (("attention", "cross"), ("divide", "False"))),
)


def unsure_visit() -> Visit:
    """Return a visit whose translation is likely wrong."""
    for visit in SENTENCES:
        if session.doubt_counts(session.read(visit.text, visit.target), visit.source) is not None:
            return visit
    raise AssertionError("the model is sure of all sentences")


def departing_visit() -> Visit:
    """Return a visit at a step where the search wrote another token than the likeliest."""
    for visit in SENTENCES:
        reading = session.read(visit.text, visit.target)
        likeliest = reading.trace["logits"][0].argmax(dim=-1).tolist()
        said = reading.output_ids[:-1]  # before the end token
        pairs = zip(said, likeliest, strict=False)
        for step, (token, best) in enumerate(pairs, start=1):
            if token != best:
                return replace(visit, choices=(("step", str(step)),))
    raise AssertionError("the search is greedy in all sentences")


@pytest.fixture(scope="module")
def seen() -> list[Seen]:
    session.load_model()
    overview, next_token = (
        [page for page in PAGES if page.name == name] for name in ("overview", "next_token")
    )
    return [
        *(page for visit in VISITS for page in walk(visit)),
        *walk(unsure_visit(), overview),
        *walk(departing_visit(), next_token),
    ]


def test_no_text_has_a_fault_that_a_machine_can_see(seen):
    faults = Counter(
        f"{one.page}, {text.kind}: {fault}: {text.text}"
        for one in seen
        for text, fault in judgments(one)
    )
    assert list(faults) == []


def test_every_number_that_is_claimed_follows_from_the_tensors(seen):
    made = Counter()
    for one in seen:
        for claim, wrong in checked(one, facts_of(one)):
            made[claim] += 1
            assert not wrong, f"{one.page}: {wrong}"
    assert [claim.pattern for claim in CLAIMS if not made[claim]] == []


def page(text: str, kind: str = "html.look", typed: str = "Hi") -> Seen:
    """Return a page that says one thing."""
    return Seen(Visit(typed), "any", (Text(kind, text, text),), {}, ())


@pytest.mark.parametrize(
    "text",
    [
        "Its sentence is 485,165,195.4 times as probable.",
        "It is lower by -0.002 nats.",
        "It is higher by −0.00 nats.",
        "The rate is 1.98e-03 at most.",
        "There are 1 layers of it.",
        "It has 3 token in all.",
        "And 0 of the 3 tokens never reach it.",
        "It moves at 1 of the 1 others.",
        "The the word is here.",
        "The value is nan.",
        "It has {count} of them.",
        "It says so .",
        "Most of **it is bold.",
        "“cat” is most like “cat” (0.31).",
        "This sentence has nine words and more, but no end",
    ],
)
def test_what_is_wrong_is_found(text):
    assert list(judgments(page(text)))


@pytest.mark.parametrize(
    "text",
    [
        "E holds 2,129,152 of the 9,489,664 numbers that were learned.",
        "It moves by −0.5, which is 3 · 10⁻³ of it, in 1 layer and 2 heads.",
        "“no no” is what it says.",
        "“cat” (row 1) is most like “cat” (row 3).",
        "What to look for?",
        "The reference says “{x}”, and 1.0 of it.",
    ],
)
def test_what_is_right_is_left_alone(text):
    assert not list(judgments(page(text)))


def test_markup_that_somebody_typed_is_found():
    typed = "<img src=x>"
    assert list(judgments(page(typed, "html", typed)))
    assert not list(judgments(Seen(Visit(typed), "any", (Text("html", typed, "&lt;img"),), {}, ())))


@pytest.mark.parametrize(
    ("shown", "value", "right"),
    [
        ("0.12", 0.1249, True),
        ("0.12", 0.126, False),
        ("−1.5", -1.5, True),
        ("12 %", 0.1234, True),
        ("1,024", 1024, True),
        ("cat", "cat", True),
        ("cat", "hat", False),
    ],
)
def test_a_number_agrees_to_the_last_digit_that_is_shown(shown, value, right):
    assert agrees(shown, value) is right
