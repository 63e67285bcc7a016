"""What the page about the model's quality says, from what was measured of it."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from model.languages import language_name
from model.robustness.typed import Judged
from ui.words import plain

# Of the judged translations, into French: what goes right, and three kinds of what goes wrong.
EXAMPLES = (
    "What time does the last train to Berlin leave?",
    "My phone's battery is almost empty.",
    "I have a headache, so I'm going to bed early.",
    "He pretends to be asleep.",
    "The invoice you sent me yesterday has a mistake in it.",
    "The older I get, the less I sleep.",
)


def examples(judged: Sequence[Judged], texts: Sequence[str] = EXAMPLES) -> str:
    """Return a table in Markdown of judged translations into French, the right ones first.

    Args:
        judged: all that was judged.
        texts: which of them.
    """
    found = {row.text: row for row in judged if row.target == "fr"}
    rows = sorted(
        (found[text] for text in texts if text in found), key=lambda row: row.verdict != "yes"
    )
    lines = [
        f"| {'✓' if row.verdict == 'yes' else '✗'} | {plain(row.text)} | {plain(row.translation)} "
        f"| {plain(row.why)} |"
        for row in rows
    ]
    return "\n".join(
        ["| | sentence | the model's French | what is wrong |", "|---" * 4 + "|", *lines]
    )


def acceptable(judged: Sequence[Judged]) -> str:
    """Say how many of the judged translations are acceptable."""
    right = [row for row in judged if row.verdict == "yes"]
    english, right_english = (
        sum("en" in (row.source, row.target) for row in rows) for rows in (judged, right)
    )
    return (
        f"Somebody read **{len(judged)}** translations of ordinary sentences and found "
        f"**{len(right)}** acceptable. From or into English it was {right_english} of {english}."
    )


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
        f"{said} On our own sentences, which are harder and mostly have a rare word, the mean of "
        f"the directions {change} from **{here:.1f}** to **{there:.1f}**."
    )


def alignment(table: Mapping) -> str:
    """Say how well the best head of cross-attention aligns words.

    Args:
        table: from ``model.alignment``.
    """
    best, rows = table["best"], table["rows"]
    below = sum(row["mean"] < table["diagonal"]["mean"] for row in rows)
    return (
        f"People linked the words of {sum(table['sentences'].values()) // 2} pairs by hand. The "
        f"best links are those of head {best['head'] + 1} of layer {best['layer'] + 1}, in the row "
        f"that {_row(best['shift'])}. Its alignment error rate is **{100 * best['mean']:.1f} %**, "
        "where 0 means that all links are right and none is missing. It "
        "was chosen on these same pairs, so on others it may be worse. Linking word by word in "
        f"order has {100 * table['diagonal']['mean']:.1f} %. **{below} of {len(rows)}** rows "
        "do better than that."
    )


def _row(shift: str) -> str:
    return {"reads": "reads the word just written", "writes": "predicts the word"}[shift]


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
        f"Short texts were joined to **{count:,}** longer ones, of up to 25 words. The "
        f"translation is too short, below 0.6 of the reference's words, for "
        f"**{long['stop early']}** of them. It repeats itself three times in a row for "
        f"**{long['run in circles']}**. A name that training never saw is kept as it was typed in "
        f"**{names} of {asked}** sentences. A number is kept in **{numbers_kept} of {of}**."
    )


def first_typed(table: Mapping) -> str:
    """Say how well it does what visitors type first, and where French drops a vowel.

    Args:
        table: from ``model.robustness``.
    """
    first, vowels = table["first texts"], table["elisions"]
    return (
        f"Training also saw texts that visitors type first, such as “Hello”. Of their "
        f"translations, **{first['right']} of {first['asked']}** are right. French drops a vowel "
        f"before another one, as in “l'oiseau”: that fails in **{vowels['faults']} of "
        f"{vowels['sentences']}** sentences."
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
        kind = "Between the other languages it is **{:.1f}**"
        if len(languages) == 1:
            kind = "From a language into itself, as if typed in the wrong one, it is **{:.1f}**"
        elif "en" in languages:
            kind = "From and into English it is **{:.1f}**"
        kinds.setdefault(kind, []).append(score["chrf"])
    means = " ".join(f"{kind.format(fmean(chrf))}." for kind, chrf in kinds.items())
    unseen = [way for way in scores if way not in trained]
    seen = f"Training had no pairs of {', '.join(unseen)}." if unseen else ""
    return f"The mean chrF of these sentences depends on the direction. {means} {seen}"


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
    said = ", ".join(
        f"“{text}” in {language_name(code)}" for code, text in found["translations"].items()
    )
    shares = {"animal": found["to animal"], "street": found["to street"]}
    less, more = sorted(shares, key=shares.__getitem__)
    return (
        f"“{found['text']}” Here “it” gives more weight to **{more}** ({shares[more]:.3f}) than to "
        f"{less} ({shares[less]:.3f}), on average over the encoder's layers and heads. The model "
        f"writes {said}."
    )
