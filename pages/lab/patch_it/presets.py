"""Preset minimal pairs, and a generated counterpart for any other sentence."""

import re

from model.patching.minimal_pairs import MinimalPair
from ui.messages import N_

SOURCE = "en"  # the language of all pairs


PAIRS = (
    MinimalPair(
        N_("Pronoun: his / her"),
        ("The doctor finished his work.", "The doctor finished her work."),
        ("de", "de"),
    ),
    MinimalPair(
        N_("Number: cat / cats"),
        ("I see the cat in the garden.", "I see the cats in the garden."),
        ("fr", "fr"),
    ),
    MinimalPair(N_("Name: Tom / Mary"), ("Tom is my friend.", "Mary is my friend."), ("fr", "fr")),
    MinimalPair(
        N_("Negation: always / never"),
        ("She always eats meat.", "She never eats meat."),
        ("de", "de"),
    ),
    MinimalPair(N_("Tense: works / worked"), ("She works here.", "She worked here."), ("fr", "fr")),
    MinimalPair(
        N_("Two senses: know him / know it"), ("I know him well.", "I know it well."), ("es", "es")
    ),
    MinimalPair(
        N_("Question: you are / are you"), ("You are tired.", "Are you tired?"), ("de", "de")
    ),
    MinimalPair(
        N_("Language: French / German"),
        ("The cat sleeps in the garden.", "The cat sleeps in the garden."),
        ("fr", "de"),
        step=4,
    ),
)

# Interchangeable words: any sentence with one of them gets a counterpart.
EXCHANGED = {
    "en": (
        ("his", "her"), ("he", "she"), ("him", "her"), ("cat", "dog"), ("man", "woman"),
        ("boy", "girl"), ("brother", "sister"), ("father", "mother"), ("son", "daughter"),
        ("always", "never"), ("this", "that"), ("my", "your"), ("we", "they"), ("is", "was"),
        ("are", "were"), ("station", "house"), ("animal", "horse"), ("the", "a"),
    ),
    "fr": (
        ("chat", "chien"), ("mon", "ton"), ("étudiant", "médecin"), ("un", "ce"), ("le", "ce"),
        ("la", "une"), ("il", "elle"),
    ),
    "de": (
        ("er", "sie"), ("mein", "dein"), ("hund", "hase"), ("ist", "war"), ("der", "ein"),
        ("die", "eine"),
    ),
    "es": (("perro", "gato"), ("mi", "tu"), ("él", "ella"), ("es", "era"), ("el", "un")),
}  # fmt: skip


def make_counterpart(text: str, language: str) -> str:
    """Return a sentence with one word exchanged, such as "his" for "her"; "" if none can be.

    The exchanged word is the first one in ``EXCHANGED`` that the sentence contains.

    Args:
        text: the sentence.
        language: code of the sentence's language.
    """
    for pair in EXCHANGED.get(language, ()):
        for word, other in (pair, pair[::-1]):
            found = re.search(rf"\b{word}\b", text, re.IGNORECASE)
            if found:
                new = other.capitalize() if found[0][0].isupper() else other
                return text[: found.start()] + new + text[found.end() :]
    return ""
