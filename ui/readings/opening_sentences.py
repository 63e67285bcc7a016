"""The opening sentence of a page, shown until the visitor has typed one.

There is one for each interface language. A page that needs a sentence of its own to show what its
text promises has a row in ``openings.tsv`` for each target language.
"""

import csv
from functools import cache
from pathlib import Path

from ui.locales import ENGLISH
from ui.readings.session import glass

FILE = Path(__file__).with_name("openings.tsv")
SENTENCES = {
    ENGLISH: "The dog is sleeping because he is tired.",
    "de": "Der Hund schläft, weil er müde ist.",
    "fr": "Le chien dort parce qu'il est fatigué.",
    "es": "El perro duerme porque está cansado.",
}


def opening_language(interface_language: str) -> str:
    """Return the language of the first example sentence: the interface's if possible, else English.

    Args:
        interface_language: code of the interface language.
    """
    return (
        interface_language
        if interface_language in SENTENCES and interface_language in glass().config.read_languages
        else ENGLISH
    )


def opening_target_language(interface_language: str) -> str:
    """Return the target language of the first example: English, or another one if it is English.

    Args:
        interface_language: code of the interface language.
    """
    config, own = glass().config, opening_language(interface_language)
    others = [code for code in config.languages if code != own] or list(config.languages)
    return ENGLISH if ENGLISH in others else others[0]


def opening_sentence(page: str, interface_language: str, target_language: str) -> str:
    """Return the example sentence that a page starts with: its own, or the common one.

    Args:
        page: name of the page.
        interface_language: code of the interface language.
        target_language: code of the target language.
    """
    return (
        page_opening_sentence(page, interface_language, target_language)
        or SENTENCES[opening_language(interface_language)]
    )


def page_opening_sentence(page: str, interface_language: str, target_language: str) -> str:
    """Return the example sentence that only this page starts with; "" if it has none.

    Args:
        page: name of the page.
        interface_language: code of the interface language.
        target_language: code of the target language.
    """
    return load_page_sentences().get(
        (page, opening_language(interface_language), target_language), ""
    )


@cache
def load_page_sentences() -> dict[tuple[str, str, str], str]:
    """Return the pages' own example sentences by (page, source language, target language)."""
    with FILE.open(encoding="utf-8") as lines:
        found = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["page"], row["from"], row["to"]): row["sentence"] for row in found}
