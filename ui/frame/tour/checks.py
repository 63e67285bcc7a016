"""Checks of the tour: whether a step is done, and why, from the facts that its page reports.

No check handles clicks. Each gets the facts that the page reported in this run, its own notes
from earlier runs, and the visitor's guess; it returns a check result.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ui.frame.tour.verdict import Before, Facts, Verdict
from ui.messages import N_, _
from ui.words import decimal, in_quotes, percent, short

PREVIOUS = 0.8  # threshold: share of weight that makes a previous-token head
SAME = 1e-5  # threshold: difference below which two vectors are the same
CLEAR = 0.4  # threshold: weight with which a word attends "mainly" to another
QUIET = 1e-6  # threshold: bits below which a prediction has not moved
SHUFFLED = (N_("They stay the same, only in a different order"), N_("They become other vectors"))
MOVED = (N_("All of them"), N_("The ones before it"), N_("The ones from it on"))


def least_certain(facts: Facts, before: Before) -> Verdict:
    """Check that the shown step of the translation has its least probable token.

    A new translation is shown whole, at its last step: a visitor who has not moved has not looked.
    """
    said: Sequence[tuple[str, float]] = facts["said"]
    step, translation = facts["step"], short(" ".join(text for text, __ in said), 100)
    text, p = said[step - 1]
    moved = step < len(said) or before.noted == (translation,)
    noted = (translation,) if moved else ()
    if not moved:
        whole = _("The whole translation is shown. Step through it with the player.")
        return Verdict(whole)
    if p == min(least for __, least in said):
        least = _("“{token}” got {share}, the lowest of the {count} tokens.")
        found = least.format(token=text, share=percent(p), count=len(said))
        return Verdict(found, done=True, noted=noted)
    other = _("Step {step}: “{token}” got {share}. That's not the lowest.")
    return Verdict(other.format(step=step, token=text, share=percent(p)), noted=noted)


def splits(facts: Facts, before: Before) -> Verdict:
    """Check that a word of the sentence is split into two tokens or more."""
    words: Sequence[tuple[str, ...]] = facts["words"]
    most = max(words, key=len, default=())
    if len(most) > 1:
        cut = _("“{word}” is {count} tokens: {tokens}.")
        said = {"word": short("".join(most)), "tokens": short(" + ".join(most))}
        return Verdict(cut.format(count=len(most), **said), done=True)
    return Verdict(_("Every word of this sentence is one token, so type rarer words."))


def most_similar_row(facts: Facts, before: Before) -> Verdict:
    """Check that the guessed row of E is the most similar one to the chosen token's."""
    options: tuple[str, ...] = tuple(facts["rows"])
    asks: dict[str, Any] = {"options": options, "context": facts["token"]}
    if before.context != facts["token"] or not 0 <= before.guess < len(options):
        text = _(
            "Two of these are next to “{token}” in the table, and one is used in a similar way."
        )
        return Verdict(text.format(token=facts["token"]), **asks)
    gaps = {"token": facts["token"], "piece": options[before.guess]}
    cosine = decimal(facts["cosines"][before.guess], 2)
    if facts["cosines"][before.guess] >= max(facts["cosines"]):
        text = _(
            "The row of {piece} is the one most similar to the row of “{token}” (cosine {cosine})."
        )
        return Verdict(text.format(cosine=cosine, **gaps), done=True, **asks)
    text = _("{piece} is only next to “{token}” in the table (cosine {cosine}). Choose again.")
    return Verdict(text.format(cosine=cosine, **gaps), **asks)


def query_finds_key(facts: Facts, before: Before) -> Verdict:
    """Check that the chosen word's query clearly matches the key of a word that is not adjacent."""
    if facts["kind"] == "cross":
        return Verdict(_("Two sentences meet here, so choose self-attention instead."))
    gaps = {"layer": facts["layer"], "head": facts["head"], "query": facts["query"]}
    gaps |= {"key": facts["key"], "share": percent(facts["weight"])}
    if not facts["far"] or facts["weight"] < CLEAR:
        text = _("Layer {layer}, head {head}: the query of {query} matches {key} best ({share}).")
        return Verdict(text.format(**gaps))
    text = _("Layer {layer}, head {head}: {query} attends mainly to {key} ({share}).")
    return Verdict(text.format(**gaps), done=True)


