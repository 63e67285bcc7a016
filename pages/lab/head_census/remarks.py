"""What the heads of this model do, and what switching them off does to this sentence, in words."""

from collections.abc import Mapping, Sequence

from model.changes.kinds import SilencedHead
from ui.words import percent, times, with_sign

ROLES = {
    "previous": "previous token",
    "next": "next token",
    "same": "same token",
    "start": "start token",
    "end": "end token",
    "punctuation": "punctuation",
    "rare": "latest token",
    "again": "same token elsewhere",
    "aligns": "aligns words",
    "mixed": "mixed",
}
KINDS = {"encoder": "encoder", "decoder": "decoder", "cross": "cross-attention"}
OF = {"all": "all heads", "encoder": "encoder", "decoder": "decoder", "cross": "cross-attention"}
FORMULA = (
    r"\mathrm{head}_i' = \xi_i\, \mathrm{head}_i, \qquad L = -\ln p(\mathrm{translation}), \qquad "
    r"I_i = \mathbb{E}\left|\frac{\partial L}{\partial \xi_i}\right|_{\xi = 1}"
)
OTHER_WEIGHTS = (
    "The census of all heads was measured for other weights, or not yet. So roles and order are "
    "those of this one sentence. `python -m model.census --data DIR` measures them."
)
BY_HAND = (
    "{} switched off by hand, but not the first of this order. The slider switches off the least "
    "needed instead."
)
OTHER_CHANGES = "The line of this sentence leaves the other changes of the model out."
UNKNOWN = "The model does not know English, so our sentences cannot be translated."
NO_JOB = "Type a job of one to three words, such as “doctor”."
EVERYWHERE = "Translate this sentence with every number of heads off"
NUMBERS = "{done} of {count} numbers of heads"


def name(head: SilencedHead) -> str:
    """Name a head as tables do: layer and head from 1."""
    return f"{KINDS[head.attention]} {head.layer + 1}.{head.head + 1}"


def name_in_words(head: SilencedHead) -> str:
    """Name a head in a sentence."""
    return f"{KINDS[head.attention]}, layer {head.layer + 1}, head {head.head + 1}".capitalize()


def card(row: Mapping[str, object], head: SilencedHead, measured: bool) -> str:
    """Say of one head what it looks at and what is lost without it.

    Args:
        row: of the census, or of this sentence.
        head: which it is.
        measured: whether the row is of the census.
    """
    lost = row["silencing"]
    effect = f"{times(-lost)} on average" if measured else f"{times(-lost)} here"
    return (
        f"**{name_in_words(head)}**: {ROLES[row['role']]} ({share(row['share'])}). It is "
        f"{percent(row['output']).replace('-', '−')} of its attention's output. Without it the "
        f"translation is **{effect}** (ln p {with_sign(-lost, plus=True)})."
    )


def share(value: float) -> str:
    """Write a share as tables do: .68."""
    return f"{value:.2f}".removeprefix("0") if value < 0.995 else "1.00"


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
        return (
            f"Some heads matter more than others. **{name_in_words(worst[0])}** matters most: "
            f"without it the translation is {times(-worst[1])}{' on average' if measured else ''}. "
            "Pull the slider to switch heads off."
        )
    silent = "One head is" if silenced == 1 else f"{silenced} of {total} heads are"
    if same:
        moved = f"goes from {before} to {now}" if before != now else f"is {now} as before"
        return (
            f"{silent} off and **this sentence remains word for word**. The mean probability of "
            f"its tokens {moved}."
        )
    return (
        f"{silent} off and **the translation is another one**. The mean probability of the old "
        f"one's tokens goes from {before} to {now}."
    )


def breaking(first: int | None, counts: Sequence[int]) -> str:
    """Say from which number on a token of this translation is no longer the likeliest."""
    if first is None:
        return "With any number of these heads off, every token remains the most likely one."
    if first == 0:
        return "Beam search chose a token that is not the most likely one at its step."
    before = counts[list(counts).index(first) - 1]
    tried = " Nothing in between was tried." if first - before > 1 else ""
    if before == 0:
        return f"With {first} off, a token is no longer the most likely one at its step.{tried}"
    return (
        f"With {before} off, every token is still the most likely one at its step. With {first} "
        f"off, one is not.{tried}"
    )


def accuracy(right: int, told: int, sentences: int) -> str:
    """Write how many are right, of those that can be told and of all."""
    return f"{right} of {told} that can be told, of {sentences}"


def finding(feminine: Mapping[str, int], masculine: Mapping[str, int]) -> str:
    """Say what the model does with her and with his."""
    told = feminine["told"], masculine["told"]
    if not all(told):
        return "Too few genders can be told to compare."
    shares = [one["right"] / one["told"] for one in (feminine, masculine)]
    return (
        f"With **her** the translation has a woman's form in **{percent(shares[0])}** of the "
        f"sentences where it can be told ({told[0]}). With **his** it has a man's form in "
        f"**{percent(shares[1])}** ({told[1]})."
    )
