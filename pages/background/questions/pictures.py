"""Attention weights for a worksheet: the map that a question is about, without its answer."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pages.background.questions.asks import Question, QuestionKind
from ui.messages import _
from ui.readings.changes import ATTENTION_NAMES
from ui.readings.reading import Reading, Token, token_name
from ui.words import escape_markdown, format_decimal

ATTENTION = {"masking": "decoder", "cross_attention": "cross"}  # pages with one type
FADED = 55  # colour strength, in per cent, of a cell with weight 1
WIDEST = 24  # most columns whose numbers fit on paper


@dataclass(frozen=True)
class WeightMap:
    """A map of attention weights, as a table.

    Args:
        title: title of the map.
        rows: name of each row.
        columns: name of each column.
        cells: weights from 0 to 1; None for a cell to be filled in.
    """

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[float | None]]


def build_weight_map(
    question_kind: QuestionKind, question: Question, reading: Reading
) -> WeightMap | None:
    """Return the attention weights that a question is about, as a table for the worksheet.

    The weights are those of the layer and head that the question's text names: those of another
    layer or head could give the answer away.

    Args:
        question_kind: the kind of question.
        question: the question.
        reading: the sentence and the trace of its pass.

    Returns:
        The table; its cells are None if students are to fill it in. None if the question is not
        about attention, or its text does not say which weights are meant.
    """
    kind = str(question.page_choices.get("attention") or ATTENTION.get(question_kind.page, ""))
    if kind not in ATTENTION_NAMES:
        return None
    asks, answers = reading.axes(kind)
    queries, keys = _number_tokens(asks), _number_tokens(answers)
    if question_kind.name == "hidden_cells":
        empty = [[None] * len(keys)] * len(queries)
        return WeightMap(_("The decoder's scores"), queries, keys, empty)
    place = find_named_choices(question_kind, question.page_choices)
    if "layer" not in place:
        return None
    weights = reading.attention(kind, int(str(place["layer"])) - 1)["weights"][0]
    names = {"attention": _(ATTENTION_NAMES[kind]), **place}
    if "head" in place:
        cells = weights[int(str(place["head"])) - 1].tolist()
        title = _("{attention}, layer {layer}, head {head}").format(**names)
        return WeightMap(title, queries, keys, cells)
    if "word" not in question.page_choices:
        return None
    word = int(str(question.page_choices["word"])) - 1
    heads = [_("head {head}").format(head=head) for head in range(1, len(weights) + 1)]
    title = _("{attention}, layer {layer}: what {token} attends to")
    return WeightMap(
        title.format(token=token_name(asks, word), **names), heads, keys, weights[:, word].tolist()
    )


def _number_tokens(tokens: Sequence[Token]) -> list[str]:
    """Return tokens with their positions, such as "1 The"."""
    return [f"{place} {token.text}" for place, token in enumerate(tokens, 1)]


def find_named_choices(
    question_kind: QuestionKind, page_choices: Mapping[str, object]
) -> dict[str, object]:
    """Return those settings of the page that the text of a question names.
    They may be shown with the question: they do not give the answer away.

    Args:
        question_kind: the kind of question; its ``named`` lists which of "layer", "head" and "step"
            the text names.
        page_choices: all settings with which the page shows the answer.
    """
    return {name: page_choices[name] for name in question_kind.named}


def _format_cell(cell: float | None) -> str:
    """Return a weight with two decimals; "" for a cell to be filled in."""
    return "" if cell is None else format_decimal(cell, 2)


def weight_map_markdown(weight_map: WeightMap) -> str:
    """Return a table of attention weights in Markdown."""
    head = ["", *weight_map.columns]
    rows = [
        [name, *map(_format_cell, cells)]
        for name, cells in zip(weight_map.rows, weight_map.cells, strict=True)
    ]
    lines = [head, ["---"] * len(head), *rows]
    table = "\n".join(f"| {' | '.join(_escape_cell(cell) for cell in line)} |" for line in lines)
    return f"{escape_markdown(weight_map.title)}\n\n{table}"


def _escape_cell(text: str) -> str:
    """Return the text of a Markdown cell, escaped except for separators."""
    return text if set(text) == {"-"} else escape_markdown(text)


def weight_map_html(weight_map: WeightMap) -> str:
    """Return a table of attention weights in HTML: the larger a weight, the darker its cell."""
    names = map(html.escape, weight_map.columns)
    head = "".join(f"<th scope='col'><span>{name}</span></th>" for name in names)
    rows = "".join(
        f"<tr><th scope='row'>{html.escape(name)}</th>{''.join(map(_cell_html, cells))}</tr>"
        for name, cells in zip(weight_map.rows, weight_map.cells, strict=True)
    )
    kind = "weights many" if len(weight_map.columns) > WIDEST else "weights"
    title = f"<caption>{html.escape(weight_map.title)}</caption>"
    return f"<table class='{kind}'>{title}<tr><td></td>{head}</tr>{rows}</table>"


def _cell_html(cell: float | None) -> str:
    """Return an HTML cell with a weight, its colour strength by the weight."""
    return f"<td style='--share: {FADED * (cell or 0):.0f}%'>{_format_cell(cell)}</td>"
