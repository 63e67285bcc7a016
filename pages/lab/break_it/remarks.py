"""What breaking the model did to this sentence, in words and as marked tokens."""

import difflib
import html
import math
from collections.abc import Sequence

from model.changes.kinds import Change, SilencedHead
from model.tokenizer import Tokenizer
from pages.lab.break_it.damage import Damage
from ui.readings.changes import meaning, words
from ui.readings.reading import Token
from ui.sentence import Sentence, say
from ui.words import times, with_sign

NAMED = 3  # changes that a sentence names before it only counts them
NOTHING = '<span class="muted">(nothing)</span>'
UNTOUCHED = '<span class="muted">(nothing is changed yet)</span>'


def look_for(found: Damage, tokenizer: Tokenizer) -> str:
    """Say what was measured, whether anything is broken or not."""
    before, after = found.before.sum().item(), found.after.sum().item()
    changes = found.broken.changes
    if not changes:
        return (
            "Nothing is changed yet. Each grey bar shows how sure the model was of one token of "
            f"the translation; together ln p = **{with_sign(before)}**. Break something, and "
            "see which bars fall."
        )
    drop, most = (found.before - found.after).max(dim=0)
    token, p, q = found.plain.output[most].text, found.before[most].exp(), found.after[most].exp()
    names, score = _name_changes(changes, tokenizer), times(after - before)
    total = f"ln p {with_sign(before)} → {with_sign(after)}"
    if found.broken.output_ids == found.plain.output_ids:
        text = f"With {names}, the translation is **the same**. It is **{score}** ({total})."
    else:
        text = (
            f"With {names}, the translation is **another one**. The old one is **{score}** "
            f"({total})."
        )
    if drop > 0.005:
        text += f" “{token}” falls most, from {_probability(p)} to {_probability(q)}."
    bits, step = found.bits.max(dim=0)
    return text + f" The prediction moved most at step {step + 1}, by {bits:.2f} bits."


def mark_tokens(tokens: Sequence[Token], changed: Sequence[bool], tag: str) -> str:
    """Return a translation as marked tokens.

    Args:
        tokens: of it.
        changed: those that the other translation has not got there.
        tag: what marks them: "ins" or "del".
    """
    parts = []
    for token, other in zip(tokens, changed, strict=True):
        text = html.escape(token.text)
        marked = f"<{tag}>{text}</{tag}>" if other else text
        shown = f'<span class="special">{marked}</span>' if token.special else marked
        parts.append(shown if token.joined else f" {shown}")
    return "".join(parts) or NOTHING


def compare_translations(found: Damage) -> str:
    """Return both translations, token by token, with what changed marked."""
    old, new = found.plain, found.broken
    if not new.changes:
        same = mark_tokens(old.output, [False] * len(old.output), "ins")
        language = html.escape(old.language)
        return (
            f'<dt>original</dt><dd lang="{language}">{same}</dd>'
            f"<dt>changed</dt><dd>{UNTOUCHED}</dd>"
        )
    kept_old, kept_new = [False] * len(old.output), [False] * len(new.output)
    matcher = difflib.SequenceMatcher(None, old.output_ids, new.output_ids, False)
    for block in matcher.get_matching_blocks():
        kept_old[block.a : block.a + block.size] = [True] * block.size
        kept_new[block.b : block.b + block.size] = [True] * block.size
    rows = {
        "original": (old, [not kept for kept in kept_old], "del"),
        "changed": (new, [not kept for kept in kept_new], "ins"),
    }
    return "".join(
        f'<dt>{name}</dt><dd lang="{html.escape(one.language)}">'
        f"{mark_tokens(one.output, marks, tag)}</dd>"
        for name, (one, marks, tag) in rows.items()
    )


def ledger(change: Change, alone: float, tokenizer: Tokenizer) -> Sentence:
    """Say what one change is, and what it does by itself to the old translation."""
    name = words(change, tokenizer)
    return say(
        "**{name}.** {meaning} Alone, it makes the old translation {times} (ln p {change}).",
        name=f"{name[:1].upper()}{name[1:]}",
        meaning=meaning(change),
        times=times(alone),
        change=with_sign(alone, plus=True),
    )


def ranking(
    first: tuple[SilencedHead, float], helped: int, count: int, tokenizer: Tokenizer
) -> str:
    """Say which head matters most, and how many the translation gains without.

    Args:
        first: the head whose loss costs most, and the change of ln p.
        helped: how many heads make the translation likelier when they are silent.
        count: of all heads.
        tokenizer: of the model.
    """
    head, change = first
    name = words(head, tokenizer).removesuffix(" off")
    most = f"**{name}** matters most: without it the translation is {times(change)}."
    if change >= 0:
        most = "Without any single head, the translation is at least as likely as before."
    if not helped:
        return most
    return (
        f"{most} With one head off, the translation becomes more likely for **{helped} of "
        f"{count}** heads."
    )


def divergence(found: Damage) -> str:
    """Return the largest divergence of a step with its largest term written out, as LaTeX."""
    step = int(found.bits.argmax())
    logits = (one.trace["logits"][0, step].double() for one in (found.plain, found.forced))
    p, q = (each.log_softmax(dim=-1) for each in logits)
    terms = p.exp() * (p - q) / math.log(2)
    most = (terms if terms.any() else p).argmax()
    p, q = p[most].exp(), q[most].exp()
    term = rf"{p:.3f} \log_2 \frac{{{p:.3f}}}{{{'' if q >= 0.0005 else '<'}{max(q, 0.001):.3f}}}"
    return (
        rf"D_{{{step + 1}}} = {term} + \ldots = {terms[most]:.3f} + \ldots"
        rf" = {found.bits[step]:.3f}"
    )


def _name_changes(changes: Sequence[Change], tokenizer: Tokenizer) -> str:
    names = [words(change, tokenizer) for change in changes[:NAMED]]
    names = [name if name[1:2].isupper() else name[:1].lower() + name[1:] for name in names]
    if (more := len(changes) - NAMED) > 0:
        names.append(f"{more} more change{'s' * (more > 1)}")
    if len(names) == 1:
        return names[0]
    return f"{'; '.join(names[:-1])} and {names[-1]}"  # names have commas of their own


def _probability(value: float) -> str:
    return f"{value:.3f}" if value >= 0.0005 else "under 0.001"
