"""Sentences about the model's measured quality."""

from collections.abc import Mapping, Sequence
from math import exp
from statistics import fmean

from model.robustness.two_readers import VERDICTS, TwiceJudged, count_verdicts
from model.robustness.typed import JudgedTranslation
from ui.frame.doubts import SURE, TranslatedWord
from ui.messages import _, ngettext
from ui.readings.reading import Reading
from ui.sentence import Remark, say
from ui.words import format_percent, language_name


def describe_acceptability(judged: Sequence[JudgedTranslation]) -> str:
    """Describe how many translations a reader found acceptable, in all and to or from English.

    Args:
        judged: all translations that the reader judged.
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


def describe_verdicts(judged: Sequence[TwiceJudged]) -> str:
    """Describe in one sentence how many translations of the test sentences are good and wrong.

    Args:
        judged: the translations, each with the verdicts of both readers.
    """
    share = _shares_by_verdict(judged)
    return _(
        "We chose three right ones and three wrong ones. Of **{count}** other translations, two "
        "strict readers (language models) found **{good}** good, {slip} with one slip, and "
        "**{wrong}** wrong."
    ).format(count=len(judged), good=share["good"], slip=share["slip"], wrong=share["wrong"])


def _shares_by_verdict(judged: Sequence[TwiceJudged]) -> dict[str, str]:
    """Return the share of translations with each verdict, as a range over both readers."""
    first, second, __ = count_verdicts(judged)
    shares = {
        name: [format_percent(value / len(judged)) for value in sorted((first[name], second[name]))]
        for name in VERDICTS
    }
    return {name: "–".join(dict.fromkeys(ends)) for name, ends in shares.items()}


def describe_marks(table: Mapping) -> str:
    """Describe how many wrong and right translations are marked, with and without reading back.

    Args:
        table: the table of ``model.robustness.certainty``, measured by cross-validation.
    """
    found, false = _count_marked(table)
    found_before, false_before = _count_marked(table["without reconstruction"])
    return _(
        "The bar learned to mark from **{judged:,}** judged translations, {wrong:,} of them "
        "wrong. We counted on sentences left out of that: it marks **{found:,}** of the wrong "
        "ones and {false:,} right ones. Without reading back, it would mark {found_before:,} "
        "wrong and {false_before:,} right ones."
    ).format(
        judged=table["judged"],
        wrong=table["wrong"],
        found=found,
        false=false,
        found_before=found_before,
        false_before=false_before,
    )


def _count_marked(scores: Mapping) -> tuple[int, int]:
    """Return how many wrong and how many right translations are marked."""
    wrong = round(scores["marked"] * scores["wrong_of_marked"])
    return wrong, scores["marked"] - wrong


def describe_reconstruction(reading: Reading, log_probabilities: Sequence[float]) -> Remark:
    """Describe how likely the sentence is, read back from its translation.

    Args:
        reading: the reading of the sentence.
        log_probabilities: ln p of each source token given the translation, in nats.
    """
    typed = [
        (log_p, token)
        for log_p, token in zip(log_probabilities, reading.source, strict=True)
        if not token.special
    ]
    least, token = min(typed, key=lambda one: one[0])
    return say(
        "From “{translation}” alone, the model gives each token of your sentence **{share:%}** on "
        "average (the geometric mean). It finds “{token}” hardest to guess: {least:%}.",
        translation=reading.translation,
        share=exp(fmean(log_probabilities)),
        token=token.text,
        least=exp(least),
    )


def describe_two_readers(judged: Sequence[TwiceJudged]) -> str:
    """Describe how two readers, independently, judged the translations of the test sentences.

    Args:
        judged: the translations, each with the verdicts of both readers.
    """
    agreed, share = count_verdicts(judged)[2], _shares_by_verdict(judged)
    return _(
        "Training rounds were chosen by the sentences above, so here are **{count}** translations "
        "of others, made once and judged strictly by two readers who are language models. "
        "They found **{good}** good, {slip} with one slip, and {wrong} wrong; on "
        "{agreed} of {count} they gave the same verdict."
    ).format(
        count=len(judged),
        agreed=agreed,
        good=share["good"],
        slip=share["slip"],
        wrong=share["wrong"],
    )


def name_direction(direction: str) -> str:
    """Return the names of a direction's languages: "French → English" for "fr-en"."""
    return " → ".join(map(language_name, direction.split("-")))


def describe_scores(scores: Sequence[Mapping], own_set_scores: Sequence[Mapping] | None) -> str:
    """Describe the best and the worst direction by BLEU, and the mean on our own
    sentences.

    Args:
        scores: a record for each direction, measured on the validation sets, with "direction" (such
            as "en-fr") and "bleu" (0 to 100).
        own_set_scores: such records, measured on our own, harder sentences; None if not measured.
    """
    best, worst = (pick(scores, key=lambda score: score["bleu"]) for pick in (max, min))
    said = _(
        "**{best}** scores highest ({most:.1} BLEU), **{worst}** lowest ({least:.1}). Their "
        "test sentences differ, though, so don't read this as a contest."
    ).format(
        best=name_direction(best["direction"]),
        most=best["bleu"],
        worst=name_direction(worst["direction"]),
        least=worst["bleu"],
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
            "directions, the mean falls from **{before:.1}** to **{now:.1}**."
        )
    else:
        change = _(
            "Our own sentences are harder, and most contain a rare word. Even so, over those "
            "shared directions, the mean rises from **{before:.1}** to **{now:.1}**."
        )
    change = change.format(before=here, now=there)
    return f"{said} {shared} {change}"


