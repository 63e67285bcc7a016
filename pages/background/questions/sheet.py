"""An exercise on paper: a worksheet, and its answers with the measured values."""

from collections.abc import Iterator, Mapping, Sequence

from pages.background.questions.asks import QuestionKind, build_question, get_number
from pages.background.questions.pictures import (
    WeightMap,
    build_weight_map,
    find_named_choices,
    weight_map_markdown,
)
from ui import contents
from ui.messages import _
from ui.readings.reading import Reading, Token
from ui.words import escape_markdown, in_quotes, language_name

LINES = 2  # blank lines below each question


def worksheet_markdown(parts: Sequence[str | WeightMap]) -> str:
    """Return a worksheet as one Markdown text.

    Args:
        parts: the parts of the worksheet in order: Markdown texts, and maps of attention weights,
            which become tables of numbers.
    """
    return "\n\n".join(one if isinstance(one, str) else weight_map_markdown(one) for one in parts)


def build_worksheet(
    question_kinds: Sequence[QuestionKind], reading: Reading, *, with_answers: bool
) -> list[str | WeightMap]:
    """Return a worksheet, or its answer sheet, as a list of parts to show or print.

    Parts are Markdown texts and maps of attention weights. Markdown in what people typed is
    escaped.

    Args:
        question_kinds: the kinds of questions.
        reading: the reading that they are about.
        with_answers: whether to give right answers, values and reasons instead of blank lines.
    """
    sentence = _("Sentence: {sentence}").format(sentence=escape_markdown(reading.text))
    translation = _("Translation: {translation} ({language})").format(
        translation=escape_markdown(reading.translation), language=language_name(reading.language)
    )
    head = ["## " + _("Answers"), sentence, translation]
    if not with_answers:
        source, output = _number_tokens(reading.source), _number_tokens(reading.output)
        head = [
            "## " + _("Worksheet"),
            _("Name: {name}").format(name="\\_" * 30),
            sentence,
            translation,
            _("Tokens of the sentence: {tokens}").format(tokens=source),
            _("Steps of the translation: {tokens}").format(tokens=output),
        ]
    return [
        "\n\n".join(head),
        *(
            part
            for ask in question_kinds
            for part in _build_question_parts(ask, reading, with_answers)
        ),
    ]


def _number_tokens(tokens: Sequence[Token]) -> str:
    """Return tokens with their positions as one line of Markdown."""
    return ", ".join(
        f"{place} {in_quotes(escape_markdown(token.text))}" for place, token in enumerate(tokens, 1)
    )


def _build_question_parts(
    question_kind: QuestionKind, reading: Reading, with_answers: bool
) -> Iterator[str | WeightMap]:
    """Yield a question's parts: prompt, weight map, options, and the answer or blank lines."""
    asked = build_question(question_kind, reading)
    yield f"### {get_number(question_kind)}. {escape_markdown(asked.prompt)}"
    if not with_answers and (drawn := build_weight_map(question_kind, asked, reading)):
        yield drawn
    rows = []
    for place, option in enumerate(asked.options):
        right = with_answers and place in asked.right_indices
        box = ("☒" if right else "☐") + f" {escape_markdown(option.text)}"
        measured = (
            f" ({escape_markdown(option.measured)})" if with_answers and option.measured else ""
        )
        rows.append(f"- **{box}**{measured}" if right else f"- {box}{measured}")
    said = ["\n".join(rows)]
    if with_answers:
        said.append(escape_markdown(asked.explanation))
    else:
        said += [_("Because {reason}").format(reason="\\_" * 60)] + ["\\_" * 68] * (LINES - 1)
    if question_kind.page != "questions":
        said.append(
            _describe_location(
                question_kind,
                asked.page_choices
                if with_answers
                else find_named_choices(question_kind, asked.page_choices),
            )
        )
    yield "\n\n".join(said)


def _describe_location(question_kind: QuestionKind, page_choices: Mapping[str, object]) -> str:
    """Describe where a question's picture is: the page, and the layer, head and step to choose."""
    names = {
        "layer": _("layer {layer}"),
        "head": _("head {head}"),
        "step": _("step {step}"),
    }
    page = _(contents.find_page(question_kind.page).title)
    place = ", ".join(
        name.format(**page_choices) for key, name in names.items() if key in page_choices
    )
    if not place:
        return _("For the picture, see the page {page}.").format(page=page)
    return _("For the picture, see the page {page}, {place}.").format(page=page, place=place)
