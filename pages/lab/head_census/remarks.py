"""What the heads of this model do, and what silencing them does to this sentence, in words."""

from collections.abc import Mapping, Sequence

from model.changes.kinds import SilencedHead
from ui.words import percent, with_sign

ROLES = {
    "previous": "previous token",
    "next": "next token",
    "same": "same token",
    "start": "start token",
    "end": "end token",
    "punctuation": "punctuation",
    "rare": "latest piece",
    "again": "same piece again",
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
    "The census of all heads was measured for other weights than these, or not yet: roles and "
    "order are those of this one sentence. `python -m model.census --data DIR` measures them."
)
BY_HAND = (
    "{} {} silenced by hand, not the first of this order: the slider silences the least needed "
    "instead."
)
OTHER_CHANGES = "The line of this sentence leaves the other changes of the model out."
UNKNOWN = "The model does not know English: our sentences cannot be asked."
NO_JOB = "Type a job of one to three words, such as “doctor”."
EVERYWHERE = "Translate this sentence with every number silenced"
NUMBERS = "{done} of {count} numbers of heads"


def name(head: SilencedHead) -> str:
    """Name a head as people do: layer and head from 1."""
    return f"{KINDS[head.attention]} {head.layer + 1}.{head.head + 1}"


def nats(value: float) -> str:
    """Write how much ln p falls."""
    return with_sign(value, 2)


def card(row: Mapping[str, object], head: SilencedHead, measured: bool) -> str:
    """Say of one head what it looks at and what is lost without it.

    Args:
        row: of the census, or of this sentence.
        head: which it is.
        measured: whether the row is of the census.
    """
    text = f"**{name(head).capitalize()}**: {ROLES[row['role']]} ({share(row['share'])})"
    text += (
        f", {percent(row['output']).replace('-', '−')} of its attention's output. Without it ln p "
    )
    lost = row["silencing"]
    text += f"falls by **{nats(lost)}**" if lost >= 0 else f"rises by **{nats(-lost)}**"
    return text + (" on average." if measured else " here.")


def share(value: float) -> str:
    """Write a share as tables do: .68."""
    return f"{value:.2f}".removeprefix("0") if value < 0.995 else "1.00"


def look_for(
    silenced: int,
    total: int,
    same: bool,
    line: tuple[float, float],
    worst: tuple[SilencedHead, float],
    measured: bool = False,
) -> str:
    """Say what silencing does to this sentence.

    Args:
        silenced: number of heads.
        total: of heads of the model.
        same: whether the translation is still that of the whole model.
        line: geometric mean of p of the whole model's translation, before and now.
        worst: the head that is missed most, and its importance in nats.
        measured: whether that is the census's mean over many sentences, not this sentence's.
    """
    before, now = map(percent, line)
    if not silenced:
        return (
            f"Not all heads are needed alike. **{name(worst[0]).capitalize()}** is missed most: "
            f"without it ln p falls by {nats(worst[1])}{' on average' if measured else ''}. "
            "Nothing is silenced yet: pull the slider."
        )
    heads = "One head is" if silenced == 1 else f"{silenced} of {total} heads are"
    if same:
        moved = f"goes from {before} to {now}" if before != now else f"is {now} as before"
        return (
            f"{heads} silent and **this sentence stays word for word**. The mean probability of "
            f"its tokens {moved}."
        )
    return (
        f"{heads} silent and **the translation is another one**. The tokens of the old one had a "
        f"mean probability of {before}; now it is {now}."
    )


def breaking(first: int | None, counts: Sequence[int]) -> str:
    """Say from which number on a token of this translation is no longer the likeliest."""
    if first is None:
        return "With any number of these heads silenced every token stays the likeliest one."
    if first == 0:
        return "Beam search chose a token that is not the likeliest one at its step."
    step = counts[1] - counts[0] if len(counts) > 1 else 1
    tried = f" (tried in steps of {step})" if step > 1 else ""
    return f"Up to {counts[list(counts).index(first) - 1]} silenced, every token stays the " + (
        f"likeliest at its step; at {first} one does not{tried}."
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
        f"Beside **her** the translation takes a woman's form in **{percent(shares[0])}** of the "
        f"{told[0]} sentence{'s' * (told[0] != 1)} where it can be told; beside **his** a man's "
        f"form in **{percent(shares[1])}** of {told[1]}."
    )
