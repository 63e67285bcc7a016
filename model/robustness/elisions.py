"""Whether French translations elide the vowel where they must: "l'animal", never "le animal"."""

import re
from collections.abc import Sequence

from model.tokenizer import Tokenizer
from model.transformer import Transformer
from model.translate import translate

# French says all of these with a vowel first.
NOUNS = (
    "animal", "tree", "child", "student", "school", "island", "bird", "elephant", "engineer",
    "actor", "artist", "author", "orange", "onion", "spider", "bear", "donkey", "eagle", "church",
    "company", "army", "uncle", "friend", "enemy", "expert", "error", "idea", "example",
    "exercise", "event", "image", "object", "tool", "screen", "star", "needle", "sword",
    "envelope", "apartment", "airport", "plane", "year", "summer", "autumn", "shoulder", "eye",
    "ear", "bone", "storm", "ocean",
)  # fmt: skip
FRAMES = (
    "The {} is here.",
    "I see the {}.",
    "Where is the {}?",
    "The color of the {} is strange.",
    "I think that the {} is important.",
    "We talked about the {} yesterday.",
    "She needs the {}.",
    "Without the {}, nothing works.",
    "He says that the {} is old.",
    "The name of the {} is very long.",
)
EXAMPLES = 5  # faulty translations that are listed

# "Le onze", "le oui" and "la une" are right, and before h and y it depends on the word.
_FAULT = re.compile(
    r"\b(?:le|la|de|que) (?!onz|oui\b|ouistiti|une\b)[aeiouàâæéèêëîïôöùûüœ]\w*", re.IGNORECASE
)


def missing_elisions(text: str) -> list[str]:
    """Return the word pairs of a French text that lack an elision, such as "le animal"."""
    return _FAULT.findall(text)


def fill_frames() -> list[str]:
    """Return English test sentences: every noun in every sentence template."""
    return [frame.format(noun) for frame in FRAMES for noun in NOUNS]


def count_missing_elisions(
    model: Transformer, tokenizer: Tokenizer, sentences: Sequence[str]
) -> dict[str, int | list[str]]:
    """Translate into French (beam 4) and count the translations that lack an elision.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        sentences: English sentences.

    Returns:
        "sentences": number of translations; "faults": number of those that lack an elision;
        "examples": the first few of these, as text.
    """
    said = [t.text for t in translate(model, tokenizer, sentences, ["fr"] * len(sentences))]
    faults = [text for text in said if missing_elisions(text)]
    return {"sentences": len(said), "faults": len(faults), "examples": faults[:EXAMPLES]}
