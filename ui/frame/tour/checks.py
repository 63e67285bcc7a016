"""When a stop of the tour is done: what the page tells, in; whether it is done, and why, out.

Nothing here knows of clicks. Each check gets the facts that the page told in this run, what it
noted itself in earlier runs, and the visitor's guess; it says what is the case now.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ui.words import percent, short

PREVIOUS = 0.8  # share of its weight from which on a head is one of previous tokens
SAME = 1e-5  # difference below which two vectors are the same
QUIET = 1e-6  # bits below which a prediction has not moved
SHUFFLED = ("They are the same, only in another order", "They become other vectors")
MOVED = ("All of them", "Those before it", "Those from it on")

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What is the case at a stop.

    Args:
        now: in a sentence; once it is done, what was found.
        done: whether that is what the stop asks for.
        noted: what the check wants to know again in later runs.
        options: answers to choose from, where a guess is asked for.
        context: what the guess is about; a guess about something else does not count.
        covered: whether the picture is hidden until there is a guess.
    """

    now: str
    done: bool = False
    noted: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    context: str = ""
    covered: bool = False


@dataclass(frozen=True)
class Before:
    """What happened at a stop until now.

    Args:
        noted: by its check.
        guess: place of the visitor's last answer, or -1.
        context: what that answer was about.
    """

    noted: tuple[str, ...] = ()
    guess: int = -1
    context: str = ""


def least_certain(facts: Facts, before: Before) -> Verdict:
    """The step of the overview's player is the one whose word was least probable."""
    said: Sequence[tuple[str, float]] = facts["said"]
    step = facts["step"]
    words = {place: p for place, (text, p) in enumerate(said) if any(map(str.isalpha, text))}
    if not words:
        return Verdict("This translation has no letters, so type another sentence.")
    if step > len(said):
        return Verdict(f"Step {step} is the end token, so step back to a word.")
    text, p = said[step - 1]
    shown = f"“{text}” got {percent(p)}"
    if min(words, key=words.__getitem__) == step - 1:
        return Verdict(f"{shown}, the least of the {len(words)} tokens with letters.", done=True)
    return Verdict(f"Step {step}: {shown}. That is not the least.")


def splits(facts: Facts, before: Before) -> Verdict:
    """A word of the sentence is cut into two pieces or more."""
    words: Sequence[tuple[str, ...]] = facts["words"]
    most = max(words, key=len, default=())
    if len(most) > 1:
        cut = " + ".join(most)
        return Verdict(f"“{short(''.join(most))}” is {len(most)} tokens: {short(cut)}.", done=True)
    return Verdict("Every word of this sentence is one token, so type rarer words.")


def needs_another(facts: Facts, before: Before) -> Verdict:
    """The watched word is lost, though its own source word is not hidden."""
    if "hidden" not in facts:
        return Verdict("This sentence has no words to hide, so type another one.")
    word, own, hidden = facts["watched"], facts["own"], facts["hidden"]
    if not hidden:
        return Verdict(f"Nothing is hidden. “{word}” depends most on “{own}”.")
    gone = ", ".join(f"“{text}”" for text in hidden)
    if facts["own_hidden"]:
        return Verdict(f"“{own}” is hidden itself, so show it again.")
    if facts["still"]:
        return Verdict(f"Without {gone} the model still writes “{word}”.")
    return Verdict(f"Without {gone} the model no longer writes “{word}” there.", done=True)


def both_trainings(facts: Facts, before: Before) -> Verdict:
    """Two trainings on ambiguous words are finished: one without attention, one with it."""
    noted = dict(note.split(" ", 1) for note in before.noted)
    if facts.get("training") == "phrases" and facts.get("finished"):
        noted["with" if facts["attention"] else "without"] = percent(facts["accuracy"])
    kept = tuple(f"{how} {right}" for how, right in noted.items())
    said = " ".join(f"{how.capitalize()} attention {right} right." for how, right in noted.items())
    if len(noted) == 2:
        return Verdict(said, done=True, noted=kept)
    if facts.get("training") != "phrases":
        return Verdict(f"{said} Choose the lesson “Ambiguous words”.".strip(), noted=kept)
    missing = "with" if "without" in noted else "without"
    return Verdict(f"{said} No training {missing} attention has finished yet.".strip(), noted=kept)


def read_most(facts: Facts, before: Before) -> Verdict:
    """The guessed word has the largest weight of the row that is shown."""
    keys: tuple[str, ...] = tuple(facts["keys"])
    weights: Sequence[float] = facts["weights"]
    context = f"{facts['context']} {facts['word']}"
    asks: dict[str, Any] = {"options": keys, "context": context}
    if before.context != context or not 0 <= before.guess < len(keys):
        text = f"The picture is hidden. Which word does “{facts['word']}” look at most here?"
        return Verdict(text, covered=True, **asks)
    share = percent(weights[before.guess])
    text = f"“{facts['word']}” gives {keys[before.guess]} {share} of its weight"
    if weights[before.guess] >= max(weights):
        return Verdict(f"{text}, the most of all.", done=True, **asks)
    return Verdict(f"{text}. Another gets more, so look and choose again.", **asks)


