"""Questions with their options, and helpers that build them without giving the answer away.

The functions ``ask_...`` get a random generator, ``rng``: the same seed gives the same question.
"""

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
    """Return a question that asks which option has the largest value.

    Args:
        prompt: text of the question.
        options: the options with their measured values, in any order; they are shuffled.
        rng: the random generator that shuffles them.
        explanation: what was measured, and why; shown after answering.
        page_choices: link parameters, such as ``layer=2``, with which the question's page shows
            the answer.
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
        explanation: what was measured, and why; shown after answering.
        page_choices: link parameters, such as ``layer=2``, with which the question's page shows
            the answer.
    """
    made = (option if isinstance(option, Option) else Option(option) for option in options)
    return Question(prompt, tuple(made), frozenset([right_index]), explanation, page_choices)


def sort_number_options(numbers: Sequence[int | float], right_number: float) -> tuple[list, int]:
    """Return numbers as options of a question: sorted, each once, the right one among them.

    Args:
        numbers: the options, in any order.
        right_number: the right one, which is added if it is missing.

    Returns:
        The sorted options, and the index of the right one.
    """
    rising = sorted({*numbers, right_number})
    return rising, rising.index(right_number)


def sample_token(tokens: Sequence[Token], rng: Random) -> int:
    """Return the position of a random token that is a good subject for a question.
    It is a word known to the vocabulary if there is one; else any word, else any token with a
    letter, else position 0.
    """
    words = [i for i, token in enumerate(tokens) if any(c.isalpha() for c in token.text)]
    plain = [i for i in words if not tokens[i].special]
    known = [i for i in plain if tokens[i].known]
    return rng.choice(known or plain or words or [0])


def sample_positions(position_count: int, kept_positions: Sequence[int], rng: Random) -> list[int]:
    """Return the given positions, then random other ones until there are four, if there are enough.

    Args:
        position_count: number of positions to choose from, 0 to ``position_count`` - 1.
        kept_positions: the given positions, which come first and are all returned.
        rng: the random generator.
    """
    others = [place for place in range(position_count) if place not in kept_positions]
    return [
        *kept_positions,
        *rng.sample(others, min(len(others), max(0, MAX_OPTIONS - len(kept_positions)))),
    ]


def sample_top_positions(values: Sequence[float], rng: Random) -> list[int]:
    """Return up to four positions: those of the three largest values, then a random other one.

    Args:
        values: a value for each position.
        rng: random generator.
    """
    ranked = sorted(range(len(values)), key=lambda place: -values[place])
    return sample_positions(len(values), ranked[: MAX_OPTIONS - 1], rng)