def describe_weakest_word(words: Sequence[TranslatedWord]) -> Remark:
    """Describe which word of the visitor's translation the model was least sure of.

    Args:
        words: the words of the translation, with their probabilities.
    """
    spoken = [word for word in words if any(map(str.isalnum, word.text))]
    if not spoken:
        return say("The model wrote no word here, so there's nothing to trust.")
    weakest = min(spoken, key=lambda word: word.probability)
    values = {"word": weakest.text, "p": format_percent(weakest.probability)}
    if weakest.probability < SURE:
        return say(
            "The model was least sure of **“{word}”**: {p}. Look there first, then at every other "
            "word: it can be sure and wrong.",
            **values,
        )
    return say(
        "The model was at least {p} sure of every word, and least of “{word}”. That doesn't make "
        "the translation right: it can be **sure and wrong**.",
        **values,
    )


def describe_alignment(table: Mapping) -> str:
    """Describe the alignment error rate (AER, 0 to 1) of the best cross-attention head.

    Args:
        table: the table that ``python -m model.alignment`` wrote: "sentences" (direction -> number
            of sentence pairs), "rows" (records of each head, with its "layer", "head", "shift" and
            "mean" AER), "best" (the record with the lowest mean) and "diagonal" (the same "mean" if
            words at equal relative positions are aligned).
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
        "Its alignment error rate is **{rate:.1%}**; 0 would mean that every link is right and "
        "none is missing. We chose this head on these same pairs, so expect it to do worse on "
        "others. Simply linking words in order gives {in_order:.1%}."
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
            error.format(rate=best["mean"], in_order=table["diagonal"]["mean"]),
            better.format(better=below, count=len(rows)),
        ]
    )


def describe_robustness(table: Mapping) -> str:
    """Describe how often translations of long texts are too short or repeat themselves, and how
    often translations keep a name or a number unchanged.

    Args:
        table: the table that ``python -m model.robustness`` wrote. It is read for "long" (number
            of "sentences" and of those that "stop early" or "run in circles") and "copies" ("names"
            and "numbers" -> how many were kept, of how many).
    """
    long, (names, asked), (numbers_kept, of) = (
        table["long"],
        table["copies"]["names"],
        table["copies"]["numbers"],
    )
    return _(
        "We joined short texts into **{count:,}** longer ones, of up to 25 words. For **{short}** "
        "of them the translation is too short: it has under {least:.1} times as many words as the "
        "reference. For **{circles}**, the translation repeats itself three times in a row. A "
        "name that training never saw survives as typed in **{names} of {asked}** sentences, a "
        "number in **{numbers} of {of}**."
    ).format(
        count=long["sentences"],
        least=0.6,
        short=long["stop early"],
        circles=long["run in circles"],
        names=names,
        asked=asked,
        numbers=numbers_kept,
        of=of,
    )


def describe_first_inputs(table: Mapping) -> str:
    """Describe how many short texts, such as "Hello", are translated right, and how many French
    translations lack an elision: "le oiseau" instead of "l'oiseau".

    Args:
        table: the table that ``python -m model.robustness`` wrote. It is read for "first texts"
            (numbers "right" and "asked") and "elisions" (numbers of "faults" and "sentences").
    """
    first, vowels = table["first texts"], table["elisions"]
    return _(
        "Training also included the texts that visitors tend to type first, such as “Hello”. The "
        "model gets **{right} of {asked}** translations of them right. In French, short words such "
        "as “le” lose their vowel before another vowel, as in “l'oiseau”. The model gets that "
        "wrong in **{faults} of {sentences}** sentences."
    ).format(
        right=first["right"],
        asked=first["asked"],
        faults=vowels["faults"],
        sentences=vowels["sentences"],
    )


def describe_language_pairs(
    scores: Mapping[str, Mapping[str, float]], trained: Sequence[str]
) -> str:
    """Describe the mean chrF (0 to 100) of three groups of directions.

    The groups are those to and from English, those between other languages, and those from a
    language into itself.

    Args:
        scores: direction, such as "en-fr" -> its scores, of which "chrf" is read.
        trained: directions with training pairs; the text lists the other ones.
    """
    kinds: dict[str, list[float]] = {}
    for way, score in scores.items():
        languages = set(way.split("-"))
        kind = _("Among the other languages, it's **{chrf:.1}**.")
        if len(languages) == 1:
            kind = _(
                "From a language into itself, as if you'd picked the wrong one, it's **{chrf:.1}**."
            )
        elif "en" in languages:
            kind = _("To and from English, it's **{chrf:.1}**.")
        kinds.setdefault(kind, []).append(score["chrf"])
    said = [_("The mean chrF of these sentences depends on the direction.")]
    said += [kind.format(chrf=fmean(chrf)) for kind, chrf in kinds.items()]
    if unseen := [way for way in scores if way not in trained]:
        names = ", ".join(map(name_direction, unseen))
        said.append(_("Training had no pairs for {directions}.").format(directions=names))
    return " ".join(said)


def describe_pronoun_attention(measured: Mapping) -> str:
    """Describe what the word "it" attends to in one sentence, and how the sentence is translated.

    Args:
        measured: an entry of "pronoun" in the table that ``python -m model.robustness`` wrote:
            "text" (the sentence), "translations" (by language code), and "to animal" and "to
            street": the attention weight of "it" on this word, averaged over all encoder heads.
    """
    said = ", ".join(
        _("“{text}” in {language}").format(text=text, language=language_name(code))
        for code, text in measured["translations"].items()
    )
    shares = {"animal": measured["to animal"], "street": measured["to street"]}
    less, more = sorted(shares, key=shares.__getitem__)
    return _(
        "“{text}” Here “it” puts more weight on **{more}** ({most:.3}) than on {less} "
        "({least:.3}), averaged over the encoder's layers and heads. The model writes "
        "{translations}."
    ).format(
        text=measured["text"],
        more=more,
        most=shares[more],
        less=less,
        least=shares[less],
        translations=said,
    )
