"""What the heads of this model do, and what switching them off does to this sentence, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from model.changes.kinds import SilencedHead
from pages.lab.head_census.compute import Limits
from ui.messages import N_, _, ngettext
from ui.readings.changes import label_head
from ui.sentence import Remark, join_remarks, say
from ui.words import (
    describe_probability_ratio,
    format_decimal,
    format_percent,
    format_short,
    truncate,
)

WORSE = 5  # chrF; less is about as good as before
ROLES = {
    "previous": N_("previous token"),
    "next": N_("next token"),
    "same": N_("same token"),
    "start": N_("start token"),
    "end": N_("end token"),
    "punctuation": N_("punctuation"),
    "rare": N_("latest token"),
    "again": N_("same token elsewhere"),
    "aligns": N_("aligns words"),
    "mixed": N_("mixed"),
}
HEAD_LABELS = {
    "encoder": N_("Encoder {layer}.{head}"),
    "decoder": N_("Decoder {layer}.{head}"),
    "cross": N_("Cross-attention {layer}.{head}"),
}
GROUP_LABELS = {
    "all": N_("all heads"),
    "encoder": N_("encoder"),
    "decoder": N_("decoder"),
    "cross": N_("cross-attention"),
}
FORMULA = (
    r"\mathrm{head}_i' = \xi_i\, \mathrm{head}_i, \qquad L = -\ln p(\mathrm{translation}), \qquad "
    r"I_i = \mathbb{E}\left|\frac{\partial L}{\partial \xi_i}\right|_{\xi = 1}"
)
OTHER_WEIGHTS = N_(
    "The head census was measured for other weights, or not at all, so roles and "
    "order here come from this one sentence. `python -m model.census --data DIR` "
    "measures them."
)
OTHER_CHANGES = N_("Only heads are switched off here; your other changes to the model don't apply.")
ORIGINAL = N_("The original model does the translating here, without your changes.")
UNKNOWN = N_("The model doesn't know English, so it can't translate our sentences.")
NO_JOB = N_("Type a job in one to three words, such as “doctor”.")
EVERYWHERE = N_("Translate this sentence with any number of heads off")
NUMBERS = N_("{done} of {count} translations")
COUNTED = N_(
    "We go by the subject of the translation: its article, and its noun if we have it in our "
    "table of forms. If article and noun disagree, if the noun is some other word, or if "
    "neither shows a gender, we can't tell and don't count the sentence. “Usual” means the "
    "pronoun of most people who do the job in the United States, according to labour "
    "statistics. Those come from WinoBias (Zhao et al. 2018), the question from Stanovsky et "
    "al. (2019)."
)


def describe_manual_selection(head_count: int) -> str:
    """Say that the silenced heads were chosen by hand, and that the slider would silence others:
    the first ones in its order.

    Args:
        head_count: number of silenced heads.
    """
    return ngettext(
        "You switched off one head by hand, but it isn't the first in this order. The slider "
        "switches off the least needed head instead.",
        "You switched off {count} heads by hand, but they aren't the first in this order. The "
        "slider switches off the least needed heads instead.",
        head_count,
    ).format(count=head_count)


def head_label(head: SilencedHead) -> str:
    """Return a head's label in tables, such as "Encoder 1.3"; counted from 1."""
    return _(HEAD_LABELS[head.attention]).format(layer=head.layer + 1, head=head.head + 1)


def describe_head(head_record: Mapping[str, Any], head: SilencedHead, is_measured: bool) -> str:
    """Describe a head: its role, its share of the output of its attention, and how the
    translation's probability changes without it.

    Args:
        head_record: the head's record, one of those that ``cached.get_head_roles`` returns.
        head: the head.
        is_measured: whether the record was measured on many sentences beforehand, not on this one.
    """
    lost = head_record["silencing"]
    if is_measured:
        said = _(
            "**{head}**: {role} ({share}). It contributes {output:%} of its attention's "
            "output. Without it, a translation is **{times} on average** (ln p "
            "{change:+.2})."
        )
    else:
        said = _(
            "**{head}**: {role} ({share}). It contributes {output:%} of its attention's "
            "output. Without it, this translation is **{times}** (ln p {change:+.2})."
        )
    return said.format(
        head=label_head(head),
        role=_(ROLES[head_record["role"]]),
        share=format_short(head_record["share"]),
        output=head_record["output"],
        times=describe_probability_ratio(-lost),
        change=-lost,
    )


def describe_limits(limits: Limits, total: int) -> Remark:
    """Return the takeaway while all heads work: how many can go before the translation breaks.

    Args:
        limits: up to where the translation stays the same, and where it changes.
        total: number of all heads.
    """
    values = {"kept": limits.kept, "count": limits.broken, "total": total}
    becomes = truncate(limits.translation) or _("(nothing)")
    if limits.kept and limits.broken:
        return say(
            "Switch off the {kept} least needed of the {total} heads, and **this translation stays "
            "the same, word for word**. With {count} off, it becomes “{becomes}”.",
            becomes=becomes,
            **values,
        )
    if limits.broken:
        return say(
            "Switch off the {count} least needed of the {total} heads, and this translation "
            "becomes **“{becomes}”**.",
            becomes=becomes,
            **values,
        )
    if limits.kept:
        return say(
            "Switch off the {kept} least needed of the {total} heads, and **this translation stays "
            "the same, word for word**. We found no number that clearly changes it.",
            **values,
        )
    return say("All {total} heads are on. Move the slider to switch some off.", **values)


