"""What the methods say of this step, in words, and what is in their way."""

import math
from collections.abc import Mapping, Sequence

from model.attribution.methods import METHODS
from pages.lab.who_contributed.compute import Row
from ui.words import times

UNKNOWN = "“{}” is not in the vocabulary, so the model cannot write it. Nothing is compared."
NO_OTHER = "Type another translation of the sentence; a wrong one shows most."
SAME = "That is the model's own translation. Type another one to compare."
TOO_LONG = "This translation has {} tokens, but only the first {} are read."
NO_TABLE = "The referee has not measured these weights: `python -m model.attribution` does."
BEGIN = "Ask the three slow methods"
PROGRESS = "gradients and occlusion"
PATH = "slopes on the path from zero"
NOTES = {
    "rollout": "layers of (A + I)/2 multiplied",
    "alti": "closeness to each block's output",
    "gradient": "slope of ln p times the vector",
    "occlusion": "ln p lost without the token",
}
FALL = 0.02  # a smaller difference of two shares is none


def of_attention(layer: int, head: int | None, best: bool) -> str:
    """Say which weights stand for attention."""
    name = f"layer {layer + 1}, " + ("mean of heads" if head is None else f"head {head + 1}")
    return f"{name}: of all it aligns best what is written" if best else name


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
        names: of the source's columns, as a sentence calls them.
    """
    pointing: dict[int, list[str]] = {}
    for row in rows:
        if row.source is not None:
            pointing.setdefault(row.points, []).append(METHODS[row.name])
    groups = sorted(pointing.items(), key=lambda item: -len(item[1]))
    known = sum(map(len, pointing.values()))
    if len(groups) == 1:
        return f"All {known} methods agree here: they point at **{names[groups[0][0]]}**."
    told = ", ".join(
        f"**{names[place]}** ({list_names(who) if len(who) < 3 else f'{len(who)} methods'})"
        for place, who in groups
    )
    return f"The {known} methods do not agree. They point at {told}."


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
    way = "larger"
    if abs(mine - its) < FALL:
        way = "about as large"
    elif its < mine:
        way = "smaller"
    likely = times(log_p[1] - log_p[0])
    compared = f"{likely} than" if "times" in likely else "as likely as"
    return (
        f"The source's share of your translation is {way}: **{its:.2f}** on average of all steps, "
        f"and **{mine:.2f}** in the model's translation. On average, your tokens are {compared} "
        "the model's."
    )


def along(own: Sequence[float]) -> str:
    """Say how the source's share goes along a translation."""
    first, last = own[0], own[-1]
    if abs(first - last) < FALL:
        shares = "is **{:.2f}** at the first token and **{:.2f}** at the last"
    elif last < first:
        shares = "falls from **{:.2f}** at the first token to **{:.2f}** at the last"
    else:
        shares = "rises from **{:.2f}** at the first token to **{:.2f}** at the last"
    return f"The source's share {shares.format(first, last)}."


def judge_methods(table: Mapping) -> str:
    """Say which method aligns best, and how well the share tells wrong translations."""
    errors = table["errors"]
    ways = [
        (rates["mean"], name, shift) for name in errors for shift, rates in errors[name].items()
    ]
    rate, name, _ = min(way for way in ways if way[2] == "writes")
    low, other, shift = min(ways)
    aligns = METHODS.get(name, name)
    told = [
        f"For the word that its row predicts, **{aligns}** aligns best, with an error rate of "
        f"**{rate:.2f}**."
    ]
    if shift == "reads":
        reads = METHODS.get(other, other)
        told.append(f"For the word that its row reads, {reads} has the lowest error, {low:.2f}.")
        if other == "attention":
            told.append("But its head was chosen for that, on these same sentences.")
    alike = table["spearman"]["with occlusion"]
    nearest = max(alike, key=alike.get)
    agrees, rho = METHODS.get(nearest, nearest), alike[nearest]
    told.append(f"**{agrees}** orders the tokens most as occlusion does (ρ = {rho:.2f}).")
    return " ".join(told)


def compare_signs(table: Mapping) -> str:
    """Say whether the share or log p tells wrong translations better."""
    rows = list(table["detachment"].values())
    better = sum(row["share"] > row["log_p"] for row in rows)
    which = {0: "none", len(rows): "all"}.get(better, str(better))
    return (
        f"Of {len(rows)} kinds of wrong translations, the source's share tells **{which}** better "
        f"than ln p does. An AUROC of 1 tells right from wrong without fail, and 0.5 is a guess."
    )


def measured_on(table: Mapping) -> str:
    """Say on how many sentences the table was measured."""
    slow = table["integrated"]
    sentences = table["sentences"]
    return (
        f"Measured on {sum(sentences.values()) // 2} hand-aligned pairs, each in both directions "
        f"({', '.join(sentences)}), and ρ on {table['spearman']['sentences']} sentences of our "
        f"own. Integrated gradients take {slow['steps']} steps each. They were measured on "
        f"{slow['sentences of each direction']} pairs of each direction, and ρ on "
        f"{slow['own sentences']} sentences."
    )
