"""The languages that a model of ours can learn: one row for each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """A language.

    Args:
        name: in English.
        archive: what the source of the sentence pairs calls it; "" for English, which every
            archive pairs with another one.
        sentences: with a gap, of our own: two for a name, one for a number. None of the names and
            numbers that are put in is one piece of the shipped vocabulary, but it knows all their
            characters: an unknown one could never be written.
    """

    name: str
    archive: str
    sentences: tuple[str, str, str]


LANGUAGES = {
    "en": Language("English", "", ("{} lives here.", "I met {} yesterday.", "We have {} books.")),
    "fr": Language(
        "French", "fra", ("{} habite ici.", "J'ai rencontré {} hier.", "Nous avons {} livres.")
    ),
    "de": Language(
        "German",
        "deu",
        ("{} wohnt hier.", "Ich habe {} gestern getroffen.", "Wir haben {} Bücher."),
    ),
    "es": Language("Spanish", "spa", ("{} vive aquí.", "Ayer vi a {}.", "Tenemos {} libros.")),
}
CODES = {code: language.archive for code, language in LANGUAGES.items() if language.archive}
CARRIER_SENTENCES = {code: language.sentences for code, language in LANGUAGES.items()}


def language_name(code: str) -> str:
    """Return a language's name in English; of a language that no row tells of, its code."""
    return LANGUAGES[code].name if code in LANGUAGES else code
