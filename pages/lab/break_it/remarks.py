"""What breaking the model did to this sentence, in words and as marked tokens."""

import difflib
import html
import math
from collections.abc import Sequence

from model.changes.kinds import Change, SilencedHead
from model.tokenizer import Tokenizer
from pages.lab.break_it.damage import ModelComparison
from ui.messages import N_, _, ngettext, pgettext
from ui.readings.changes import explain_change, label_change, label_head
from ui.readings.reading import Token
from ui.sentence import Remark, join_remarks, say, say_count
from ui.words import describe_probability_ratio, format_percent, truncate

NAMED = 3  # changes listed by name; the rest is counted
NOTHING = N_("(nothing)")
SEVERAL = N_(
    "“{text}” is split into {count} tokens ({tokens}). Its first token, “{first}”, "
    "gives the embedding."
)


def describe_preview(comparison: ModelComparison) -> Remark:
    """Describe what the translation would become without positions, while nothing is changed.

    Args:
        comparison: predictions of the original model and of one without positions.
    """
    plain, broken = comparison.original, comparison.changed
    if plain.output_ids == broken.output_ids:
        return say(
            "Nothing has changed yet. Even without positions, **“{plain}”** would stay as it is. "
            "Try the other buttons.",
            plain=truncate(plain.translation),
        )
    return say(
        "Nothing has changed yet. Take the positions away, and “{plain}” becomes **“{broken}”**. "
        "The encoder can't tell any more where a token is, and the model never learned to do "
        "without that.",
        plain=truncate(plain.translation),
        broken=truncate(broken.translation, 40) or _(NOTHING),
    )


def describe_takeaway(comparison: ModelComparison, tokenizer: Tokenizer) -> Remark:
    """Return the takeaway: what the changes of the model make of the translation, how likely the
    original one still is, and which of its tokens falls most.

    Args:
        comparison: predictions of the original and of the changed model.
        tokenizer: the model's tokenizer.
    """
    plain, broken = comparison.original, comparison.changed
    values = {
        "changes": _name_changes(broken.changes, tokenizer),
        "plain": truncate(plain.translation),
        "times": describe_probability_ratio((comparison.after - comparison.before).sum().item()),
    }
    said = [
        say("{changes}: “{plain}” **stays the same**. It's now **{times}**.", **values)
        if broken.output_ids == plain.output_ids
        else say(
            "{changes}: “{plain}” becomes **“{broken}”**. The old translation is now {times}.",
            broken=truncate(broken.translation, 40) or _(NOTHING),
            **values,
        )
    ]
    p, q = comparison.before.exp(), comparison.after.exp()
    drop, most = (p - q).max(dim=0)
    if drop > 0.005:
        said.append(
            say(
                "“{token}” loses most: from {before} to {now}.",
                token=plain.output[most].text,
                before=_format_certainty(p[most].item()),
                now=_format_certainty(q[most].item()),
            )
        )
    return join_remarks(*said)


def describe_survivors(comparison: ModelComparison) -> Remark:
    """Describe how many tokens of the original translation keep at least half of their probability
    in the changed model.

    Args:
        comparison: predictions of the original and of the changed model.
    """
    keeps = (comparison.after - comparison.before >= -math.log(2)).tolist()
    total = len(keeps)
    kept = [token.text for token, one in zip(comparison.original.output, keeps, strict=True) if one]
    if not kept:
        return say_count(
            "The one token of the old translation loses more than half of its probability.",
            "**Not one** of the {count} tokens of the old translation keeps half of its "
            "probability.",
            total,
        )
    if len(kept) == 1 < total:
        return say(
            "Of the {total} tokens of the old translation, only **“{token}”** keeps at least half "
            "of its probability.",
            token=kept[0],
            total=total,
        )
    return say_count(
        "The one token of the old translation keeps at least half of its probability.",
        "**{kept}** of the {count} tokens of the old translation keep at least half of their "
        "probability.",
        total,
        kept=len(kept),
    )


def _format_certainty(p: float) -> str:
    """Format a probability as a percentage, never as 0%."""
    if p < 0.01:
        return _("under {probability:%}").format(probability=0.01)
    return format_percent(p)


def tokens_html(tokens: Sequence[Token], changed: Sequence[bool], tag: str) -> str:
    """Return a translation's tokens as HTML, with those marked that another translation lacks.

    Args:
        tokens: tokens of the translation.
        changed: for each token, whether the other translation lacks it there.
        tag: name of the HTML element around a marked token: "ins" or "del".
    """
    parts = []
    for token, other in zip(tokens, changed, strict=True):
        text = html.escape(token.text)
        marked = f"<{tag}>{text}</{tag}>" if other else text
        shown = f'<span class="special">{marked}</span>' if token.special else marked
        parts.append(shown if token.joined else f" {shown}")
    return "".join(parts) or _muted_html(NOTHING)


