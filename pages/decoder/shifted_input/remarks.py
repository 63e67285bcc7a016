"""Sentences about the teacher-forced and the free translation of the current sentence."""

import math
import textwrap

from jaxtyping import Bool, Float
from torch import Tensor

from pages.decoder.shifted_input.passes import (
    AFTER_ONE_ERROR,
    AFTER_OWN_WORDS,
    AFTER_REFERENCE,
    Continuation,
    ReplacedToken,
    TeacherForcedPass,
    WrongWordEffects,
)
from ui.messages import _, ngettext
from ui.readings import session
from ui.readings.token_input import TIE, token_label
from ui.words import escape_markdown, format_decimal, format_magnitude, format_probability

SHOWN = 4  # terms of a sum that are written out
LONGEST = 90  # characters of a translation that are quoted
CLEARLY_MORE, COUNTABLE = 1.5, 1000  # times as far: from which on and up to which it is said so
ROUNDING = 1e-3  # smaller differences come from summing in another order


def describe_takeaway(
    reference: TeacherForcedPass,
    free_run: TeacherForcedPass,
    replaced_token: ReplacedToken | None,
    first_difference: int | None,
    continuation: Continuation | tuple[str, bool] | None = None,
) -> str:
    """Return the takeaway: what a replaced token changes, if there is one.
    Without one: how often the reference's token is the likeliest, and from which step on the
    model's own translation differs from the reference.

    Args:
        reference: the pass in which the decoder reads the reference.
        free_run: the pass in which it reads the model's own translation.
        replaced_token: the decoder input token that the visitor replaced, if any.
        first_difference: the first step, from 0, at which the two translations differ; None if they
            never do.
        continuation: what the model writes by itself from the replaced token on, and whether the
            tokens after it are right.
    """
    if replaced_token:
        said = _describe_replacement_effect(reference, replaced_token)
        if continuation:
            said += " " + _describe_continuation(replaced_token.token.text, *continuation[:2])
        return said
    best = reference.logits.argmax(dim=-1).tolist()
    hits = sum(a == b for a, b in zip(best, reference.ids, strict=True))
    score = _(
        "When the decoder reads the reference, its most likely token is right at **{hits} of "
        "{steps}** steps."
    ).format(hits=hits, steps=len(reference.ids))
    return f"{score} {_describe_first_difference(reference, free_run, first_difference)}"


def _describe_first_difference(
    reference: TeacherForcedPass, free_run: TeacherForcedPass, first_difference: int | None
) -> str:
    """Describe at which step reference and free run first differ, and with which words."""
    if first_difference is None:
        if len(free_run.ids) != len(reference.ids):
            return _(
                "The model's own translation hit the length limit before it could differ from the "
                "reference."
            )
        return _(
            "When the model reads its own words, it writes exactly the same translation. Type a "
            "different one above, or click a token that the decoder reads and change it."
        )
    return _(
        "The model's own translation first differs at **step {step}**, after “{read}”: the "
        "reference has **“{right}”**, but the model writes **“{own}”**. With teacher forcing, the "
        "next step reads the right word; without it, the next step reads the model's word."
    ).format(
        step=first_difference + 1,
        read=reference.input_tokens[first_difference].text,
        right=reference.target_tokens[first_difference].text,
        own=free_run.target_tokens[first_difference].text,
    )


def _describe_replacement_effect(
    reference: TeacherForcedPass, replaced_token: ReplacedToken
) -> str:
    """Describe what the replaced token makes its own step predict, and the later steps."""
    step, tokenizer = replaced_token.step, session.glass().tokenizer
    before, after = (x.logits.argmax(dim=-1)[step:] for x in (reference, replaced_token))
    gaps = {
        "step": step + 1,
        "new": replaced_token.token.text,
        "old": reference.input_tokens[step].text,
        "before": token_label(tokenizer, int(before[0])).removeprefix(TIE),
        "after": token_label(tokenizer, int(after[0])).removeprefix(TIE),
    }
    if before[0] == after[0]:
        said = _(
            "Step {step} reads “{new}” instead of “{old}”, but what it predicts next is still "
            "**“{before}”**."
        )
    else:
        said = _(
            "Step {step} reads “{new}” instead of “{old}”. What it predicts next turns from "
            "**“{before}” into “{after}”**."
        )
    later = _describe_later_steps((before != after)[1:])
    return f"{said.format(**gaps)} {later}".strip()


