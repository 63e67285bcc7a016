"""Questions with their answers, read from the app's page Questions after an answer."""

import html
from dataclasses import dataclass

from ui.lesson.plan import Sentence
from ui.lesson.run import draw_page, iterate_elements, view_data
from ui.locales import ENGLISH
from ui.messages import _, language


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question with its answers, computed by the model for one sentence.

    Args:
        prompt: the question.
        options: the answers to choose from.
        right_indices: indices of the right answers, from 0.
        measured: the measured value of each option; "" for none.
        explanation: why they are right.
    """

    prompt: str
    options: tuple[str, ...]
    right_indices: tuple[int, ...]
    measured: tuple[str, ...]
    explanation: str


def find_question(question_number: int, sentence: Sentence) -> AnsweredQuestion | None:
    """Return a question of the page Questions, with its answers computed for one sentence.

    Args:
        question_number: number of the question on that page, such as 12.
        sentence: the sentence that the question is asked about.

    Returns:
        The answered question; None if the question cannot be asked about this sentence.
    """
    parameters = {"questions": str(question_number), "answers": f"{question_number}a"}
    spoken = {} if language() == ENGLISH else {"lang": language()}
    app = draw_page("questions", sentence.parameters | parameters | spoken)
    cards = (view_data(one) for one in iterate_elements(app.main))
    card = next((one for one in cards if one and "reveal" in one), None)
    if not card or not card["reveal"] or card["numbers"] != [question_number]:
        return None
    reveal = card["reveal"]
    return AnsweredQuestion(
        card["prompt"],
        tuple(card["options"]),
        tuple(reveal["right"]),
        tuple(str(one or "") for one in reveal["measured"]),
        reveal["explanation"],
    )


def question_html(question: AnsweredQuestion, name: str) -> str:
    """Return a question as an HTML form with radio buttons; the script ``lesson.js`` checks it.

    Args:
        question: the question.
        name: HTML attribute ``name`` of its radio buttons, unique on the page.
    """
    options = "".join(
        f'<label><input type="radio" name="{name}" value="{i}"> {html.escape(text)}'
        f"<small hidden>{html.escape(measured)}</small></label>"
        for i, (text, measured) in enumerate(zip(question.options, question.measured, strict=True))
    )
    right = " ".join(map(str, question.right_indices))
    return (
        f'<form class="question" data-right="{right}"><fieldset>'
        f"<legend>{html.escape(question.prompt)}</legend>{options}</fieldset>"
        f'<button type="submit">{_("Check")}</button><p class="verdict" role="status"></p>'
        f'<p class="why" hidden>{html.escape(question.explanation)}</p></form>'
    )
