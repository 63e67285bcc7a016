"""Checks of the tour: whether a step is done, and why, from the facts that its page reports.

No check handles clicks. Each gets ``page_facts``, the facts that the page reported in this run,
and ``earlier_checks``, its own notes from earlier runs with the visitor's guess; it returns a
check result.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ui.frame.tour.check_result import CheckHistory, CheckResult, Facts
from ui.messages import N_, _
from ui.words import format_percent, in_quotes, truncate

PREVIOUS_THRESHOLD = 0.8  # threshold: share of weight that makes a previous-token head
SAME_VECTOR_THRESHOLD = 1e-5  # threshold: difference below which two vectors are the same
MAIN_WEIGHT_THRESHOLD = 0.4  # threshold: weight with which a word attends "mainly" to another
UNMOVED_THRESHOLD = 1e-6  # threshold: bits below which a prediction has not moved
SHUFFLE_ANSWERS = (
    N_("They stay the same, only in a different order"),
    N_("They become different vectors"),
)
MOVED_ANSWERS = (
    N_("All of them"),
    N_("The ones before that word"),
    N_("The ones from that word on"),
)
TRAINING_BEGAN = "began here"  # a note, as is an accuracy: "without 0.5000"
_ACCURACY = re.compile(r"(with|without) ([01]\.\d{4})")


def check_least_probable_token(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the page shows the decoding step of the least probable token.

    A new translation is shown at its last step, which counts only once the visitor has moved.

    Args:
        page_facts: "said", the (text, probability) of each output token, and "step", from 1.
        earlier_checks: its notes hold the translation once the visitor has moved.
    """
    said: Sequence[tuple[str, float]] = page_facts["said"]
    step, translation = page_facts["step"], truncate(" ".join(text for text, __ in said), 100)
    text, p = said[step - 1]
    moved = step < len(said) or earlier_checks.notes == (translation,)
    noted = (translation,) if moved else ()
    if not moved:
        whole = _("The whole translation is shown. Step through it with the player.")
        return CheckResult(whole)
    if p == min(least for __, least in said):
        least = _("“{token}” got {share:%}, the lowest of the {count} tokens.")
        found = least.format(token=text, share=p, count=len(said))
        return CheckResult(found, done=True, notes=noted)
    other = _("Step {step}: “{token}” got {share:%}. That's not the lowest.")
    return CheckResult(other.format(step=step, token=text, share=p), notes=noted)