def needs_another(facts: Facts, before: Before) -> Verdict:
    """Check that the watched output word is lost, though its own source word is not hidden."""
    if "hidden" not in facts:
        return Verdict(_("This sentence has no words to hide, so type another one."))
    gone = ", ".join(in_quotes(text) for text in facts["hidden"])
    gaps = {"word": facts["watched"], "own": facts["own"], "hidden": gone}
    if not gone:
        return Verdict(
            _("No word is hidden. “{word}” depends more on “{own}” than on any other.").format(
                **gaps
            )
        )
    if facts["own_hidden"]:
        return Verdict(_("“{own}” itself is hidden, so show it again.").format(**gaps))
    if facts["still"]:
        return Verdict(_("Without {hidden}, the model still writes “{word}”.").format(**gaps))
    lost = _("Without {hidden}, the model no longer writes “{word}” there.")
    return Verdict(lost.format(**gaps), done=True)


def both_trainings(facts: Facts, before: Before) -> Verdict:
    """Check that two trainings on ambiguous words have finished: without and with attention.

    A training that had finished before the visitor came does not count.
    """
    noted = dict(note.split(" ", 1) for note in before.noted)
    if facts.get("training") == "phrases" and not facts.get("finished"):
        noted["began"] = "here"
    elif facts.get("training") == "phrases" and noted.pop("began", None):
        noted["with" if facts["attention"] else "without"] = percent(facts["accuracy"])
    kept = tuple(f"{how} {right}" for how, right in noted.items())
    right = {
        "with": _("With attention: {share} right."),
        "without": _("Without attention: {share} right."),
    }
    said = [right[how].format(share=share) for how, share in noted.items() if how in right]
    if len(said) == 2:
        return Verdict(" ".join(said), done=True, noted=kept)
    if facts.get("training") != "phrases":
        said.append(_("Choose the lesson “Ambiguous words”."))
    elif "without" in noted:
        said.append(_("No training with attention has finished yet."))
    else:
        said.append(_("No training without attention has finished yet."))
    return Verdict(" ".join(said), noted=kept)


def read_most(facts: Facts, before: Before) -> Verdict:
    """Check that the guessed word has the largest attention weight of the shown row."""
    keys: tuple[str, ...] = tuple(facts["keys"])
    weights: Sequence[float] = facts["weights"]
    context = f"{facts['context']} {facts['word']}"
    asks: dict[str, Any] = {"options": keys, "context": context}
    if before.context != context or not 0 <= before.guess < len(keys):
        text = _("The picture is hidden. Which word does “{word}” attend to most here?")
        return Verdict(text.format(word=facts["word"]), covered=True, **asks)
    share = percent(weights[before.guess])
    gaps = {"word": facts["word"], "key": keys[before.guess], "share": share}
    if weights[before.guess] >= max(weights):
        text = _("“{word}” gives {key} {share} of its weight, more than any other word.")
        return Verdict(text.format(**gaps), done=True, **asks)
    text = _(
        "“{word}” gives {key} {share} of its weight. Another word gets more, so look and "
        "choose again."
    )
    return Verdict(text.format(**gaps), **asks)


def previous_token(facts: Facts, before: Before) -> Verdict:
    """Check that the chosen self-attention head puts most of its weight on the previous token."""
    if facts["kind"] == "cross":
        return Verdict(
            _("In cross-attention there's no previous token, so choose self-attention instead.")
        )
    if facts["previous"] is None:
        return Verdict(_("A single token has no token before it, so type a longer sentence."))
    text = _("Layer {layer}, head {head} puts {share} of its weight on the previous token.").format(
        layer=facts["layer"], head=facts["head"], share=percent(facts["previous"])
    )
    return Verdict(text, done=facts["previous"] > PREVIOUS)


def vectors_without_order(facts: Facts, before: Before) -> Verdict:
    """Check a guess and a shuffle: without positions every token keeps its vector."""
    asks: dict[str, Any] = {"options": tuple(map(_, SHUFFLED)), "context": "shuffled"}
    if before.guess < 0:
        return Verdict(_("Guess first, then you can shuffle the sentence."), **asks)
    if "difference" not in facts:
        return Verdict(_("Open “Shuffle this sentence” and press “Shuffle again”."), **asks)
    if facts["difference"] >= SAME or facts["order"] == 1:
        text = _("Under “Shuffle this sentence”, press “Shuffle again” and read the result.")
        return Verdict(text, **asks)
    if before.guess:
        text = _("The vectors are the same, up to rounding. Look again, and correct your answer.")
        return Verdict(text, **asks)
    text = _(
        "Without positions, all vectors stayed the same, up to rounding. Only their order changed."
    )
    return Verdict(text, done=True, **asks)


