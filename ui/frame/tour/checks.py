"""Checks of the tour: whether a step is done, and why, from the facts that its page reports.

No check handles clicks. Each gets ``page_facts``, the facts that the page reported in this run,
and ``earlier_checks``, its own notes from earlier runs with the visitor's guess; it returns a
check result.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ui.frame.tour.check_result import CheckHistory, CheckResult, Facts
from ui.messages import N_, _
from ui.words import format_decimal, format_percent, in_quotes, truncate

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


def check_least_probable_token(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the page shows the decoding step of the least probable token.

    A new translation is shown at its last step. That step does not count before the visitor has
    moved to another one, even if its token is the least probable.
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
        least = _("“{token}” got {share}, the lowest of the {count} tokens.")
        found = least.format(token=text, share=format_percent(p), count=len(said))
        return CheckResult(found, done=True, notes=noted)
    other = _("Step {step}: “{token}” got {share}. That's not the lowest.")
    return CheckResult(other.format(step=step, token=text, share=format_percent(p)), notes=noted)


def check_word_is_split(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether a word of the sentence is split into two tokens or more."""
    words: Sequence[tuple[str, ...]] = page_facts["words"]
    most = max(words, key=len, default=())
    if len(most) > 1:
        cut = _("“{word}” is {count} tokens: {tokens}.")
        said = {"word": truncate("".join(most)), "tokens": truncate(" + ".join(most))}
        return CheckResult(cut.format(count=len(most), **said), done=True)
    return CheckResult(_("Every word of this sentence is one token, so type rarer words."))


def check_most_similar_row(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the visitor guessed which token's embedding is most like the selected token's.

    Embeddings are rows of the matrix E, compared by their cosine. The page offers a few tokens.
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
    cosine = format_decimal(page_facts["cosines"][earlier_checks.guess], 2)
    if page_facts["cosines"][earlier_checks.guess] >= max(page_facts["cosines"]):
        text = _(
            "The row of {piece} is the one most similar to the row of “{token}” (cosine {cosine})."
        )
        return CheckResult(text.format(cosine=cosine, **gaps), done=True, **asks)
    text = _("{piece} is only next to “{token}” in the table (cosine {cosine}). Choose again.")
    return CheckResult(text.format(cosine=cosine, **gaps), **asks)


def check_query_finds_key(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the selected word attends mainly to a word that is not next to it.

    "Mainly" is a weight of ``MAIN_WEIGHT_THRESHOLD`` or more; cross-attention does not count.
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
    """Check whether an output word disappears when the visitor hides other source words.

    It counts only while the source word on which the output word depends most is not hidden.
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
    """Check whether two trainings on ambiguous words ended, one with and one without attention.

    A training that had finished before the visitor came does not count.
    """
    noted = dict(note.split(" ", 1) for note in earlier_checks.notes)
    if page_facts.get("training") == "phrases" and not page_facts.get("finished"):
        noted["began"] = "here"
    elif page_facts.get("training") == "phrases" and noted.pop("began", None):
        noted["with" if page_facts["attention"] else "without"] = format_percent(
            page_facts["accuracy"]
        )
    kept = tuple(f"{how} {right}" for how, right in noted.items())
    right = {
        "with": _("With attention: {share} right."),
        "without": _("Without attention: {share} right."),
    }
    said = [right[how].format(share=share) for how, share in noted.items() if how in right]
    if len(said) == 2:
        return CheckResult(" ".join(said), done=True, notes=kept)
    if page_facts.get("training") != "phrases":
        said.append(_("Choose the lesson “Ambiguous words”."))
    elif "without" in noted:
        said.append(_("No training run with attention has finished yet."))
    else:
        said.append(_("No training run without attention has finished yet."))
    return CheckResult(" ".join(said), notes=kept)


def check_largest_weight(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the guessed word has the largest attention weight of the query shown."""
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
    """Check whether the chosen self-attention head attends mostly to the previous token."""
    if page_facts["kind"] == "cross":
        return CheckResult(
            _("In cross-attention there's no previous token, so choose self-attention instead.")
        )
    if page_facts["previous"] is None:
        return CheckResult(_("A single token has no token before it, so type a longer sentence."))
    text = _("Layer {layer}, head {head} puts {share} of its weight on the previous token.").format(
        layer=page_facts["layer"],
        head=page_facts["head"],
        share=format_percent(page_facts["previous"]),
    )
    return CheckResult(text, done=page_facts["previous"] > PREVIOUS_THRESHOLD)


def check_shuffle_keeps_vectors(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the visitor guessed, and then saw, that a shuffle only reorders the vectors.

    It is done if the guess is right, and the page has shuffled the tokens, without positions, and
    found the same vectors in another order.
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

    It is done if the guess is "from that word on", and the page has replaced a token, not the
    first, and found all earlier predictions unchanged.
    """
    asks: dict[str, Any] = {"options": tuple(map(_, MOVED_ANSWERS)), "context": "replaced"}
    if earlier_checks.guess < 0:
        return CheckResult(_("Guess first: which predictions will change?"), **asks)
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
        text = _("Earlier predictions changed by {bits} bits. Is the mask on?")
        return CheckResult(text.format(bits=format_decimal(earlier, 2)), **asks)
    text = _(
        "Earlier predictions didn't change; from that token on, they changed by up to {bits} bits."
    )
    moved = text.format(bits=format_decimal(later, 1))
    if earlier_checks.guess != 2:
        return CheckResult(f"{moved} {_('Correct your answer.')}", **asks)
    return CheckResult(moved, done=True, **asks)


def check_crossing_lines(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether the line from the chosen output word to its source word crosses another line.

    Where lines cross, the two languages order their words differently. Only clear lines count.
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
    """Check whether greedy search and beam search end in different translations."""
    if page_facts["greedy"] != page_facts["beam"]:
        differ = _("Greedy search writes “{greedy}”, beam search “{beam}”.")
        greedy, beam = _cut_at_first_difference(page_facts["greedy"], page_facts["beam"])
        return CheckResult(differ.format(greedy=greedy, beam=beam), done=True)
    return CheckResult(
        _("Both write “{translation}”.").format(translation=truncate(page_facts["beam"], 40))
    )


def _cut_at_first_difference(first_text: str, second_text: str) -> tuple[str, ...]:
    """Return both texts from two words before their first difference on."""
    words = first_text.split(), second_text.split()
    part = next((place for place, two in enumerate(zip_longest(*words)) if two[0] != two[1]), 0)
    start = max(0, part - 2)
    return tuple(truncate("… " * bool(start) + " ".join(text[start:]), 40) for text in words)


def check_no_forgetting(page_facts: Facts, earlier_checks: CheckHistory) -> CheckResult:
    """Check whether a fine-tuning taught the model something, and it forgot nothing else.

    It must answer more of the lesson's questions correctly than before, and the page must have
    found that it translates other sentences no worse.
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
    """Check whether exactly one change of the model is on, and it changed the translation."""
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