def _describe_continuation(wrong_word: str, text: str, is_right: bool) -> str:
    """Describe what the model writes by itself from a wrong word on.

    Args:
        wrong_word: the wrong word.
        text: what it writes, the wrong word first.
        is_right: whether all that follows the wrong word is right.
    """
    if is_right:
        said = _("Left to itself after “{wrong}”, the model still writes the right words.")
    else:
        said = _("Left to itself after “{wrong}”, the model goes on: **“… {text}”**")
    text = textwrap.shorten(text, LONGEST, placeholder=" …")
    return said.format(wrong=wrong_word, text=text)


def _describe_later_steps(changed: Bool[Tensor, " step"]) -> str:
    """Describe at how many steps after the wrong word the most likely token changes; "" for none.

    Args:
        changed: for each step that reads the right word again, whether its likeliest token changes.
    """
    flips, count = int(changed.sum()), len(changed)
    if not count:
        return ""
    if not flips:
        return ngettext(
            "The step after it reads the right word again and predicts what it did before.",
            "The {count} steps after it read the right words again, and all of them predict what "
            "they did before.",
            count,
        ).format(count=count)
    return ngettext(
        "The step after it reads the right word again, but predicts another word as well.",
        "The {count} steps after it read the right words again, but at {flips} of them, another "
        "word is predicted as well.",
        count,
    ).format(count=count, flips=flips)


def describe_recovery(effects: WrongWordEffects) -> str:
    """Compare the effect of a wrong word on the step that reads it with that on the step after it.

    Args:
        effects: the effects of at least one replacement.
    """
    first, second = (effects.bits.diagonal(offset) for offset in (1, 2))
    times = (first.mean() / second.mean()).item() if len(second) else 0.0
    if CLEARLY_MORE <= times <= COUNTABLE:
        return _describe_clear_recovery(effects, times)
    begin = ngettext(
        "We put a wrong word into the decoder's input at one position. The next prediction moved "
        "by **{first:.2} bits** (0 means not at all).",
        "We put a wrong word into the decoder's input at {count} positions, one at a time. On "
        "average, the very next prediction moved by **{first:.2} bits** (0 means not at all).",
        len(first),
    ).format(count=len(first), first=first.mean().item())
    if not len(second):
        return begin
    then = _("The prediction after it, which reads the right word again, moved by **{second:.2}**.")
    return f"{begin} {then.format(second=second.mean().item())}"


def _describe_clear_recovery(effects: WrongWordEffects, times: float) -> str:
    """Describe that a wrong word moves the next prediction more than the one after it, and where.

    Args:
        effects: the effects of at least two replacements.
        times: the mean effect on the next prediction, divided by that on the one after it.
    """
    hardest = int(effects.bits.sum(dim=1).argmax())
    tried = _(
        "We put a wrong word into the decoder's input at {count} positions, one at a time. On "
        "average, the very next prediction moved **{times} times as far** as the one after it, "
        "which reads the right word again."
    ).format(count=len(effects.replacements), times=format_decimal(times, 1 if times < 10 else 0))
    most = _("“{new}” in place of “{old}” moved the predictions furthest in all.").format(
        new=effects.replacements[hardest].removeprefix(TIE), old=effects.input_tokens[hardest]
    )
    return f"{tried} {most}"


def describe_error_feedback(
    rows: dict[str, Float[Tensor, " _"]], first_difference: int | None
) -> str:
    """Compare the reference tokens' probabilities after right words and after wrong ones.

    Args:
        rows: what the decoder reads -> probability of each reference token, from
            ``passes.compute_reference_probabilities``.
        first_difference: the step, from 0, after which the decoder reads different words; None if
            it always reads the same words.
    """
    if AFTER_ONE_ERROR in rows and AFTER_OWN_WORDS not in rows and first_difference is not None:
        return _describe_single_error(rows, first_difference)
    if AFTER_OWN_WORDS not in rows or first_difference is None:
        return _(
            "There's nothing to compare yet: left to itself, the model writes no wrong word, or "
            "only at the last step. Type a reference above that the model wouldn't write by itself."
        )
    count = len(rows[AFTER_OWN_WORDS][: len(rows[AFTER_REFERENCE])]) - first_difference - 1
    means = [
        rows[name][first_difference + 1 :][:count].log().mean().exp().item()
        for name in (AFTER_REFERENCE, AFTER_ONE_ERROR, AFTER_OWN_WORDS)
    ]
    true, one, own = map(format_probability, means)
    same = _("Up to step {step}, the model reads the same words in all three cases.").format(
        step=first_difference + 1
    )
    compared = ngettext(
        "At the only step after that, the reference's next word gets a probability of **{true}** "
        "when the model reads the reference.",
        "Over the {count} steps after that, the reference's next word gets a probability of "
        "**{true}** on (geometric) average when the model reads the reference.",
        count,
    ).format(count=count, true=true)
    others = _(
        "When it reads one wrong word, the one it wrote at step {step}, that becomes **{one}**. "
        "When it reads only its own words, it's **{own}**. The single wrong word is the fairest "
        "test, because the model, left to itself, may pick an equally good wording with the words "
        "in other places."
    ).format(one=one, step=first_difference + 1, own=own)
    return f"{same} {compared} {others}"


