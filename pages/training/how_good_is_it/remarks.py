"""Sentences about the model's measured quality."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from model.robustness.typed import JudgedTranslation
from ui.messages import _, ngettext
from ui.words import format_decimal, format_integer, format_percent, language_name


def describe_acceptability(judged: Sequence[JudgedTranslation]) -> str:
    """Describe how many of the translations were judged acceptable, and how many of those to or
    from English.
    """
    right = [row for row in judged if row.verdict == "yes"]
    english, right_english = (
        sum("en" in (row.source, row.target) for row in rows) for rows in (judged, right)
    )
    said = ngettext(
        "A reader judged **{count}** everyday translation and found **{right}** "
        "acceptable ({right_english} of {english} to or from English).",
        "A reader judged **{count}** everyday translations and found **{right}** of "
        "them acceptable ({right_english} of {english} to or from English).",
        len(judged),
    )
    return said.format(
        count=len(judged), right=len(right), right_english=right_english, english=english
    )


def name_direction(direction: str) -> str:
    """Return a direction's two languages, such as "French → English" for "fr-en"."""
    return " → ".join(map(language_name, direction.split("-")))


def describe_takeaway(scores: Sequence[Mapping], own_set_scores: Sequence[Mapping] | None) -> str:
    """Return the takeaway: best and worst direction by BLEU, and the mean on our own, harder
    sentences; scores: records with "direction" and "bleu".

    Args:
        scores: BLEU and chrF of each direction on the validation sets.
        own_set_scores: the same on our own sentences; None if not measured.
    """
    best, worst = (pick(scores, key=lambda score: score["bleu"]) for pick in (max, min))
    said = _(
        "**{best}** scores highest ({most} BLEU), **{worst}** lowest ({least}). Their "
        "test sentences differ, though, so don't read this as a contest."
    ).format(
        best=name_direction(best["direction"]),
        most=format_decimal(best["bleu"], 1),
        worst=name_direction(worst["direction"]),
        least=format_decimal(worst["bleu"], 1),
    )
    ours = own_set_scores or []
    both = {score["direction"] for score in scores} & {score["direction"] for score in ours}
    if not both:
        return said
    shared = ngettext(
        "The two sets have {count} direction in common.",
        "The two sets have {count} directions in common.",
        len(both),
    ).format(count=len(both))
    here, there = (
        fmean(score["bleu"] for score in each if score["direction"] in both)
        for each in (scores, ours)
    )
    if there < here:
        change = _(
            "Our own sentences are harder, and most contain a rare word. Over those shared "
            "directions, the mean falls from **{before}** to **{now}**."
        )
    else:
        change = _(
            "Our own sentences are harder, and most contain a rare word. Even so, over those "
            "shared directions, the mean rises from **{before}** to **{now}**."
        )
    change = change.format(before=format_decimal(here, 1), now=format_decimal(there, 1))
    return f"{said} {shared} {change}"


def describe_alignment(table: Mapping) -> str:
    """Describe the alignment error rate of the best cross-attention head, as ``python -m
    model.alignment`` measured it.

    Args:
        table: from ``model.alignment``.
    """
    best, rows = table["best"], table["rows"]
    below = sum(row["mean"] < table["diagonal"]["mean"] for row in rows)
    pairs = sum(table["sentences"].values()) // 2
    linked = ngettext(
        "People linked the words of {count} pair by hand.",
        "People linked the words of {count} pairs by hand.",
        pairs,
    )
    where = {
        "reads": _(
            "The best links come from layer {layer}, head {head}, in the row that "
            "reads the word just written."
        ),
        "writes": _(
            "The best links come from layer {layer}, head {head}, in the row that "
            "predicts the word."
        ),
    }
    error = _(
        "Its alignment error rate is **{rate}**; 0 would mean that every link is right and none "
        "is missing. We chose this head on these same pairs, so expect it to do worse on "
        "others. Simply linking words in order gives {in_order}."
    )
    better = ngettext(
        "**{better} of {count}** row beats that.",
        "**{better} of {count}** rows beat that.",
        len(rows),
    )
    return " ".join(
        [
            linked.format(count=pairs),
            where[best["shift"]].format(head=best["head"] + 1, layer=best["layer"] + 1),
            error.format(
                rate=format_percent(best["mean"], 1),
                in_order=format_percent(table["diagonal"]["mean"], 1),
            ),
            better.format(better=below, count=len(rows)),
        ]
    )


