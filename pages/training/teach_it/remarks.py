"""Sentences about a lesson: what the model learned and forgot."""

import math
import re
from collections.abc import Mapping, Sequence

from model.changes.lesson import Lesson
from model.tokenizer import SPACE
from pages.training.teach_it.compute import Examination, count_right_answers
from pages.training.teach_it.typed import Question
from ui.messages import N_, _, ngettext
from ui.sentence import Remark, say
from ui.words import format_percent

FORGOT = 0.01  # nats per token: losses above this exceed the noise between seeds
LOST = 1.0  # nats: beyond this the model no longer writes sentences
NOT_KEPT = N_(
    "The lesson was stopped before its last step, so the other pages can't use its "
    "model. Choose fewer steps, or teach it again."
)
IN_USE = N_("Every page now uses this model, until you press “Back to normal” in the bar above.")
TEACH_FIRST = N_(
    "Press Teach first, at the top. When the lesson is over, you'll see here what changed."
)
NO_ROWS = N_(
    "No row of E moved, because this lesson trained only the thin matrices next to W_Q and W_V."
)


def describe_takeaway(
    lesson: Lesson,
    questions: Sequence[Question],
    examinations: Sequence[Examination],
    demonstration: str,
) -> str:
    """Return the takeaway: how many test questions are translated right, and what the model forgot.

    Args:
        lesson: sentence pairs and training settings.
        questions: the test questions.
        examinations: the model's states so far, with their translations; the first one is that
            before the lesson.
        demonstration: what the lesson demonstrates, in a sentence that is returned before the first
            step; "" for none.
    """
    now = examinations[-1]
    if now.step == 0:
        shown = demonstration or _("Press Teach and watch how the questions are translated.")
        return " ".join(filter(None, [_describe_right_answers(questions, now), shown]))
    return " ".join(
        filter(
            None,
            [_describe_right_answers(questions, now), describe_forgetting(lesson, examinations)],
        )
    )


def describe_result(
    lesson: Lesson, questions: Sequence[Question], examinations: Sequence[Examination]
) -> str:
    """Describe, for the page's end, what the lesson taught and what it cost.

    Args:
        lesson: sentence pairs and training settings.
        questions: the test questions.
        examinations: the model's states so far, with their translations; the first one is that
            before the lesson.
    """
    asked = sum(bool(question.answer) for question in questions)
    before, now = (count_right_answers(questions, examinations[place]) for place in (0, -1))
    taught = examinations[-1].step > 0
    counted = ""
    if asked:
        counted = (
            _("**{now} of {count}** questions are right now, and {before} were before.")
            if taught
            else _("**{now} of {count}** questions are right so far.")
        ).format(now=now, before=before, count=asked)
    rest = (
        describe_forgetting(lesson, examinations)
        if taught
        else _("Press Teach, and this line will say what the model learned, and what it forgot.")
    )
    return f"{counted} {rest}".strip()


def _describe_right_answers(questions: Sequence[Question], examination: Examination) -> str:
    """Describe how many questions are translated right; "" if no question has an answer."""
    asked = sum(bool(question.answer) for question in questions)
    if not asked:
        return ""
    if examination.step == 0:
        said = ngettext(
            "Before the lesson, the model gets **{right} of {count}** question right.",
            "Before the lesson, the model gets **{right} of {count}** questions right.",
            asked,
        )
    else:
        said = ngettext(
            "After {steps} steps, the model gets **{right} of {count}** question right.",
            "After {steps} steps, the model gets **{right} of {count}** questions right.",
            asked,
        )
    return said.format(
        steps=examination.step, right=count_right_answers(questions, examination), count=asked
    )


def has_forgotten(examinations: Sequence[Examination]) -> bool:
    """Whether held-out sentences became less likely, from the first examination to the last one.

    The mean ln p of a token must have fallen by more than ``FORGOT`` (0.01 nats); a smaller fall
    may come from the seed.

    Args:
        examinations: the model's states so far, with ln p of held-out sentences; the first one is
            that before the lesson.
    """
    first, now = examinations[0].held_out_log_p, examinations[-1].held_out_log_p
    return first is not None and now is not None and first - now > FORGOT


