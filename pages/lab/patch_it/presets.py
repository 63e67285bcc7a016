"""Pairs of sentences to begin with, and a first other sentence for any."""

import re
from dataclasses import dataclass

from ui.messages import N_


@dataclass(frozen=True)
class Pair:
    """Two sentences that differ little, or one that is translated into two languages.

    Args:
        name: what differs.
        clean: one sentence.
        changed: the other one.
        source: code of their language.
        target: into which both are translated.
        other: into which the changed one is translated instead, or "".
        step: at which they are compared, from 1; 0 for the first one at which they part.
    """

    name: str
    clean: str
    changed: str
    source: str
    target: str
    other: str = ""
    step: int = 0


PAIRS = (
    Pair(
        N_("Pronoun: his / her"),
        "The doctor finished his work.",
        "The doctor finished her work.",
        "en",
        "de",
    ),
    Pair(
        N_("Number: cat / cats"),
        "I see the cat in the garden.",
        "I see the cats in the garden.",
        "en",
        "fr",
    ),
    Pair(N_("Name: Tom / Mary"), "Tom is my friend.", "Mary is my friend.", "en", "fr"),
    Pair(
        N_("Negation: always / never"), "She always eats meat.", "She never eats meat.", "en", "de"
    ),
    Pair(N_("Tense: works / worked"), "She works here.", "She worked here.", "en", "fr"),
    Pair(N_("Two senses: know him / know it"), "I know him well.", "I know it well.", "en", "es"),
    Pair(N_("Question: you are / are you"), "You are tired.", "Are you tired?", "en", "de"),
    Pair(
        N_("Language: French / German"),
        "The cat sleeps in the garden.",
        "The cat sleeps in the garden.",
        "en",
        "fr",
        other="de",
        step=4,
    ),
)

# Words that take each other's place, so that any sentence with one of them has a counterpart.
EXCHANGED = (
    ("his", "her"), ("he", "she"), ("him", "her"), ("cat", "dog"), ("man", "woman"),
    ("boy", "girl"), ("brother", "sister"), ("father", "mother"), ("son", "daughter"),
    ("always", "never"), ("this", "that"), ("my", "your"), ("we", "they"), ("is", "was"),
    ("are", "were"), ("the", "a"), ("il", "elle"), ("chat", "chien"), ("mon", "ton"),
    ("un", "ce"), ("le", "ce"), ("la", "une"), ("er", "sie"), ("mein", "dein"), ("hund", "hase"),
    ("der", "ein"), ("die", "eine"), ("el", "un"), ("perro", "gato"), ("mi", "tu"),
    ("étudiant", "médecin"), ("station", "house"), ("animal", "horse"),
)  # fmt: skip


def counterpart(text: str) -> str:
    """Return the sentence with one word exchanged for another; "" if none is known.

    Args:
        text: of any language; the words that come first in the table go first.
    """
    for pair in EXCHANGED:
        for word, other in (pair, pair[::-1]):
            found = re.search(rf"\b{word}\b", text, re.IGNORECASE)
            if found:
                new = other.capitalize() if found[0][0].isupper() else other
                return text[: found.start()] + new + text[found.end() :]
    return ""


def matching_pair(clean: str, changed: str, target: str, other: str) -> Pair | None:
    """Return the pair that two sentences and their target languages are, if any."""
    asked = (clean, changed, target, "" if other == target else other)
    return next((p for p in PAIRS if (p.clean, p.changed, p.target, p.other) == asked), None)