def check_word_is_split(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether a word of the sentence is split into two tokens or more.

    Args:
        page_facts: "words", the pieces of each word.
        earlier_checks: unused.
    """
    words: Sequence[tuple[str, ...]] = page_facts["words"]
    most = max(words, key=len, default=())
    if len(most) > 1:
        cut = _("“{word}” is {count} tokens: {tokens}.")
        said = {"word": truncate("".join(most)), "tokens": truncate(" + ".join(most))}
        return CheckResult(cut.format(count=len(most), **said), done=True)
    return CheckResult(_("Every word of this sentence is one token, so type rarer words."))


def check_most_similar_row(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the visitor guessed which token's embedding is most like the selected one's.

    Args:
        page_facts: "token", the selected token; "rows", the tokens to guess from; and "cosines",
            the cosine similarity of each one's embedding with that of the selected token.
        earlier_checks: the guess is an index in "rows"; its context is the token selected then.
    """
    options: tuple[str, ...] = tuple(page_facts["rows"])
    asks: dict[str, Any] = {"options": options, "context": page_facts["token"]}
    if earlier_checks.context != page_facts["token"] or not 0 <= earlier_checks.guess < len(
        options
    ):
        text = _(
            "Two of these are next to “{token}” in the table, and one is used in a similar way."
        )
        return CheckResult(text.format(token=page_facts["token"]), **asks)
    gaps = {"token": page_facts["token"], "piece": options[earlier_checks.guess]}
    cosine = page_facts["cosines"][earlier_checks.guess]
    if page_facts["cosines"][earlier_checks.guess] >= max(page_facts["cosines"]):
        text = _(
            "The row of {piece} is the one most similar to the row of “{token}” (cosine "
            "{cosine:.2})."
        )
        return CheckResult(text.format(cosine=cosine, **gaps), done=True, **asks)
    text = _("{piece} is only next to “{token}” in the table (cosine {cosine:.2}). Choose again.")
    return CheckResult(text.format(cosine=cosine, **gaps), **asks)


def check_query_finds_key(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the selected word attends mainly to a word that is not next to it.

    "Mainly" is a weight of ``MAIN_WEIGHT_THRESHOLD`` or more. Cross-attention does not count.

    Args:
        page_facts: "kind" of the attention, "layer" and "head" from 1, "query" and "key" (texts),
            "weight" of that key, and "far": whether the key is a word not next to the query.
        earlier_checks: unused.
    """
    if page_facts["kind"] == "cross":
        return CheckResult(
            _("Cross-attention links two sentences, so choose self-attention instead.")
        )
    gaps = {"layer": page_facts["layer"], "head": page_facts["head"], "query": page_facts["query"]}
    gaps |= {"key": page_facts["key"], "share": format_percent(page_facts["weight"])}
    if not page_facts["far"] or page_facts["weight"] < MAIN_WEIGHT_THRESHOLD:
        text = _("Layer {layer}, head {head}: the query of {query} matches {key} best ({share}).")
        return CheckResult(text.format(**gaps))
    text = _("Layer {layer}, head {head}: {query} attends mainly to {key} ({share}).")
    return CheckResult(text.format(**gaps), done=True)


def check_word_needs_another(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the selected output word disappears although its main source word is visible.

    The visitor hides other source words from the model, which then translates anew.

    Args:
        page_facts: "watched", the output word; "own", the source word on which it depends most;
            "hidden", the hidden source words; "own_hidden", whether "own" is one of them; and
            "still", whether the model still writes the output word.
        earlier_checks: unused.
    """
    if "hidden" not in page_facts:
        return CheckResult(_("This sentence has no words to hide, so type another one."))
    gone = ", ".join(in_quotes(text) for text in page_facts["hidden"])
    gaps = {"word": page_facts["watched"], "own": page_facts["own"], "hidden": gone}
    if not gone:
        return CheckResult(
            _("No word is hidden. “{word}” depends more on “{own}” than on any other word.").format(
                **gaps
            )
        )
    if page_facts["own_hidden"]:
        return CheckResult(_("“{own}” itself is hidden, so show it again.").format(**gaps))
    if page_facts["still"]:
        return CheckResult(_("Without {hidden}, the model still writes “{word}”.").format(**gaps))
    lost = _("Without {hidden}, the model no longer writes “{word}” there.")
    return CheckResult(lost.format(**gaps), done=True)


def check_both_trainings(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether two training runs on ambiguous words have ended: with and without attention.

    A run that had ended before the visitor came does not count.

    Args:
        page_facts: "training", the name of the training that is shown; "finished", whether its run
            has ended; then also "attention", whether it was on, and "accuracy", from 0 to 1.
        earlier_checks: its notes hold the accuracies of runs that have ended; others are skipped.
    """
    notes = earlier_checks.notes  # a link may hold others than ours
    noted = {found[1]: float(found[2]) for note in notes if (found := _ACCURACY.fullmatch(note))}
    trains, finished = page_facts.get("training") == "phrases", page_facts.get("finished")
    if trains and finished and TRAINING_BEGAN in notes:
        noted["with" if page_facts["attention"] else "without"] = page_facts["accuracy"]
    began = not finished if trains else TRAINING_BEGAN in notes
    kept = (*(f"{how} {share:.4f}" for how, share in noted.items()), *[TRAINING_BEGAN] * began)
    right = _("With attention: {share:%} right."), _("Without attention: {share:%} right.")
    said = [right[how == "without"].format(share=share) for how, share in noted.items()]
    if len(said) == 2:
        return CheckResult(" ".join(said), done=True, notes=kept)
    if not trains:
        said.append(_("Choose the lesson “Ambiguous words”."))
    elif "without" in noted:
        said.append(
            _(
                "No training run with attention has finished yet. The switch “attention” is "
                "further down."
            )
        )
    else:
        said.append(_("No training run without attention has finished yet."))
    return CheckResult(" ".join(said), notes=kept)


def check_largest_weight(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the guessed key has the largest attention weight for the selected query.

    Args:
        page_facts: "word", the query; "keys" and "weights", the text and the weight of each key;
            and "context", the sentence, language, attention, layer, head and query, as one text.
        earlier_checks: the guess is an index in "keys"; it counts only in the same context.
    """
    keys: tuple[str, ...] = tuple(page_facts["keys"])
    weights: Sequence[float] = page_facts["weights"]
    context = f"{page_facts['context']} {page_facts['word']}"
    asks: dict[str, Any] = {"options": keys, "context": context}
    if earlier_checks.context != context or not 0 <= earlier_checks.guess < len(keys):
        text = _("The picture is hidden. Which word does “{word}” attend to most here?")
        return CheckResult(text.format(word=page_facts["word"]), hides_figure=True, **asks)
    share = format_percent(weights[earlier_checks.guess])
    gaps = {"word": page_facts["word"], "key": keys[earlier_checks.guess], "share": share}
    if weights[earlier_checks.guess] >= max(weights):
        text = _("“{word}” gives {key} {share} of its weight, more than it gives any other word.")
        return CheckResult(text.format(**gaps), done=True, **asks)
    text = _(
        "“{word}” gives {key} {share} of its weight. Another word gets more, so look and "
        "choose again."
    )
    return CheckResult(text.format(**gaps), **asks)


def check_previous_token_head(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the selected self-attention head attends mostly to the previous token.

    Args:
        page_facts: "kind" of the attention, "layer" and "head" from 1, and "previous": the mean
            weight on the previous token, None if there is a single token.
        earlier_checks: unused.
    """
    if page_facts["kind"] == "cross":
        return CheckResult(
            _("In cross-attention there's no previous token, so choose self-attention instead.")
        )
    if page_facts["previous"] is None:
        return CheckResult(_("A single token has no token before it, so type a longer sentence."))
    text = _(
        "Layer {layer}, head {head} puts {share:%} of its weight on the previous token."
    ).format(layer=page_facts["layer"], head=page_facts["head"], share=page_facts["previous"])
    return CheckResult(text, done=page_facts["previous"] > PREVIOUS_THRESHOLD)


def check_shuffle_keeps_vectors(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the visitor guessed, and then saw, that a shuffle only reorders the vectors.

    The step is done if the guess is right and the page has compared the encoder's outputs, without
    positional encodings, for the sentence and a shuffled one, and found the same vectors.

    Args:
        page_facts: "order", number of the shuffle, from 1, where 1 is the first one shown; and
            "difference", the largest difference of the outputs. Both are missing at first.
        earlier_checks: the guess is an index in ``SHUFFLE_ANSWERS``.
    """
    asks: dict[str, Any] = {"options": tuple(map(_, SHUFFLE_ANSWERS)), "context": "shuffled"}
    if earlier_checks.guess < 0:
        return CheckResult(_("Guess first, then you can shuffle the sentence."), **asks)
    if "difference" not in page_facts:
        return CheckResult(_("Open “Shuffle this sentence” and press “Shuffle again”."), **asks)
    if page_facts["difference"] >= SAME_VECTOR_THRESHOLD or page_facts["order"] == 1:
        text = _("Under “Shuffle this sentence”, press “Shuffle again” and read the result.")
        return CheckResult(text, **asks)
    if earlier_checks.guess:
        text = _("The vectors are the same, up to rounding. Look again, and correct your answer.")
        return CheckResult(text, **asks)
    text = _(
        "Without positions, all vectors stayed the same, up to rounding. Only their order changed."
    )
    return CheckResult(text, done=True, **asks)


def check_only_later_predictions(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the visitor guessed, and then saw, which predictions a replaced token changes.

    The step is done if the guess is right ("The ones from that word on") and a replaced decoder
    input token, other than the first, has left all earlier predictions unchanged.

    Args:
        page_facts: "replaced", the index of the replaced token, from 0, None if there is none;
            "bits", how much each prediction has changed (KL divergence); and "step", from 1.
        earlier_checks: the guess is an index in ``MOVED_ANSWERS``.
    """
    asks: dict[str, Any] = {"options": tuple(map(_, MOVED_ANSWERS)), "context": "replaced"}
    if earlier_checks.guess < 0:
        return CheckResult(_("Guess first: which predictions will change?"), **asks)
    if page_facts.get("replaced") is None and page_facts["step"] == 1:
        return CheckResult(
            _("Now click a later token that the decoder reads, and replace it."), **asks
        )
    if page_facts.get("replaced") is None:
        text = _(
            "Now, under “Let step {step} read a token other than ...”, type another word and "
            "press Enter."
        )
        return CheckResult(text.format(step=page_facts["step"]), **asks)
    place, bits = page_facts["replaced"], page_facts["bits"]
    if place == 0:
        return CheckResult(_("This is the first token. Click a later one and replace it."), **asks)
    earlier, later = max(0.0, *bits[:place]), max(bits[place:])
    if earlier > UNMOVED_THRESHOLD:
        text = _("Earlier predictions changed by {bits:.2} bits. Is the mask on?")
        return CheckResult(text.format(bits=earlier), **asks)
    text = _(
        "Earlier predictions didn't change; from that token on, they changed by up to {bits:.1} "
        "bits."
    )
    moved = text.format(bits=later)
    if earlier_checks.guess != 2:
        return CheckResult(f"{moved} {_('Correct your answer.')}", **asks)
    return CheckResult(moved, done=True, **asks)


def check_crossing_lines(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the alignment line of the selected output word crosses another line.

    Where lines cross, the two languages order their words differently.

    Args:
        page_facts: see ``pages.decoder.cross_attention.lines.collect_link_facts``.
        earlier_checks: unused.
    """
    lines: Mapping[int, int] = page_facts["lines"]
    row, names, ends = page_facts["row"], page_facts["names"], page_facts["ends"]
    if row not in lines:
        unclear = _("“{word}” has no clear line to a word here, so choose another word.")
        return CheckResult(unclear.format(word=names[row]))
    others = [o for o in lines if (row - o) * (lines[row] - lines[o]) < 0]
    own = f"{in_quotes(names[row])} → {in_quotes(ends[lines[row]])}"
    if not others:
        none = _("{line} crosses no other clear line, so choose another word.")
        return CheckResult(none.format(line=own))
    other = f"{in_quotes(names[others[0]])} → {in_quotes(ends[lines[others[0]]])}"
    return CheckResult(_("{line} crosses {other}.").format(line=own, other=other), done=True)


def check_searches_differ(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether greedy search and beam search end in different translations.

    Args:
        page_facts: "greedy" and "beam", the two translations.
        earlier_checks: unused.
    """
    if page_facts["greedy"] != page_facts["beam"]:
        differ = _("Greedy search writes “{greedy}”, beam search “{beam}”.")
        greedy, beam = _cut_at_first_difference(page_facts["greedy"], page_facts["beam"])
        return CheckResult(differ.format(greedy=greedy, beam=beam), done=True)
    return CheckResult(
        _("Both write “{translation}”.").format(translation=truncate(page_facts["beam"], 40))
    )


def _cut_at_first_difference(first_text: str, second_text: str) -> tuple[str, ...]:
    """Return the end of both texts, from two words before their first difference."""
    words = first_text.split(), second_text.split()
    part = next((place for place, two in enumerate(zip_longest(*words)) if two[0] != two[1]), 0)
    start = max(0, part - 2)
    return tuple(truncate("… " * bool(start) + " ".join(text[start:]), 40) for text in words)


def check_no_forgetting(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether fine-tuning taught the model something without making it forget other things.

    Args:
        page_facts: "right" and "right_before", how many of the "asked" test questions the model
            answers correctly after and before the fine-tuning; and "forgot", whether it now
            translates other sentences worse. All are missing before the fine-tuning has ended.
        earlier_checks: unused.
    """
    if "right" not in page_facts:
        return CheckResult(_("No lesson has finished yet. Press “Teach” and wait until it's over."))
    right, asked = page_facts["right"], page_facts["asked"]
    no_more = _(
        "The model gets {right} of {count} questions right, no more than before the lesson. "
        "Teach it for more steps."
    )
    forgot = _(
        "The model gets {right} of {count} questions right, but it forgot other sentences. "
        "Choose more rehearsal and teach it again."
    )
    good = _("The model gets {right} of {count} questions right, and we measured no forgetting.")
    if right <= page_facts["right_before"]:
        return CheckResult(no_more.format(right=right, count=asked))
    if page_facts["forgot"]:
        return CheckResult(forgot.format(right=right, count=asked))
    return CheckResult(good.format(right=right, count=asked), done=True)


def check_single_change(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether exactly one change of the model is on, and has changed the translation.

    Args:
        page_facts: "changes", how many are on; "plain" and "broken", translation before and after.
        earlier_checks: unused.
    """
    count, plain, broken = page_facts["changes"], page_facts["plain"], page_facts["broken"]
    if not count:
        return CheckResult(_("You haven't changed anything in the model."))
    if count > 1:
        several = _("{count} changes are on. Go back to normal and try just one.")
        return CheckResult(several.format(count=count))
    if plain == broken:
        still = _("It still writes “{translation}”, so try another switch.")
        return CheckResult(still.format(translation=truncate(plain, 50)))
    now = _("It now writes “{translation}”.")
    return CheckResult(now.format(translation=truncate(broken, 50)), done=True)