def _muted_html(message: str) -> str:
    """Return a translated message as greyed HTML."""
    return f'<span class="muted">{html.escape(_(message))}</span>'


def translation_diff_html(comparison: ModelComparison, changed: str) -> str:
    """Return the original and the changed model's translation as two items of an HTML ``<dl>``.

    Tokens that the other translation lacks there are marked.

    Args:
        comparison: predictions of the original and of the changed model.
        changed: name of the changed model's translation.
    """
    old, new = comparison.original, comparison.changed
    original, now = map(html.escape, (pgettext("translation", "original"), changed))
    kept_old, kept_new = [False] * len(old.output), [False] * len(new.output)
    matcher = difflib.SequenceMatcher(None, old.output_ids, new.output_ids, False)
    for block in matcher.get_matching_blocks():
        kept_old[block.a : block.a + block.size] = [True] * block.size
        kept_new[block.b : block.b + block.size] = [True] * block.size
    rows = {
        original: (old, [not kept for kept in kept_old], "del"),
        now: (new, [not kept for kept in kept_new], "ins"),
    }
    return "".join(
        f'<dt>{name}</dt><dd lang="{html.escape(one.language)}">'
        f"{tokens_html(one.output, marks, tag)}</dd>"
        for name, (one, marks, tag) in rows.items()
    )


def describe_change(change: Change, effect: float, tokenizer: Tokenizer) -> Remark:
    """Describe what one change does, and how much more or less likely it makes the original
    translation.

    Args:
        change: the change.
        effect: the change in ln p of the original translation under this change alone, in nats.
        tokenizer: the model's tokenizer, which gives the texts of the tokens in the change.
    """
    name = label_change(change, tokenizer)
    return say(
        "**{name}.** {meaning} This change alone makes the old translation {times} (ln p "
        "{change:+.2}).",
        name=f"{name[:1].upper()}{name[1:]}",
        meaning=explain_change(change),
        times=describe_probability_ratio(effect),
        change=effect,
    )


def describe_head_ranking(
    most_important_head: tuple[SilencedHead, float], harmful_count: int, head_count: int
) -> str:
    """Describe which head the translation needs most, and for how many heads silencing makes the
    translation more likely.

    Args:
        most_important_head: the head with the lowest change in ln p when it is silenced, and that
            change in nats; 0 or more if silencing lowers ln p for no head.
        harmful_count: number of heads without which the translation is more likely.
        head_count: number of all heads.
    """
    head, change = most_important_head
    most = _(
        "The head this sentence can least afford to lose is **{head}**: without it, the "
        "translation is {times}."
    ).format(head=label_head(head), times=describe_probability_ratio(change))
    if change >= 0:
        most = _("Switch off any single head, and the translation is at least as likely as before.")
    if not harmful_count:
        return most
    others = _(
        "For **{helped} of {count}** heads, switching off just that head makes the translation "
        "more likely."
    )
    return f"{most} {others.format(helped=harmful_count, count=head_count)}"


def divergence_latex(comparison: ModelComparison) -> str:
    """Return a LaTeX formula of the KL divergence between the original and the changed model's
    predictions, in bits, at the step where it is largest. Only its largest term is written out.

    Args:
        comparison: predictions of the original and of the changed model.
    """
    step = int(comparison.bits.argmax())
    logits = (
        one.trace["logits"][0, step].double()
        for one in (comparison.original, comparison.changed_forced)
    )
    p, q = (each.log_softmax(dim=-1) for each in logits)
    terms = p.exp() * (p - q) / math.log(2)
    most = (terms if terms.any() else p).argmax()
    p, q = p[most].exp(), q[most].exp()
    term = rf"{p:.3f} \log_2 \frac{{{p:.3f}}}{{{'' if q >= 0.0005 else '<'}{max(q, 0.001):.3f}}}"
    return (
        rf"D_{{{step + 1}}} = {term} + \ldots = {terms[most]:.3f} + \ldots"
        rf" = {comparison.bits[step]:.3f}"
    )


def _name_changes(changes: Sequence[Change], tokenizer: Tokenizer) -> str:
    """Return the first changes by name, and the number of the others, as a list in words."""
    names = [label_change(change, tokenizer) for change in changes[:NAMED]]
    if (more := len(changes) - NAMED) > 0:
        said = ngettext("{count} more change", "{count} more changes", more)
        names.append(said.format(count=more))
    *most, last = names
    listed = last
    if most:  # names contain commas
        listed = _("{list} and {last}").format(list="; ".join(most), last=last)
    return f"{listed[:1].upper()}{listed[1:]}"
