"""What the methods say of this step, in words, and what is in their way."""

import math
from collections.abc import Mapping, Sequence

from model.attribution.methods import METHODS
from pages.lab.who_contributed.compute import Row
from ui.words import with_sign

UNKNOWN = "“{}” is not in the vocabulary: the model never says it. Nothing is compared."
NO_OTHER = "Type another translation of the sentence: a wrong one shows most."
SAME = "That is the model's own translation: type another one to compare."
TOO_LONG = "This translation has {} tokens; only the first {} are read."
NO_TABLE = "The referee has not measured these weights: `python -m model.attribution` does."
BEGIN = "Ask the three slow methods"
PROGRESS = "gradients and occlusion"
PATH = "slopes on the path from zero"
NOTES = {
    "rollout": "layers of (A + I)/2 multiplied",
    "alti": "closeness to each block's output",
    "gradient": "slope of log p times the vector",
    "occlusion": "log p lost without the piece",
}
FALL = 0.02  # a smaller difference of two shares is none


def of_attention(layer: int, head: int | None, best: bool) -> str:
    """Say which weights stand for attention."""
    name = f"layer {layer + 1}, " + ("mean of heads" if head is None else f"head {head + 1}")
    return f"{name}: the best aligner" if best else name


def of_values(layer: int) -> str:
    """Say which layer's heads are looked at."""
    return f"length of weight × v W_O, layer {layer + 1}"


def of_the_path(steps: int, left: float) -> str:
    """Say how closely a path was followed."""
    rounded = math.ceil(100 * left) / 100
    return f"{steps} steps, up to {rounded:.2f} nats off"


def caption(token: str, log_p: float) -> str:
    """Name the token that is explained, and how probable it was."""
    return f"“{token}”, p = {math.exp(log_p):.2f}"


def look_for(rows: Sequence[Row], names: Sequence[str]) -> str:
    """Say which methods point at which source word.

    Args:
        rows: of all methods; those not known yet are left out.
        names: of the source's columns.
    """
    pointing: dict[int, list[str]] = {}
    for row in rows:
        if row.source is not None:
            pointing.setdefault(row.points, []).append(METHODS[row.name])
    groups = sorted(pointing.items(), key=lambda item: -len(item[1]))
    known = sum(map(len, pointing.values()))
    if len(groups) == 1:
        return f"All {known} methods point at **“{names[groups[0][0]]}”**: here they agree."
    first, *rest = groups
    told = f"{list_names(first[1])} {_say(first[1])} **“{names[first[0]]}”**"
    others = "; ".join(f"{list_names(who)} {_say(who)} **“{names[place]}”**" for place, who in rest)
    return f"{len(groups)} answers from {known} methods: {told}; {others}."


def _say(who: Sequence[str]) -> str:
    return "says" if len(who) == 1 else "say"


def list_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def compare_shares(own: Sequence[float], other: Sequence[float], log_p: tuple[float, float]) -> str:
    """Compare the source's share in two translations.

    Args:
        own: of each step of the model's translation.
        other: of each step of the one that was typed.
        log_p: mean log-probability of a token in either.
    """
    mine, its = sum(own) / len(own), sum(other) / len(other)
    way = "as large" if abs(mine - its) < FALL else "smaller" if its < mine else "larger"
    probable = "less" if log_p[1] < log_p[0] else "more"
    return (
        f"The source's share is **{mine:.2f}** in the model's translation and **{its:.2f}** in "
        f"yours, on average of all steps: {way}. Yours is {probable} probable: "
        f"{with_sign(log_p[1])} nats a token, against {with_sign(log_p[0])}."
    )


def along(own: Sequence[float]) -> str:
    """Say how the source's share goes along a translation."""
    first, last = own[0], own[-1]
    way = "stays" if abs(first - last) < FALL else "falls" if last < first else "rises"
    return f"It {way} from **{first:.2f}** at the first token to **{last:.2f}** at the last."


def judge_methods(table: Mapping) -> str:
    """Say which method aligns best, and how well the share tells wrong translations."""
    errors = table["errors"]
    ways = [
        (rates["mean"], name, shift) for name in errors for shift, rates in errors[name].items()
    ]
    rate, name, _ = min(way for way in ways if way[2] == "writes")
    low, other, shift = min(ways)
    read = ""
    if shift == "reads":
        reads = METHODS.get(other, other)
        read = f" For the word that its row reads, {reads} has the lowest: {low:.2f}."
        if other == "attention":
            read += " But its head was chosen for that, on these same sentences."
    alike = table["spearman"]["with occlusion"]
    nearest = max(alike, key=alike.get)
    aligns, agrees = METHODS.get(name, name), METHODS.get(nearest, nearest)
    return (
        f"For the word that is written, **{aligns}** aligns best: error rate "
        f"**{rate:.2f}**.{read} **{agrees}** orders the tokens most as occlusion does: "
        f"ρ = {alike[nearest]:.2f}."
    )


def compare_signs(table: Mapping) -> str:
    """Say whether the share or log p tells wrong translations better."""
    rows = list(table["detachment"].values())
    better = sum(row["share"] > row["log_p"] for row in rows)
    which = {0: "none", len(rows): "all"}.get(better, str(better))
    return (
        f"Of {len(rows)} kinds of wrong translations, the source's share tells **{which}** better "
        f"than log p does. An AUROC of 1 tells right from wrong without fail, 0.5 is a guess."
    )


def measured_on(table: Mapping) -> str:
    """Say on how many sentences the table was measured."""
    slow = table["integrated"]
    sentences = table["sentences"]
    return (
        f"{sum(sentences.values()) // 2} hand-aligned pairs, each read in both directions "
        f"({', '.join(sentences)}); ρ on {table['spearman']['sentences']} sentences of our own. "
        f"Integrated gradients, {slow['steps']} steps each: "
        f"{slow['sentences of each direction']} pairs of each direction, ρ on "
        f"{slow['own sentences']} sentences."
    )
