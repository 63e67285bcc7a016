"""What a question is, and how its answers come into an order that gives nothing away."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from ui.readings.reading import Reading, Token

CHOICES = 4  # answers of a question that has many


@dataclass(frozen=True)
class Option:
    """One answer that can be chosen.

    Args:
        text: what it says.
        measured: what the model computed for it, told afterwards.
        share: the same as the length of a bar, from 0 to 1; None for no bar.
    """

    text: str
    measured: str = ""
    share: float | None = None


@dataclass(frozen=True)
class Question:
    """A question about the sentence and the model, with its answer.

    Args:
        prompt: what is asked.
        options: the answers to choose from.
        right: which of them are right; several where the model's numbers are equal.
        explanation: what was measured and why it is so.
        look: where its page shows it: what the page's link would say.
    """

    prompt: str
    options: tuple[Option, ...]
    right: frozenset[int]
    explanation: str
    look: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """What a visitor predicted.

    Args:
        choice: number of the option, from 0.
        right: whether it was a right one.
        prompt: what was asked.
        said: the option in words.
        truth: the right one, or ones, in words.
    """

    choice: int
    right: bool
    prompt: str
    said: str
    truth: str


@dataclass(frozen=True)
class Ask:
    """One kind of question.

    Args:
        name: of it, in the session.
        page: the page that shows what it asks about.
        build: makes the question; chance decides what is left open, such as layer and head.
        fits: whether it makes sense for a sentence; quick.
        law: whether the unedited model gives the same answer for every sentence.
        named: which of layer, head and step its words name: paper shows no others.
    """

    name: str
    page: str
    build: Callable[[Reading, Random], Question]
    fits: Callable[[Reading], bool] = lambda reading: True
    law: bool = False
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measured:
    """An answer, before it is known which one is right.

    Args:
        text: what it says.
        value: the one with the largest value is right.
        said: the value in words.
        share: see ``Option``.
    """

    text: str
    value: float
    said: str
    share: float | None = None


def largest(
    prompt: str, answers: Sequence[Measured], chance: Random, why: str, **look: object
) -> Question:
    """Ask which answer has the largest value; their order is left to chance."""
    shuffled = list(answers)
    chance.shuffle(shuffled)
    most = max(answer.value for answer in shuffled)
    return Question(
        prompt,
        tuple(Option(answer.text, answer.said, answer.share) for answer in shuffled),
        frozenset(place for place, answer in enumerate(shuffled) if answer.value == most),
        why,
        look,
    )


def ask_in_order(
    prompt: str, options: Sequence[Option | str], right: int, why: str, **look: object
) -> Question:
    """Ask a question whose answers have an order of their own, such as numbers that rise."""
    made = (option if isinstance(option, Option) else Option(option) for option in options)
    return Question(prompt, tuple(made), frozenset([right]), why, look)


def among(numbers: Sequence[int | float], right: float) -> tuple[list, int]:
    """Return different numbers in rising order, and the place of the right one among them."""
    rising = sorted({*numbers, right})
    return rising, rising.index(right)


def some(tokens: Sequence[Token], chance: Random) -> int:
    """Choose a token that is a known word, if there is one; return its place."""
    words = [i for i, token in enumerate(tokens) if any(c.isalpha() for c in token.text)]
    plain = [i for i in words if not tokens[i].special]
    known = [i for i in plain if tokens[i].known]
    return chance.choice(known or plain or words or [0])


def pick_places(count: int, kept: Sequence[int], chance: Random) -> list[int]:
    """Choose a few of the places 0 to ``count`` - 1, some of them surely."""
    others = [place for place in range(count) if place not in kept]
    return [*kept, *chance.sample(others, min(len(others), max(0, CHOICES - len(kept))))]


def rivals(values: Sequence[float], chance: Random) -> list[int]:
    """Choose the largest value's place, its two strongest rivals and another one."""
    ranked = sorted(range(len(values)), key=lambda place: -values[place])
    return pick_places(len(values), ranked[: CHOICES - 1], chance)
