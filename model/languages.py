"""The languages that a model of ours can learn: one row for each.

What a row lacks is left out where it would be used; nothing else has to know the language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
        pronouns: of the third person: what they mean stands elsewhere in the sentence.
        articles: those that tell a noun's gender, and which; "masculine" or "feminine".
        letters: the small ones that English has not; a vocabulary has a piece for each of them,
            and for its capital.
    """

    name: str
    archive: str = ""
    sentences: tuple[str, ...] = ()
    pronouns: frozenset[str] = frozenset()
    articles: Mapping[str, str] = field(default_factory=dict)
    letters: str = ""


def _articles(masculine: str, feminine: str) -> dict[str, str]:
    return dict.fromkeys(masculine.split(), "masculine") | dict.fromkeys(
        feminine.split(), "feminine"
    )


LANGUAGES = {
    "en": Language(
        "English",
        sentences=("{} lives here.", "I met {} yesterday.", "We have {} books."),
        pronouns=frozenset({"it", "he", "she", "they", "him", "them"}),
    ),
    "fr": Language(
        "French",
        "fra",
        ("{} habite ici.", "J'ai rencontré {} hier.", "Nous avons {} livres."),
        frozenset({"il", "elle", "ils", "elles", "lui", "eux"}),
        _articles("le un", "la une"),
        "àâæçéèêëîïôœùûüÿ",
    ),
    "de": Language(
        "German",
        "deu",
        ("{} wohnt hier.", "Ich habe {} gestern getroffen.", "Wir haben {} Bücher."),
        frozenset({"er", "sie", "es", "ihn", "ihm", "ihnen"}),
        _articles("der ein", "die eine"),
        "äöüß",
    ),
    "es": Language(
        "Spanish",
        "spa",
        ("{} vive aquí.", "Ayer vi a {}.", "Tenemos {} libros."),
        frozenset({"él", "ella", "ellos", "ellas"}),
        _articles("el un", "la una"),
        "áéíñóúü",
    ),
}
CODES = {code: language.archive for code, language in LANGUAGES.items() if language.archive}
CARRIER_SENTENCES = {
    code: language.sentences for code, language in LANGUAGES.items() if language.sentences
}


def language_name(code: str) -> str:
    """Return a language's name in English; of a language that no row tells of, its code."""
    return LANGUAGES[code].name if code in LANGUAGES else code