def describe_robustness(table: Mapping) -> str:
    """Describe how often translations of longer texts are too short or loop, and how often names
    and numbers survive, as ``python -m model.robustness`` measured it.

    Args:
        table: from ``model.robustness``.
    """
    long, (names, asked), (numbers_kept, of) = (
        table["long"],
        table["copies"]["names"],
        table["copies"]["numbers"],
    )
    return _(
        "We joined short texts into **{count}** longer ones, of up to 25 words. For **{short}** of "
        "them the translation is too short: it has under {least} times as many words as the "
        "reference. For **{circles}**, the translation repeats itself three times in a row. A name "
        "that training never saw survives as typed in **{names} of {asked}** sentences, a number "
        "in **{numbers} of {of}**."
    ).format(
        count=format_integer(long["sentences"]),
        least=format_decimal(0.6, 1),
        short=long["stop early"],
        circles=long["run in circles"],
        names=names,
        asked=asked,
        numbers=numbers_kept,
        of=of,
    )


def describe_first_inputs(table: Mapping) -> str:
    """Describe how many typical first inputs are translated right, and how many elisions fail, as
    ``python -m model.robustness`` measured it.

    Args:
        table: from ``model.robustness``.
    """
    first, vowels = table["first texts"], table["elisions"]
    return _(
        "Training also included the texts that visitors tend to type first, such as “Hello”: "
        "**{right} of {asked}** translations of these are right. French drops a vowel before "
        "another, as in “l'oiseau”. The model gets that wrong in **{faults} of {sentences}** "
        "sentences."
    ).format(
        right=first["right"],
        asked=first["asked"],
        faults=vowels["faults"],
        sentences=vowels["sentences"],
    )


def describe_language_pairs(
    scores: Mapping[str, Mapping[str, float]], trained: Sequence[str]
) -> str:
    """Describe mean chrF to and from English, between other languages, and into the same language;
    scores: "chrf" by direction, such as "en-fr".

    Args:
        scores: direction -> its "bleu" and "chrf"; from ``model.robustness``.
        trained: directions with training pairs.
    """
    kinds: dict[str, list[float]] = {}
    for way, score in scores.items():
        languages = set(way.split("-"))
        kind = _("Among the other languages, it's **{chrf}**.")
        if len(languages) == 1:
            kind = _(
                "From a language into itself, as if you'd picked the wrong one, it's **{chrf}**."
            )
        elif "en" in languages:
            kind = _("To and from English, it's **{chrf}**.")
        kinds.setdefault(kind, []).append(score["chrf"])
    said = [_("The mean chrF of these sentences depends on the direction.")]
    said += [kind.format(chrf=format_decimal(fmean(chrf), 1)) for kind, chrf in kinds.items()]
    if unseen := [way for way in scores if way not in trained]:
        names = ", ".join(map(name_direction, unseen))
        said.append(_("Training had no pairs for {directions}.").format(directions=names))
    return " ".join(said)


def describe_pronoun_attention(measured: Mapping) -> str:
    """Describe what the word "it" attends to in one sentence, and how it is translated; measured:
    an entry of "pronoun" in the table of robustness.
    """
    said = ", ".join(
        _("“{text}” in {language}").format(text=text, language=language_name(code))
        for code, text in measured["translations"].items()
    )
    shares = {"animal": measured["to animal"], "street": measured["to street"]}
    less, more = sorted(shares, key=shares.__getitem__)
    return _(
        "“{text}” Here “it” puts more weight on **{more}** ({most}) than on {less} "
        "({least}), averaged over the encoder's layers and heads. The model writes "
        "{translations}."
    ).format(
        text=measured["text"],
        more=more,
        most=format_decimal(shares[more], 3),
        less=less,
        least=format_decimal(shares[less], 3),
        translations=said,
    )
