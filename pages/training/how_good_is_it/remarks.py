"""What the page about the model's quality says, from what was measured of it."""

from collections.abc import Mapping, Sequence
from statistics import fmean


def look_for(scores: Sequence[Mapping], own: Sequence[Mapping] | None) -> str:
    """Say which direction is the easiest, which the hardest, and what harder sentences cost.

    Args:
        scores: BLEU and chrF of each direction on the validation sets.
        own: the same on sentences of our own; None where that was not measured.
    """
    best, worst = (pick(scores, key=lambda score: score["bleu"]) for pick in (max, min))
    said = (
        f"**{best['direction']}** scores most ({best['bleu']:.1f} BLEU), **{worst['direction']}** "
        f"least ({worst['bleu']:.1f}). Their test sentences differ, so do not compare the two."
    )
    if not own:
        return said
    both = {score["direction"] for score in scores} & {score["direction"] for score in own}
    here, there = (
        fmean(score["bleu"] for score in each if score["direction"] in both)
        for each in (scores, own)
    )
    change = "falls" if there < here else "rises"
    return (
        f"{said} On our own sentences, which are harder and mostly have a rare word, the mean "
        f"{change} from **{here:.1f}** to **{there:.1f}** ({len(both)} directions)."
    )


def alignment(table: Mapping) -> str:
    """Say how well the best head of cross-attention aligns words.

    Args:
        table: from ``model.alignment``.
    """
    best, rows = table["best"], table["rows"]
    below = sum(row["mean"] < table["diagonal"]["mean"] for row in rows)
    return (
        f"People aligned {sum(table['sentences'].values()) // 2} pairs by hand; each was read in "
        f"both directions. The best row is head {best['head'] + 1} of layer {best['layer'] + 1}, "
        f"in the row that {_row(best['shift'])}. Its alignment error rate is "
        f"**{100 * best['mean']:.1f} %**: 0 where all its links are right and none is missing. It "
        "was chosen on these same pairs, so on others it may be worse. Word by word along the "
        f"diagonal would have {100 * table['diagonal']['mean']:.1f} %; **{below} of {len(rows)}** "
        "rows do better than that."
    )


def _row(shift: str) -> str:
    return {"reads": "reads the word, one after it is written", "writes": "writes the word"}[shift]


def final_scores(scores: Sequence[Mapping], heading: str) -> str:
    """Return a table of the shipped weights' BLEU and chrF by direction.

    Args:
        scores: of each direction, with the signatures of both measures.
        heading: what was translated, and how.
    """
    means = {name: fmean(score[name] for score in scores) for name in ("bleu", "chrf")}
    rows = [
        f"| {score['direction']} | {score['bleu']:.1f} | {score['chrf']:.1f} |"
        for score in (*scores, {"direction": "mean", **means})
    ]
    return "\n".join([f"| {heading} | BLEU | chrF |", "|---|---|---|", *rows])


def robustness(table: Mapping) -> str:
    """Say how the model bears long sentences, unknown names and numbers.

    Args:
        table: from ``model.robustness``.
    """
    long, (names, asked), (numbers_kept, of) = (
        table["long"],
        table["copies"]["names"],
        table["copies"]["numbers"],
    )
    count = long["sentences"]
    return (
        f"Of **{count:,}** long sources (12 to 25 words, joined from short ones) "
        f"**{long['stop early']}** {_verb(long['stop early'], 'is', 'are')} translated with less "
        f"than 0.6 of the reference's words, and **{long['run in circles']}** "
        f"{_verb(long['run in circles'], 'repeats', 'repeat')} the same words three times in a "
        f"row. Of {asked} sentences with a name that training never saw, **{names}** "
        f"{_verb(names, 'keeps', 'keep')} it as it was typed; of {of} with a number, "
        f"**{numbers_kept}**."
    )


def _verb(count: int, one: str, many: str) -> str:
    return one if count == 1 else many


def first_typed(table: Mapping) -> str:
    """Say how well it does what visitors type first, and where French drops a vowel.

    Args:
        table: from ``model.robustness``.
    """
    first, vowels = table["first texts"], table["elisions"]
    return (
        f"Texts that visitors type first, “Hello” and the like, which training saw as well: "
        f"**{first['right']} of {first['asked']}** translations are among the right ones. Of "
        f"{vowels['sentences']} English sentences about a thing that French begins with a vowel, "
        f"**{vowels['faults']}** {_verb(vowels['faults'], 'comes', 'come')} out with “le "
        "oiseau” or the like instead of “l'oiseau”."
    )


def every_way(scores: Mapping[str, Mapping[str, float]], trained: Sequence[str]) -> str:
    """Say how well sentences of our own are translated with English, without, and not at all.

    Args:
        scores: direction -> its "bleu" and "chrf"; from ``model.robustness``.
        trained: directions of which training had pairs.
    """
    kinds: dict[str, list[float]] = {}
    for way, score in scores.items():
        languages = set(way.split("-"))
        kind = "between the other languages"
        if len(languages) == 1:
            kind = "from a language into itself, as if typed in the wrong one"
        elif "en" in languages:
            kind = "from and into English"
        kinds.setdefault(kind, []).append(score["chrf"])
    means = "; ".join(f"**{fmean(chrf):.1f}** {kind}" for kind, chrf in kinds.items())
    unseen = [way for way in scores if way not in trained]
    seen = f"Training had no pairs of {', '.join(unseen)}." if unseen else ""
    return f"Sentences of our own, in every direction, mean chrF: {means}. {seen}"


def strongest(found: Mapping) -> str:
    """Return a table of what "it" attends to most in each layer and head of the encoder."""
    heads = range(1, len(found["strongest"][0]) + 1)
    rows = [
        f"| {layer} | " + " | ".join(f"{token} {weight:.2f}" for token, weight in pairs) + " |"
        for layer, pairs in enumerate(map(zip, found["strongest"], found["weights"]), start=1)
    ]
    top = "| layer | " + " | ".join(f"head {head}" for head in heads) + " |"
    return "\n".join([top, "|---" * (len(heads) + 1) + "|", *rows])


def pronoun(found: Mapping) -> str:
    """Say what "it" attends to in the field's hardest sentence, and what the model makes of it."""
    said = "; ".join(f"{code}: “{text}”" for code, text in found["translations"].items())
    full_stop = "" if said.endswith(".”") else "."
    nearer = "animal" if found["to animal"] > found["to street"] else "street"
    return (
        f"“{found['text']}” On average over the encoder's layers and heads “it” gives "
        f"{found['to animal']:.3f} of its weight to “animal” and {found['to street']:.3f} to "
        f"“street”: more to **{nearer}**. The model says {said}{full_stop}"
    )
