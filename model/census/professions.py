"""Who is the doctor? Which gender a translation gives to a profession beside "his" or "her".

Stanovsky et al. (2019) asked this of commercial systems. Here a profession is the subject of a
sentence of ours, and its pronoun says who it is. The translation's gender is read off its subject:
the article, and the noun as ``assets/professions.tsv`` has it. Where the two disagree, where the
noun is another one, or where nothing is marked ("l'auteur" apart), the gender is undecidable.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from model import languages
from model.tokenizer import Tokenizer
from model.transformer import Transformer
from model.translate import translate

PROFESSIONS = Path(__file__).parents[2] / "assets" / "professions.tsv"
TEMPLATE = "The {} lost {} keys."
PRONOUNS = {"his": "masculine", "her": "feminine"}
LANGUAGES = tuple(code for code, language in languages.LANGUAGES.items() if language.articles)

Forms = dict[str, frozenset[str]]  # "masculine" and "feminine" -> nouns, in small letters


@dataclass(frozen=True)
class Profession:
    """A profession in English, and what it is called in the other languages.

    Args:
        name: in English, the same for men and women.
        mostly: "men" or "women": who does this work more often in the United States, by the
            labour statistics that WinoBias (Zhao et al. 2018) uses, too.
        forms: its nouns, by language and gender.
    """

    name: str
    mostly: str
    forms: dict[str, Forms]


@dataclass(frozen=True)
class GenderOutcome:
    """Gender that one translation gives to a profession.

    Args:
        profession: its English name.
        mostly: "men" or "women": who does this work more often in the United States.
        pronoun: "his" or "her".
        language: code of the translation's language.
        translation: the sentence's translation.
        gender: grammatical gender of its subject; None where it cannot be told.
    """

    profession: str
    mostly: str
    pronoun: str
    language: str
    translation: str
    gender: str | None

    @property
    def right(self) -> bool:
        """Whether the translation's grammatical gender agrees with the English pronoun."""
        return self.gender == PRONOUNS[self.pronoun]

    @property
    def is_stereotypical(self) -> bool:
        """Whether the pronoun fits the stereotype of who does this work."""
        return {"men": "his", "women": "her"}[self.mostly] == self.pronoun


def read_professions() -> list[Profession]:
    """Return the professions in ``assets/professions.tsv``.
    Each has an English name; "men" or "women", whichever is in the majority; and its masculine and
    feminine nouns in the other languages.
    """
    (_, _, *titles), *rows = (
        line.split("\t") for line in PROFESSIONS.read_text(encoding="utf-8").splitlines()
    )
    found = []
    for name, mostly, *columns in rows:
        forms: dict[str, Forms] = {}
        for title, nouns in zip(titles, columns, strict=True):
            code, gender_ = title.split()
            forms.setdefault(code, {})[gender_] = frozenset(nouns.lower().split())
        found.append(Profession(name, mostly, forms))
    return found


def find_subject_gender(translation: str, language: str, forms: Forms | None = None) -> str | None:
    """Return the grammatical gender of the subject of a translation: "masculine" or "feminine".
    The subject is the first two words, an article and a noun. None if its gender cannot be told, or
    if article and noun disagree.

    Args:
        translation: a sentence that begins with its subject, such as "Le médecin a perdu ses clés."
        language: code of the translation's language.
        forms: masculine and feminine nouns for the profession, by gender, one of which the noun
            must be; None to judge by the article alone.
    """
    article, noun, *_ = (*re.findall(r"\w+", translation.lower()), "", "")
    by_article = languages.LANGUAGES[language].articles.get(article)
    if forms is None:
        return by_article
    by_noun = {name for name, nouns in forms.items() if noun in nouns}
    if by_article is None:
        return by_noun.pop() if len(by_noun) == 1 else None
    return by_article if by_article in by_noun else None


def fill_templates(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return (profession, pronoun, sentence) for each English profession with "his" and "her".
    For example ("doctor", "her", "The doctor lost her keys.").
    """
    return [(name, one, TEMPLATE.format(name, one)) for name in names for one in PRONOUNS]


def probe_gender(
    model: Transformer, tokenizer: Tokenizer, professions: Sequence[Profession]
) -> list[GenderOutcome]:
    """Return the gender that translations give to each profession, with "his" and with "her".
    Sentences such as "The doctor lost her keys." are translated by beam search into each of the
    model's languages in which the professions have forms.

    Args:
        model: the trained network.
        tokenizer: the model's tokenizer.
        professions: the professions.
    """
    by_name = {one.name: one for one in professions}
    result = []
    written = {code for one in professions for code in one.forms}
    for language in (code for code in LANGUAGES if code in written & {*tokenizer.languages}):
        rows = fill_templates(by_name)
        texts = [text for _, _, text in rows]
        outcomes = translate(model, tokenizer, texts, [language] * len(texts))
        for (name, pronoun, _), one in zip(rows, outcomes, strict=True):
            found = find_subject_gender(one.text, language, by_name[name].forms[language])
            mostly = by_name[name].mostly
            result.append(GenderOutcome(name, mostly, pronoun, language, one.text, found))
    return result


def count_outcomes(outcomes: Iterable[GenderOutcome]) -> dict[str, int]:
    """Return the numbers of translations, of those with a clear gender, and of the right ones.

    Returns:
        "sentences": number of all outcomes; "told": of those whose translation has a clear gender;
        "right": of those whose translation has the gender of the English pronoun.
    """
    outcomes = list(outcomes)
    return {
        "sentences": len(outcomes),
        "told": sum(one.gender is not None for one in outcomes),
        "right": sum(one.right for one in outcomes),
    }


def outcomes_to_rows(outcomes: Iterable[GenderOutcome]) -> list[dict[str, str | None]]:
    """Return the outcomes as JSON rows, each a dict of a GenderOutcome's fields."""
    return [asdict(one) for one in outcomes]