def describe_forgetting(lesson: Lesson, examinations: Sequence[Examination]) -> str:
    """Describe how much less likely held-out sentences became, from the first examination to the
    last.

    Args:
        lesson: sentence pairs and training settings.
        examinations: the model's states so far, with ln p of held-out sentences; the first one is
            that before the lesson.
    """
    first, now = examinations[0].held_out_log_p, examinations[-1].held_out_log_p
    if first is None or now is None:
        return _(
            "We can't measure what it forgot: there are no held-out sentences in this direction."
        )
    fall = first - now
    if fall > LOST:
        return _(
            "Other sentences have become far less likely: **the model has lost what it "
            "knew before**. Try a lower learning rate, fewer steps or more rehearsal."
        )
    if has_forgotten(examinations):
        said = _(
            "**It forgot something**: on average, a token in other sentences is now {factor:.2} "
            "times less likely."
        ).format(factor=math.exp(fall))
        return (
            said if lesson.rehearsal else f"{said} {_('This lesson came without any rehearsal.')}"
        )
    if fall < -FORGOT:
        return _(
            "Other sentences have even become more likely on average: we measure **no forgetting**."
        )
    return _("On average, other sentences are as likely as before: we measure **no forgetting**.")


def describe_trainable_weights(trained_count: int, total_count: int, rank: int) -> str:
    """Describe how many parameters a lesson trains.

    Args:
        trained_count: number of trained parameters.
        total_count: number of the model's own parameters.
        rank: rank of the low-rank matrices (LoRA) that are trained; 0 if all of the model's own
            parameters are trained instead.
    """
    if not rank:
        return _("All {count:,} parameters are trained.").format(count=total_count)
    said = ngettext(
        "It trains {count:,} new parameter and leaves the {others:,} others alone.",
        "It trains {count:,} new parameters and leaves the {others:,} others alone.",
        trained_count,
    )
    return said.format(count=trained_count, others=total_count)


def group_changes_by_stack(matrices: Mapping[str, float]) -> dict[str, dict[str, float]]:
    """Group the relative changes of the weight matrices by stack.

    Args:
        matrices: parameter name -> relative change: norm of the change / norm of the matrix.

    Returns:
        "E", "encoder" or "decoder" -> layer (from 1) and name of a matrix, such as "1: W_Q" -> its
        relative change. The only matrix under "E" is named "E".
    """
    stacks: dict[str, dict[str, float]] = {"E": {}, "encoder": {}, "decoder": {}}
    for name, share in matrices.items():
        stack, __, rest = name.removesuffix(".weight").partition(".")
        found = re.fullmatch(r"layers\.(\d+)\.(\w+)\.(\w+)", rest)
        if stack in stacks and found:
            layer, part, matrix = found.groups()
            if part == "cross_attention":
                matrix = _("cross {matrix}").format(matrix=matrix)
            stacks[stack][f"{int(layer) + 1}: {matrix}"] = share
        elif name == "E.weight":
            stacks["E"]["E"] = share
    return stacks


def describe_largest_change(stacks: Mapping[str, Mapping[str, float]]) -> str:
    """Describe which weight matrix of a layer changed most, and how much the embedding matrix E
    changed.

    Args:
        stacks: relative changes as ``group_changes_by_stack`` returns them.
    """
    matrices = [
        (share, stack, name)
        for stack in ("encoder", "decoder")
        for name, share in stacks[stack].items()
    ]
    most, stack, name = max(matrices, key=lambda matrix: matrix[0])
    layer, __, matrix = name.partition(": ")
    messages = {
        "encoder": _(
            "Inside the layers, the matrix that moved furthest is **{matrix} of encoder layer "
            "{layer}**, by {share} of its length. E as a whole moved by {whole}."
        ),
        "decoder": _(
            "Inside the layers, the matrix that moved furthest is **{matrix} of decoder layer "
            "{layer}**, by {share} of its length. E as a whole moved by {whole}."
        ),
    }
    shares = {
        "share": format_percent(most, 2),
        "whole": format_percent(stacks["E"].get("E", 0.0), 2),
    }
    return messages[stack].format(matrix=matrix, layer=layer, **shares)


def describe_row_changes(piece: str, largest_change: float, median_change: float) -> Remark:
    """Describe how much the rows of the embedding matrix E changed.

    A relative change is the norm of a row's change, divided by the norm of the row.

    Args:
        piece: vocabulary piece whose row changed most.
        largest_change: relative change of that row.
        median_change: median of the relative changes of all rows.
    """
    return say(
        "The row of “{piece}” moved furthest, by {farthest:.2%} of its length; half of all "
        "rows moved by {median:.2%} or more. Every row has a gradient, because E also "
        "computes the logits, and Adam makes all weights take steps of about the same "
        "size.",
        piece=format_piece(piece),
        farthest=largest_change,
        median=median_change,
    )


def format_piece(piece: str) -> str:
    """Return a piece without "▁", which marks the beginning of a word: "cat" for "▁cat".

    The piece "▁" becomes "␣".
    """
    return piece.replace(SPACE, "␣") if piece == SPACE else piece.replace(SPACE, "")
