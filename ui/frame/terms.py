"""Terms of the glossary: point at one to read what it means.

In a text the term becomes a link to the glossary, ``[head](./glossary#head)``; the script of this
view shows the glossary entry there on hover, focus and tap.
"""

import csv
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from ui import contents, locales
from ui.messages import language
from ui.views import register_view
from ui.views.data_cache import cache_or_inline

_terms = register_view(__file__, picture=False)

FILE = Path(__file__).with_name("glossary.tsv")
TRANSLATED = "glossary.tsv"  # in a language's folder: english, term, forms in texts, meaning
AMBIGUOUS = frozenset({"h", "key", "N", "piece", "prompt", "scores", "V", "value"})  # ambiguous
OTHER_MEANINGS = {  # words that a page uses in another sense than the glossary's
    "positional_encoding": {"cosine"},
    "history": {"memory"},
    "after_2017": {"cosine", "memory"},
}
# Markdown in which no terms are linked: formulas, code, links, HTML, tables, headings, quotes.
_NOT_LINKED = re.compile(
    r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\[[^\]]*\]\([^)]*\)|<[^>]*>|^\|.*?$|^#.*?$|“[^”]*”"
    r"|(?<!\*)\*[^*\n]+\*(?!\*)",
    re.DOTALL | re.MULTILINE,
)
_LINKED_TERMS = "terms of this page"  # session key: anchor -> the text that links the term


@dataclass(frozen=True)
class Term:
    """A term of the glossary.

    Args:
        term: the term in the visitor's language.
        page: name of the page that explains it.
        meaning: its definition, one or two sentences.
        title: title of that page.
        english: the term in English.
        forms: its spellings in texts, such as plurals.
    """

    term: str
    page: str
    meaning: str
    title: str
    english: str
    forms: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The term's anchor on the glossary page."""
        return "_".join(re.findall(r"[a-z0-9]+", self.english.lower()))

    @property
    def script_data(self) -> dict[str, str]:
        """The term's "term", "page", "meaning" and "title", for the browser script."""
        return {name: getattr(self, name) for name in ("term", "page", "meaning", "title")}


def list_terms() -> tuple[Term, ...]:
    """Return all terms of the glossary, in the visitor's language."""
    return _read_glossary(language())


@functools.cache
def _read_glossary(language: str) -> tuple[Term, ...]:
    """Read the glossary in a language; untranslated terms stay English."""
    own = locales.FOLDER / language / TRANSLATED
    translated = {row["english"]: row for row in _read_rows(own)} if own.exists() else {}
    found = []
    for row in _read_rows(FILE):
        said = translated.get(row["term"], row)
        forms = tuple((said.get("forms") or said["term"]).split(", "))
        title = contents.find_page(row["page"]).title
        found.append(Term(said["term"], row["page"], said["meaning"], title, row["term"], forms))
    return tuple(sorted(found, key=lambda term: term.term.casefold()) if translated else found)


def _read_rows(path: Path) -> list[dict[str, str]]:
    """Read the rows of a glossary TSV file."""
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def begin_page(page: str, text: str) -> None:
    """Begin a page: forget which terms are linked; send the text's terms to the browser script.

    Args:
        page: name of the page.
        text: the page's whole text, Markdown.
    """
    # Terms that the page uses in another sense are linked nowhere.
    st.session_state[_LINKED_TERMS] = dict.fromkeys(OTHER_MEANINGS.get(page, ()))
    found = {anchor: term for __, __, anchor, term in find_mentions(text, language())}
    data = {anchor: term.script_data for anchor, term in found.items()}
    _terms(
        key="terms",
        data={"terms": cache_or_inline(data), "glossary": contents.find_page("glossary").title},
    )


def link_terms(text: str) -> str:
    """Return a Markdown text with each term's first mention on the page linked to the glossary.

    Args:
        text: a part of the text given to ``begin_page``, Markdown.
    """
    claimed = st.session_state[_LINKED_TERMS]
    firsts = {
        anchor: (start, end)
        for start, end, anchor, __ in reversed(find_mentions(text, language()))
        if claimed.setdefault(anchor, text) == text
    }
    for anchor, (start, end) in sorted(firsts.items(), key=lambda each: -each[1][0]):
        text = f"{text[:start]}[{text[start:end]}](./glossary#{anchor}){text[end:]}"
    return text


@functools.lru_cache(maxsize=512)  # more than there are texts
def find_mentions(text: str, language: str) -> Sequence[tuple[int, int, str, Term]]:
    """Return the places where a text mentions a glossary term, in order and without overlaps.

    Formulas, code, links, HTML tags, tables, headings, quotations and italics are skipped.

    Args:
        text: Markdown.
        language: code of the text's language.

    Returns:
        For each place (start, end, anchor, term): ``text[start:end]`` is the term as it is written
        there, and the anchor is the term's, on the glossary page.
    """
    plain = [range(*match.span()) for match in _NOT_LINKED.finditer(text)]
    terms, pattern = _compile_term_pattern(language)
    found = []
    for match in pattern.finditer(text):
        if not any(match.start() in span for span in plain):
            term = terms[_find_glossary_form(match[0].lower(), terms)]
            found.append((*match.span(), term.anchor, term))
    return found


@functools.cache
def _compile_term_pattern(language: str) -> tuple[dict[str, Term], re.Pattern]:
    """Return the terms by lower-case form, and a regex that finds their singulars and plurals."""
    terms = {
        form.partition(" <")[0].lower(): term
        for term in _read_glossary(language)
        for form in term.forms
        if term.english not in AMBIGUOUS
    }
    longest_first = sorted(terms, key=len, reverse=True)
    forms = "|".join(
        f"{re.escape(form[:-1])}(?:y|ies)" if form.endswith("y") else f"{re.escape(form)}(?:e?s)?"
        for form in longest_first
    )
    return terms, re.compile(rf"(?<![\w/-])(?:{forms})(?![\w-])", re.IGNORECASE)


def _find_glossary_form(word: str, terms: dict[str, Term]) -> str:
    """Return the form of a word, singular or plural, that is in the glossary."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y")
    return next(form for form in forms if form in terms)