def only_later(facts: Facts, before: Before) -> Verdict:
    """Check a guess and a replaced token: predictions before it have not moved."""
    asks: dict[str, Any] = {"options": tuple(map(_, MOVED)), "context": "replaced"}
    if before.guess < 0:
        return Verdict(_("Guess first: which predictions will change?"), **asks)
    if facts.get("replaced") is None:
        text = _(
            "Now type another word into the box “Let step {step} read another token” and press "
            "Enter."
        )
        return Verdict(text.format(step=facts["step"]), **asks)
    place, bits = facts["replaced"], facts["bits"]
    if place == 0:
        return Verdict(_("This is the first token. Click a later one, and replace that."), **asks)
    earlier, later = max(0.0, *bits[:place]), max(bits[place:])
    if earlier > QUIET:
        text = _("Predictions before it changed by {bits} bits. Is the mask on?")
        return Verdict(text.format(bits=decimal(earlier, 2)), **asks)
    text = _("Predictions before it didn't change; from it on, they changed by up to {bits} bits.")
    moved = text.format(bits=decimal(later, 1))
    if before.guess != 2:
        return Verdict(f"{moved} {_('Correct your answer.')}", **asks)
    return Verdict(moved, done=True, **asks)


def crossing(facts: Facts, before: Before) -> Verdict:
    """Check that the alignment line of the chosen step crosses another one."""
    lines: Mapping[int, int] = facts["lines"]
    row, names, ends = facts["row"], facts["names"], facts["ends"]
    if row not in lines:
        unclear = _("“{word}” has no clear line to a word here, so choose another word.")
        return Verdict(unclear.format(word=names[row]))
    others = [o for o in lines if (row - o) * (lines[row] - lines[o]) < 0]
    own = f"{in_quotes(names[row])} → {in_quotes(ends[lines[row]])}"
    if not others:
        none = _("{line} crosses no other clear line, so choose another word.")
        return Verdict(none.format(line=own))
    other = f"{in_quotes(names[others[0]])} → {in_quotes(ends[lines[others[0]]])}"
    return Verdict(_("{line} crosses {other}.").format(line=own, other=other), done=True)


def searches_differ(facts: Facts, before: Before) -> Verdict:
    """Check that greedy and beam search end in different translations."""
    if facts["greedy"] != facts["beam"]:
        differ = _("Greedy search writes “{greedy}”, beam search “{beam}”.")
        greedy, beam = _where_they_part(facts["greedy"], facts["beam"])
        return Verdict(differ.format(greedy=greedy, beam=beam), done=True)
    return Verdict(_("Both write “{translation}”.").format(translation=short(facts["beam"], 40)))


def _where_they_part(one: str, other: str) -> tuple[str, ...]:
    """Return two texts cut to begin two words before their first difference."""
    words = one.split(), other.split()
    part = next((place for place, two in enumerate(zip_longest(*words)) if two[0] != two[1]), 0)
    start = max(0, part - 2)
    return tuple(short("… " * bool(start) + " ".join(text[start:]), 40) for text in words)


def forgets_nothing(facts: Facts, before: Before) -> Verdict:
    """Check that a lesson improved the answers, and that no forgetting was measured."""
    if "right" not in facts:
        return Verdict(_("No lesson has finished yet. Press “Teach” and wait until it's over."))
    right, asked = facts["right"], facts["asked"]
    no_more = _(
        "The model answers {right} of {count} questions right, no more than before the "
        "lesson. Teach more steps."
    )
    forgot = _(
        "The model answers {right} of {count} questions right, but it forgot other "
        "sentences. Choose more rehearsal and teach again."
    )
    good = _("The model answers {right} of {count} questions right, and we measure no forgetting.")
    if right <= facts["right_before"]:
        return Verdict(no_more.format(right=right, count=asked))
    if facts["forgot"]:
        return Verdict(forgot.format(right=right, count=asked))
    return Verdict(good.format(right=right, count=asked), done=True)


def one_switch(facts: Facts, before: Before) -> Verdict:
    """Check that a single change of the model, or one click's, changed the translation."""
    count, plain, broken = facts["changes"], facts["plain"], facts["broken"]
    if not count:
        return Verdict(_("You haven't changed anything in the model."))
    if count > 1:
        several = _("{count} changes are on. Go back to normal and try just one.")
        return Verdict(several.format(count=count))
    if plain == broken:
        still = _("It still writes “{translation}”, so try another switch.")
        return Verdict(still.format(translation=short(plain, 50)))
    now = _("It now writes “{translation}”.")
    return Verdict(now.format(translation=short(broken, 50)), done=True)
