"""The sentence that a page begins with, while nobody has typed one.

Each language of the interface has its own. A page whose own sentence shows what its text promises
has a row in ``openings.tsv`` for each language into which that is translated.
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


def language(spoken: str) -> str:
    """Return the language of the first sentence: that of the interface, if the model reads it."""
    return spoken if spoken in SENTENCES and spoken in glass().config.read_languages else ENGLISH


def target(spoken: str) -> str:
    """Return the language into which the first sentence is translated: English, or else French."""
    config, own = glass().config, language(spoken)
    others = [code for code in config.languages if code != own] or list(config.languages)
    return ENGLISH if ENGLISH in others else others[0]


def sentence(page: str, spoken: str, into: str) -> str:
    """Return the sentence that a page begins with."""
    return own(page, spoken, into) or SENTENCES[language(spoken)]


def own(page: str, spoken: str, into: str) -> str:
    """Return the sentence that only this page begins with, "" if it begins as others do."""
    return rows().get((page, language(spoken), into), "")


@cache
def rows() -> dict[tuple[str, str, str], str]:
    """Return the pages' own sentences by page, language and the language of the translation."""
    with FILE.open(encoding="utf-8") as lines:
        found = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["page"], row["from"], row["to"]): row["sentence"] for row in found}
