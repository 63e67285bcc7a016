"""Sentences about a small training: whether it learned, and which setting to change."""

import math
from collections.abc import Sequence

from ui.messages import _
from ui.sentence import Remark, say
from ui.words import in_quotes, truncate

MOST = 200  # characters of quoted text
BETTER, WORSE = 0.98, 1.15  # ratios of losses: still falling, risen again
FALLING = 0.1  # share of the total fall in the last quarter above which the loss still falls


def suggest_setting(losses: Sequence[float], can_train_longer: bool, can_lower_rate: bool) -> str:
    """Describe which setting to change after a training that did not learn its task.

    Args:
        losses: loss at each snapshot, in order.
        can_train_longer: whether the page offers more steps.
        can_lower_rate: whether the page offers a smaller learning rate.
    """
    first, before, last = losses[0], losses[-1 - len(losses) // 4], losses[-1]
    jumps = not math.isfinite(last) or last > WORSE * min(losses)
    if jumps and can_lower_rate:
        return _("**Not learned**: the loss jumps up and down. Try a **smaller learning rate**.")
    falls = last < BETTER * before or before - last > FALLING * abs(first - last)
    if falls and not jumps and can_train_longer:
        return _("**Not learned**: the loss was still falling. Try **more steps**.")
    if falls or jumps:
        return _("**Not learned**: try **another seed** or other settings.")
    return _(
        "**Not learned**: the loss has stopped changing. Try **another seed** or "
        "another learning rate."
    )


def right_answers_template(is_untrained: bool, on_training_examples: bool) -> str:
    """Return a sentence on how many outputs are right, with the placeholders {right} and {count}.

    Args:
        is_untrained: whether no training step was taken yet.
        on_training_examples: whether the outputs are those of training examples, not of new ones.
    """
    if is_untrained and on_training_examples:
        return _("Untrained, it gets **{right} of {count}** of its training examples right.")
    if is_untrained:
        return _("Untrained, it gets **{right} of {count}** new examples right.")
    if on_training_examples:
        return _("It gets **{right} of {count}** of its training examples right.")
    return _("It gets **{right} of {count}** new examples right.")


def describe_answer(output: str, expected: str) -> Remark:
    """Describe what the network writes for an example, and whether it is right.

    Args:
        output: what the network writes; "" for nothing.
        expected: the right output.
    """
    if output == expected:
        return say("It writes **{said}**, which is right.", said=truncate(output, MOST))
    if not output:
        return say(
            "It writes nothing; the right answer is **{right}**.", right=truncate(expected, MOST)
        )
    return say(
        "It writes **{said}**; the right answer is **{right}**.",
        said=truncate(output, MOST),
        right=truncate(expected, MOST),
    )


def describe_own_answer(source: str, output: str) -> Remark:
    """Describe what the network writes for the visitor's own source.

    Args:
        source: the typed source.
        output: what the network writes; "" for nothing.
    """
    if not output:
        return say("For “{source}” it writes nothing.", source=truncate(source, MOST))
    return say(
        "For “{source}” it writes **{said}**.",
        source=truncate(source, MOST),
        said=truncate(output, MOST),
    )


def list_failure_reasons(unknown: Sequence[str], length: int, max_length: int) -> list[Remark]:
    """Return the reasons, if any, why the network may translate the visitor's own source wrongly.

    Reasons are symbols that it has never seen, and a source longer than all training examples.

    Args:
        unknown: symbols of the source that are not in the vocabulary.
        length: number of symbols of the source.
        max_length: number of symbols of the longest example.
    """
    found = []
    if unknown:
        names = ", ".join(in_quotes(symbol) for symbol in unknown[:6])
        found.append(
            say("It has never seen {names}, so it reads an unknown token instead.", names=names)
        )
    if length > max_length:
        found.append(
            say(
                "That's {length} tokens. The longest example had {longest}, so the model "
                "never learned what comes at such positions.",
                length=length,
                longest=max_length,
            )
        )
    return found
