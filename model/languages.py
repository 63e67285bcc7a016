"""The languages that our own models can be trained on, one row for each.

Optional fields that a row lacks are left out where they would be used; no other file names a
language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Language:
    """A language: its name, its archive of sentence pairs, its pronouns, articles and letters.

    Args:
        name: its English name.
        archive: its code in the source of the sentence pairs; "" for English, which every archive
            pairs with another language.
        sentences: templates with a gap: two for a name, one for a number. None of the names and
            numbers that fill them is a single piece of the shipped vocabulary, but it has all
            their characters: an unknown one could never be output.
        pronouns: third-person pronouns, whose antecedent stands elsewhere in the sentence.
        articles: articles that tell a noun's gender -> "masculine" or "feminine".
        letters: lower-case letters that English lacks; a vocabulary has a piece for each of them,
            and for its capital.
    """

    name: str
    archive: str = ""
    sentences: tuple[str, ...] = ()
    pronouns: frozenset[str] = frozenset()
    articles: Mapping[str, str] = field(default_factory=dict)
    letters: str = ""


def _gender_by_article(masculine: str, feminine: str) -> dict[str, str]:
    """Return the gender of each article, given two texts: masculine articles, feminine articles."""
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
        _gender_by_article("le un", "la une"),
        "àâæçéèêëîïôœùûüÿ",
    ),
    "de": Language(
        "German",
        "deu",
        ("{} wohnt hier.", "Ich habe {} gestern getroffen.", "Wir haben {} Bücher."),
        frozenset({"er", "sie", "es", "ihn", "ihm", "ihnen"}),
        _gender_by_article("der ein", "die eine"),
        "äöüß",
    ),
    "es": Language(
        "Spanish",
        "spa",
        ("{} vive aquí.", "Ayer vi a {}.", "Tenemos {} libros."),
        frozenset({"él", "ella", "ellos", "ellas"}),
        _gender_by_article("el un", "la una"),
        "áéíñóúü",
    ),
}
CODES = {code: language.archive for code, language in LANGUAGES.items() if language.archive}
CARRIER_SENTENCES = {
    code: language.sentences for code, language in LANGUAGES.items() if language.sentences
}


def language_name(code: str) -> str:
    """Return a language's English name, or its code if it is not listed here."""
    return LANGUAGES[code].name if code in LANGUAGES else code
