"""Lesson plans: which pages, how long, which questions; a short code in a link starts each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ui.messages import N_


@dataclass(frozen=True)
class Lesson:
    """A school lesson: pages to visit, then questions.

    Args:
        name: title of the lesson, in English.
        pages: names of its pages, in order.
        minutes: minutes for each page.
        questions: numbers of the questions on the page "questions", from 1, such as "5,7,15".
    """

    name: str
    pages: Sequence[str]
    minutes: Sequence[int]
    questions: str

    @property
    def tour_parameter(self) -> str:
        """The lesson's value of the link parameter ``tour``: page names joined by commas."""
        return ",".join(self.pages)

    @property
    def initial_choices(self) -> Mapping[str, str]:
        """The query parameter that selects its questions, such as {"questions": "5,7,15"}."""
        return {"questions": self.questions}


@dataclass(frozen=True)
class Plan:
    """A lesson plan: one lesson or several, with a goal and homework.

    Args:
        title: its title, a message.
        goal: "Afterwards students can ...".
        lessons: its lessons.
        homework: the homework, a message; "" for none.
    """

    title: str
    goal: str
    lessons: Sequence[Lesson]
    homework: str = ""


def _make_lesson(name: str, exercise: str, /, **minutes: int) -> Lesson:
    """Return a lesson, given its question numbers and each page with its minutes, in order."""
    return Lesson(name, tuple(minutes), tuple(minutes.values()), exercise)


PLANS = (
    Plan(
        N_("45 minutes: what attention is"),
        N_(
            "Afterwards, students can say what a query and a key are, and they can read a map of "
            "weights."
        ),
        (
            _make_lesson(
                N_("What attention is"),
                "5,7,15",
                overview=4,
                why_attention=8,
                scaled_dot_product=12,
                multi_head=8,
                cross_attention=8,
                questions=5,
            ),
        ),
        N_("Take the tour alone and hand in its link."),
    ),
    Plan(
        N_("90 minutes: the whole model"),
        N_("Afterwards, students can follow a sentence from its tokens to its translation."),
        (
            _make_lesson(
                N_("The whole model"),
                "1,5,13,15,18,20",
                overview=6,
                tokenization=6,
                positional_encoding=8,
                scaled_dot_product=12,
                multi_head=8,
                residual_and_norm=7,
                masking=8,
                cross_attention=9,
                next_token=6,
                decoding=10,
                questions=10,
            ),
        ),
        N_("Answer the same questions for a sentence of your own."),
    ),
    Plan(
        N_("4 × 45 minutes: a unit with homework"),
        N_(
            "Afterwards, students can explain each block of the figure and test what it's "
            "needed for."
        ),
        (
            _make_lesson(
                N_("From words to vectors"),
                "1,3,4",
                overview=8,
                tokenization=12,
                positional_encoding=15,
                questions=10,
            ),
            _make_lesson(
                N_("Attention"),
                "5,6,7,9",
                why_attention=10,
                scaled_dot_product=15,
                multi_head=10,
                questions=10,
            ),
            _make_lesson(
                N_("The decoder"),
                "13,14,15,16",
                shifted_input=10,
                masking=12,
                cross_attention=13,
                questions=10,
            ),
            _make_lesson(
                N_("The output, and what the model needs"),
                "18,19,20,21",
                next_token=10,
                decoding=13,
                break_it=12,
                questions=10,
            ),
        ),
        N_(
            "After each lesson, students repeat the exercise with a sentence of their own and "
            "hand it in as a link."
        ),
    ),
)
LESSONS = tuple(lesson for plan in PLANS for lesson in plan.lessons)
# Minutes of each tour step for a visitor on their own; 23 in all.
MINUTES_ALONE = {
    "overview": 2,
    "tokenization": 1,
    "embedding": 1,
    "why_attention": 2,
    "queries_keys_values": 2,
    "train_it_yourself": 3,
    "scaled_dot_product": 2,
    "multi_head": 1,
    "positional_encoding": 2,
    "shifted_input": 1,
    "cross_attention": 1,
    "decoding": 2,
    "teach_it": 2,
    "break_it": 1,
}