def describe_other_sentences(curve: Mapping[str, Any], kept: int) -> Remark | None:
    """Describe how good the translations of other sentences are with about as many heads off as
    leave this translation as it is; None if fewer were not measured.

    Args:
        curve: a measured curve: numbers of "silenced" heads, and "chrf" with so many off.
        kept: number of heads without which this sentence's translation stays the same.
    """
    chrf = dict(zip(curve["silenced"], curve["chrf"], strict=True))
    count = max(one for one in chrf if one <= kept)
    if not count:
        return None
    before, now = (format_decimal(chrf[one], 0) for one in (0, count))
    gaps = {"count": count, "before": before, "now": now}
    if chrf[0] - chrf[count] >= WORSE:
        return say(
            "Other sentences don't all hold out: with {count} off, their quality falls from "
            "{before} to **{now}** of 100 (chrF).",
            **gaps,
        )
    return say(
        "Other sentences hold out as well: with {count} off, their quality is {now} of 100, "
        "compared with {before} (chrF).",
        **gaps,
    )


def describe_certainty(limits: Limits, p_by_count: Mapping[int, float]) -> Remark | None:
    """Describe how sure the model is of the translation with all heads on, and with as many off as
    were found to leave it as it is and to change it; None if no such number was found.

    Args:
        limits: up to where the translation stays the same, and where it changes.
        p_by_count: geometric mean probability of the translation's tokens, by number of heads off.
    """
    counts = [count for count in (limits.kept, limits.broken) if count]
    if not counts:
        return None
    return join_remarks(
        say(
            "With all heads on, the model is **{p:%}** sure of a token of this translation, on "
            "average.",
            p=p_by_count[0],
        ),
        *(
            say("With {count} off, it's **{p:%}**.", count=count, p=p_by_count[count])
            for count in counts
        ),
    )


def describe_takeaway(
    heads: tuple[int, int], unchanged: bool, probabilities: tuple[float, float]
) -> str:
    """Return the takeaway: what silencing heads does to the translation.

    Args:
        heads: number of silenced heads, and of all heads.
        unchanged: whether the translation equals the original model's.
        probabilities: geometric mean probability of the original translation's tokens, without and
            with the heads silenced.
    """
    (silenced, total), (before, now) = heads, map(format_percent, probabilities)
    if unchanged:
        silent = ngettext(
            "One head is off, and **this translation stays the same, word for word**.",
            "{count} of {total} heads are off, and **this translation stays the same, "
            "word for word**.",
            silenced,
        )
        moved = _("The model was {before} sure of a token on average, and now it's {now} sure.")
    else:
        silent = ngettext(
            "One head is off, and **the translation changes**.",
            "{count} of {total} heads are off, and **the translation changes**.",
            silenced,
        )
        moved = _(
            "The model was {before} sure of a token of the old translation on average, and now "
            "it's {now} sure."
        )
    silent = silent.format(count=silenced, total=total)
    return f"{silent} {moved.format(before=before, now=now)}"


def describe_breaking_point(first: int | None, counts: Sequence[int]) -> str:
    """Describe how many heads can be silenced while every token of the translation stays the
    likeliest at its step.

    Args:
        first: the smallest tried number of silenced heads at which some token is not the likeliest;
            None if there is none.
        counts: all tried numbers of silenced heads, ascending.
    """
    if first is None:
        return _(
            "However many of these heads are off, every token remains the most likely one "
            "at its step."
        )
    if first == 0:
        return _("Beam search chose a token that isn't the most likely one at its step.")
    before = counts[list(counts).index(first) - 1]
    said = _(
        "With {before} off, every token is still the most likely one at its step. With "
        "{first} off, one of them no longer is."
    )
    if before == 0:
        said = _("With {first} off, one token is no longer the most likely at its step.")
    said = said.format(before=before, first=first)
    if first - before > 1:
        untried = _("We didn't try any numbers in between.")
        return f"{said} {untried}"
    return said


def describe_accuracy(right: int, told: int, sentences: int) -> str:
    """Return in words how many translations have the gender of the pronoun, such as "12 of the 15
    we can judge, out of 20".

    Args:
        right: number of translations whose subject has the gender of the pronoun.
        told: number of translations whose subject has a recognizable gender.
        sentences: number of all translations.
    """
    said = _("{right} of the {told} we can judge, out of {sentences}")
    return said.format(right=right, told=told, sentences=sentences)


def describe_gender_accuracy(feminine: Mapping[str, int], masculine: Mapping[str, int]) -> str:
    """Compare how often the gender in translations agrees with “her”, and how often with “his”.

    Args:
        feminine: counts for the sentences with “her”: "told", translations with a recognizable
            gender, and "right", those of them in which it agrees with the pronoun.
        masculine: the same counts for the sentences with “his”.
    """
    told = feminine["told"], masculine["told"]
    if not all(told):
        return _("We can tell the gender in too few translations to compare.")
    her, his = (format_percent(one["right"] / one["told"]) for one in (feminine, masculine))
    return _(
        "Where we can tell, **her** leads to a woman's form in **{her}** of the "
        "translations ({told_of_her}). And **his** leads to a man's form in **{his}** "
        "({told_of_his})."
    ).format(her=her, told_of_her=told[0], his=his, told_of_his=told[1])
