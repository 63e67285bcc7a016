"""Questions with their options, and helpers that build them without giving the answer away."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from ui.readings.reading import Reading, Token

MAX_OPTIONS = 4  # most options of a question


@dataclass(frozen=True)
class Option:
    """One option of a multiple-choice question.

    Args:
        text: text of the option.
        measured: the measured value, shown after answering.
        share: the value as the length of a bar, from 0 to 1; None for no bar.
    """

    text: str
    measured: str = ""
    share: float | None = None


@dataclass(frozen=True)
class Question:
    """A multiple-choice question about the sentence and the model, with its answer.

    Args:
        prompt: text of the question.
        options: the options to choose from.
        right_indices: indices of the right ones; several where the model's numbers are equal.
        explanation: what was measured, and why.
        page_choices: link parameters with which its page shows the answer.
    """

    prompt: str
    options: tuple[Option, ...]
    right_indices: frozenset[int]
    explanation: str
    page_choices: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """A person's answer to a question.

    Args:
        choice: index of the chosen option.
        right: whether it is right.
        prompt: text of the question.
        chosen_text: text of the chosen option.
        right_text: text of the right option or options.
    """

    choice: int
    right: bool
    prompt: str
    chosen_text: str
    right_text: str


@dataclass(frozen=True)
class QuestionKind:
    """One kind of question.

    Args:
        name: its name in the session.
        page: the page that shows the answer.
        build: builds the question; the random generator chooses the rest, such as layer and head.
        fits: returns whether it applies to a sentence; must be fast.
        invariant: whether the unedited model gives the same answer for every sentence.
        named: which of layer, head and step its prompt names; worksheets show no others.
    """

    name: str
    page: str
    build: Callable[[Reading, Random], Question]
    fits: Callable[[Reading], bool] = lambda reading: True
    invariant: bool = False
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class MeasuredOption:
    """An option with its measured value; the one with the largest value is right.

    Args:
        text: text of the option.
        value: the measured value.
        measured: the value as text.
        share: the value as the length of a bar, as in ``Option``.
    """

    text: str
    value: float
    measured: str
    share: float | None = None


def ask_for_largest(
    prompt: str,
    options: Sequence[MeasuredOption],
    rng: Random,
    explanation: str,
    **page_choices: object,
) -> Question:
    """Return a question that asks which option has the largest value; options are shuffled.

    Args:
        prompt: text of the question.
        options: the options with their measured values.
        rng: shuffles the options.
        explanation: what was measured, and why.
        page_choices: link parameters with which its page shows the answer, such as layer and head.
    """
    shuffled = list(options)
    rng.shuffle(shuffled)
    most = max(answer.value for answer in shuffled)
    return Question(
        prompt,
        tuple(Option(answer.text, answer.measured, answer.share) for answer in shuffled),
        frozenset(place for place, answer in enumerate(shuffled) if answer.value == most),
        explanation,
        page_choices,
    )


def ask_in_fixed_order(
    prompt: str,
    options: Sequence[Option | str],
    right_index: int,
    explanation: str,
    **page_choices: object,
) -> Question:
    """Return a question whose options stay in the given order, such as rising numbers.

    Args:
        prompt: text of the question.
        options: the options, in their order.
        right_index: index of the right one.
        explanation: what was measured, and why.
        page_choices: link parameters with which its page shows the answer, such as layer and head.
    """
    made = (option if isinstance(option, Option) else Option(option) for option in options)
    return Question(prompt, tuple(made), frozenset([right_index]), explanation, page_choices)


def sort_number_options(numbers: Sequence[int | float], right_number: float) -> tuple[list, int]:
    """Return the distinct numbers, the right one included, rising, and the right one's index."""
    rising = sorted({*numbers, right_number})
    return rising, rising.index(right_number)


def sample_token(tokens: Sequence[Token], rng: Random) -> int:
    """Return the position of a random token, if possible a word that the vocabulary has."""
    words = [i for i, token in enumerate(tokens) if any(c.isalpha() for c in token.text)]
    plain = [i for i in words if not tokens[i].special]
    known = [i for i in plain if tokens[i].known]
    return rng.choice(known or plain or words or [0])


def sample_positions(position_count: int, kept_positions: Sequence[int], rng: Random) -> list[int]:
    """Return up to four positions below position_count: those to keep, then random other ones."""
    others = [place for place in range(position_count) if place not in kept_positions]
    return [
        *kept_positions,
        *rng.sample(others, min(len(others), max(0, MAX_OPTIONS - len(kept_positions)))),
    ]


def sample_top_positions(values: Sequence[float], rng: Random) -> list[int]:
    """Return up to four positions: those of the three largest values, and a random other one."""
    ranked = sorted(range(len(values)), key=lambda place: -values[place])
    return sample_positions(len(values), ranked[: MAX_OPTIONS - 1], rng)