def previous_token(facts: Facts, before: Before) -> Verdict:
    """The chosen head of a self-attention puts most of its weight on the token before."""
    where = f"Layer {facts['layer']}, head {facts['head']}"
    if facts["kind"] == "cross":
        return Verdict("In cross-attention no token comes before, so choose a self-attention.")
    if facts["previous"] is None:
        return Verdict("A single token has none before it, so type a longer sentence.")
    text = f"{where} puts {percent(facts['previous'])} of its weight on the token before"
    return Verdict(f"{text}.", done=facts["previous"] > PREVIOUS)


def vectors_without_order(facts: Facts, before: Before) -> Verdict:
    """Guessed, then shuffled: without positions every token keeps its vector."""
    asks: dict[str, Any] = {"options": SHUFFLED, "context": "shuffled"}
    if before.guess < 0:
        return Verdict("Guess first; then the sentence can be shuffled.", **asks)
    if "difference" not in facts:
        return Verdict("Open “Shuffle this sentence” and press “Shuffle again”.", **asks)
    if facts["difference"] >= SAME or facts["order"] == 1:
        text = "Under “Shuffle this sentence”, press “Shuffle again” and read what it says."
        return Verdict(text, **asks)
    if before.guess:
        text = "The vectors are the same, up to rounding. Look again, and correct your answer."
        return Verdict(text, **asks)
    text = "Without positions all vectors stay the same, up to rounding. Only their order changed."
    return Verdict(text, done=True, **asks)


def only_later(facts: Facts, before: Before) -> Verdict:
    """Guessed, then replaced: predictions before the replaced token have not moved."""
    asks: dict[str, Any] = {"options": MOVED, "context": "replaced"}
    if before.guess < 0:
        return Verdict("Guess first: which predictions will move?", **asks)
    if facts.get("replaced") is None:
        box = f"“Let step {facts['step']} read another token”"
        return Verdict(f"Now type another word into the box {box} and press Enter.", **asks)
    place, bits = facts["replaced"], facts["bits"]
    if place == 0:
        return Verdict("This is the first token. Click a later one, and replace that.", **asks)
    earlier, later = max(0.0, *bits[:place]), max(bits[place:])
    text = f"Predictions before it did not move; from it on they moved by up to {later:.1f}"
    if earlier > QUIET:
        return Verdict(f"Earlier predictions moved by {earlier:.2f} bits. Is the mask on?", **asks)
    if before.guess != 2:
        return Verdict(f"{text} bits. Correct your answer.", **asks)
    return Verdict(f"{text} bits.", done=True, **asks)


def crossing(facts: Facts, before: Before) -> Verdict:
    """The line of the chosen step crosses the line of another one."""
    lines: Mapping[int, int] = facts["lines"]
    row, names, ends = facts["row"], facts["names"], facts["ends"]
    if row not in lines:
        return Verdict(f"“{names[row]}” has no clear line to a word here, so choose another word.")
    others = [o for o in lines if (row - o) * (lines[row] - lines[o]) < 0]
    own = f"“{names[row]}” → “{ends[lines[row]]}”"
    if not others:
        return Verdict(f"{own} crosses no other clear line, so choose another word.")
    other = others[0]
    return Verdict(f"{own} crosses “{names[other]}” → “{ends[lines[other]]}”.", done=True)


def searches_differ(facts: Facts, before: Before) -> Verdict:
    """Greedy and beam search end in different translations."""
    greedy, beam = short(facts["greedy"], 40), short(facts["beam"], 40)
    if facts["greedy"] != facts["beam"]:
        return Verdict(f"Greedy search writes “{greedy}”, beam search “{beam}”.", done=True)
    return Verdict(f"Both write “{beam}”.")


def forgets_nothing(facts: Facts, before: Before) -> Verdict:
    """A lesson is over: more questions are answered right, and other sentences fare as before."""
    if "right" not in facts:
        return Verdict("No lesson is over: press “Teach” and wait for its end.")
    right, asked = facts["right"], facts["asked"]
    text = f"It answers {right} of {asked} questions right"
    if right <= facts["right_before"]:
        return Verdict(f"{text}, not more than before the lesson: teach more steps.")
    if facts["forgot"]:
        return Verdict(
            f"{text}, but it forgot other sentences: choose more rehearsal and teach again."
        )
    return Verdict(f"{text}, and no forgetting is measured.", done=True)


def one_switch(facts: Facts, before: Before) -> Verdict:
    """One change is on, or those of one click, and the translation is another one."""
    count, plain, broken = facts["changes"], facts["plain"], facts["broken"]
    if not count:
        return Verdict("Nothing is changed in the model.")
    if count > 1:
        return Verdict(f"{count} changes are on. Go back to normal, and try one alone.")
    if plain == broken:
        return Verdict(f"It still writes “{short(plain, 50)}”, so try another switch.")
    return Verdict(f"It now writes “{short(broken, 50)}”.", done=True)
