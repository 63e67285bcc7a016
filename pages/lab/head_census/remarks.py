"""What the heads of this model do, and what switching them off does to this sentence, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from model.changes.kinds import SilencedHead
from ui.messages import N_, _, ngettext
from ui.readings.changes import name_head
from ui.words import brief, percent, times, with_sign

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
IN_TABLES = {
    "encoder": N_("Encoder {layer}.{head}"),
    "decoder": N_("Decoder {layer}.{head}"),
    "cross": N_("Cross-attention {layer}.{head}"),
}
OF = {
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
    "The census of all heads was measured for other weights, or not yet. So roles and order are "
    "those of this one sentence. `python -m model.census --data DIR` measures them."
)
OTHER_CHANGES = N_("Only the heads are off here: other changes of the model are left out.")
ORIGINAL = N_("The original model translates here, without the changes.")
UNKNOWN = N_("The model does not know English, so our sentences cannot be translated.")
NO_JOB = N_("Type a job of one to three words, such as “doctor”.")
EVERYWHERE = N_("Translate this sentence with every number of heads off")
NUMBERS = N_("{done} of {count} numbers of heads")
COUNTED = N_(
    "Counted by the subject of the translation: its article, and its noun as our table of "
    "forms has it. Where the article and the noun disagree, the noun is another word, or "
    "neither shows a gender, it cannot be told and does not count. “Usual” is the pronoun of "
    "those who mostly do the job in the United States, by its labour statistics. These are "
    "taken from WinoBias (Zhao et al. 2018), the question from Stanovsky et al. (2019)."
)


def by_hand(count: int) -> str:
    """Say that so many heads were chosen otherwise than by the slider."""
    return ngettext(
        "One head is switched off by hand, but not the first of this order. The slider switches "
        "off the least needed instead.",
        "{count} heads are switched off by hand, but not the first of this order. The slider "
        "switches off the least needed instead.",
        count,
    ).format(count=count)


def name(head: SilencedHead) -> str:
    """Name a head as tables do: layer and head from 1."""
    return _(IN_TABLES[head.attention]).format(layer=head.layer + 1, head=head.head + 1)


def card(row: Mapping[str, Any], head: SilencedHead, measured: bool) -> str:
    """Say of one head what it looks at and what is lost without it.

    Args:
        row: of the census, or of this sentence.
        head: which it is.
        measured: whether the row is of the census.
    """
    lost = row["silencing"]
    if measured:
        said = _(
            "**{head}**: {role} ({share}). It is {output} of its attention's output. Without it "
            "the translation is **{times} on average** (ln p {change})."
        )
    else:
        said = _(
            "**{head}**: {role} ({share}). It is {output} of its attention's output. Without it "
            "the translation is **{times} here** (ln p {change})."
        )
    return said.format(
        head=name_head(head),
        role=_(ROLES[row["role"]]),
        share=brief(row["share"]),
        output=percent(row["output"]),
        times=times(-lost),
        change=with_sign(-lost, plus=True),
    )


def look_for(
    heads: tuple[int, int],
    same: bool,
    line: tuple[float, float],
    worst: tuple[SilencedHead, float],
    measured: bool = False,
) -> str:
    """Say what silencing does to this sentence.

    Args:
        heads: how many are silenced, and how many the model has.
        same: whether the translation is still that of the whole model.
        line: geometric mean of p of the whole model's translation, before and now.
        worst: the head that is missed most, and its importance in nats.
        measured: whether that is the census's mean over many sentences, not this sentence's.
    """
    (silenced, total), (before, now) = heads, map(percent, line)
    if not silenced:
        if measured:
            said = _(
                "Some heads matter more than others. **{head}** matters most: without it the "
                "translation is {times} on average. Pull the slider to switch heads off."
            )
        else:
            said = _(
                "Some heads matter more than others. **{head}** matters most: without it the "
                "translation is {times}. Pull the slider to switch heads off."
            )
        return said.format(head=name_head(worst[0]), times=times(-worst[1]))
    if same:
        silent = ngettext(
            "One head is off and **this sentence remains word for word**.",
            "{count} of {total} heads are off and **this sentence remains word for word**.",
            silenced,
        )
        moved = _("The (geometric) mean probability of its tokens goes from {before} to {now}.")
        if before == now:
            moved = _("The (geometric) mean probability of its tokens is {now} as before.")
    else:
        silent = ngettext(
            "One head is off and **the translation is another one**.",
            "{count} of {total} heads are off and **the translation is another one**.",
            silenced,
        )
        moved = _(
            "The (geometric) mean probability of the old one's tokens goes from {before} to {now}."
        )
    silent = silent.format(count=silenced, total=total)
    return f"{silent} {moved.format(before=before, now=now)}"


def breaking(first: int | None, counts: Sequence[int]) -> str:
    """Say from which number on a token of this translation is no longer the likeliest."""
    if first is None:
        return _("With any number of these heads off, every token remains the most likely one.")
    if first == 0:
        return _("Beam search chose a token that is not the most likely one at its step.")
    before = counts[list(counts).index(first) - 1]
    said = _(
        "With {before} off, every token is still the most likely one at its step. With {first} "
        "off, one is not."
    )
    if before == 0:
        said = _("With {first} off, a token is no longer the most likely one at its step.")
    said = said.format(before=before, first=first)
    return f"{said} {_('Nothing in between was tried.')}" if first - before > 1 else said


def accuracy(right: int, told: int, sentences: int) -> str:
    """Write how many are right, of those that can be told and of all."""
    said = _("{right} of {told} that can be told, of {sentences}")
    return said.format(right=right, told=told, sentences=sentences)


def finding(feminine: Mapping[str, int], masculine: Mapping[str, int]) -> str:
    """Say what the model does with her and with his."""
    told = feminine["told"], masculine["told"]
    if not all(told):
        return _("Too few genders can be told to compare.")
    her, his = (percent(one["right"] / one["told"]) for one in (feminine, masculine))
    return _(
        "With **her** the translation has a woman's form in **{her}** of the sentences where it "
        "can be told ({told_of_her}). With **his** it has a man's form in **{his}** "
        "({told_of_his})."
    ).format(her=her, told_of_her=told[0], his=his, told_of_his=told[1])