def _describe_single_error(rows: dict[str, Float[Tensor, " _"]], first_difference: int) -> str:
    """Compare the probabilities after one wrong word and after the right one."""
    later = {
        name: rows[name][first_difference + 1 :] for name in (AFTER_REFERENCE, AFTER_ONE_ERROR)
    }
    true, one = (format_probability(later[name].log().mean().exp().item()) for name in later)
    count = len(later[AFTER_REFERENCE])
    return ngettext(
        "There's one wrong word in the input. At the only step after it, the right word gets a "
        "probability of **{one}** instead of **{true}**.",
        "There's one wrong word in the input. Over the {count} steps after it, the right words "
        "get a probability of **{one}** on (geometric) average instead of **{true}**.",
        count,
    ).format(count=count, one=one, true=true)


def describe_loss(
    losses: Float[Tensor, " target"], changed_losses: Float[Tensor, " target"] | None
) -> str:
    """Describe a translation's mean loss, its sum, and the geometric mean of the probabilities.

    Args:
        losses: loss of each token, -ln p, in nats.
        changed_losses: the same with one decoder input token replaced; None if none is replaced.
    """
    total, mean = losses.sum().item(), losses.mean().item()
    text = _(
        "On (geometric) average, the right token gets a probability of **{p:.3}**. The mean loss "
        "is **{mean:.3}** nats, and the sum is {total:.3}."
    ).format(p=math.exp(-mean), mean=mean, total=total)
    if changed_losses is None:
        return text
    also = _("With the token you put in, the sum is **{total:.3}**.")
    return f"{text} {also.format(total=changed_losses.sum().item())}"


def mean_loss_latex(losses: Float[Tensor, " target"]) -> str:
    """Return the calculation of the mean of the tokens' losses, in LaTeX."""
    terms, count = [f"{value:.3f}" for value in losses.tolist()], len(losses)
    if count > SHOWN + 2:
        terms[SHOWN:-1] = [r"\cdots"]
    sums = (" + ".join(terms), f"{losses.sum():.3f}")
    whole = " = ".join(rf"\frac{{{one}}}{{{count}}}" for one in sums)
    return rf"\mathrm{{loss}} = {whole} = {losses.mean():.3f}"


def describe_replacement_effects(effects: WrongWordEffects, length: int) -> str:
    """Describe which replacement changes the predictions most, and that earlier ones stay the same.

    Args:
        effects: the effects of all replacements.
        length: number of tokens of the reference; if not all of them were replaced, the text says
            so.
    """
    bits = effects.bits
    place = int(bits.sum(dim=1).argmax())
    said = [
        _(
            "The change at step {step}, “{new}” in place of “{old}”, has the largest effect: "
            "**{bits:.2} bits** in all. The empty half holds the predictions that come before each "
            "change."
        ).format(
            step=place + 2,
            bits=bits[place].sum().item(),
            new=escape_markdown(effects.replacements[place]),
            old=escape_markdown(effects.input_tokens[place]),
        ),
        _describe_masked_maximum(bits.tril().abs().max().item()),
    ]
    if (count := len(bits) + 1) < length:
        start = ngettext(
            "The map shows the first {count} step.", "The map shows the first {count} steps.", count
        )
        said.insert(0, start.format(count=count))
    return " ".join(said)


def _describe_masked_maximum(bits: float) -> str:
    """Describe the largest effect on masked (earlier) steps, and whether it is only rounding."""
    if not bits:
        return _("Every number measured there is **exactly 0**.")
    if bits < ROUNDING:
        return _(
            "The largest number measured there is **{bits} bits, which is only rounding**."
        ).format(bits=format_magnitude(bits))
    return _("The largest number measured there is **{bits} bits**.").format(
        bits=format_magnitude(bits)
    )
