"""Terms of the glossary: the first time that a page's text names one, it says what it means.

In the text the term becomes a link to the glossary, ``[head](./glossary#head)``; the script of this
view shows the glossary's line there on hover, focus and tap.
"""

import csv
import functools
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from ui import contents
from ui.views import view

_terms = view(__file__, picture=False)

FILE = Path(__file__).with_name("glossary.tsv")
COMMON = frozenset({"h", "key", "N", "piece", "prompt", "scores", "V", "value"})  # mean more
ELSEWHERE = {  # what a page means by a word that the glossary has for something else
    "positional_encoding": {"cosine"},
    "history": {"memory"},
    "after_2017": {"cosine", "memory"},
}
# What stays as it is: formulas, code, links, HTML, tables, headings, quotes, titles.
_PLAIN = re.compile(
    r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\[[^\]]*\]\([^)]*\)|<[^>]*>|^\|.*?$|^#.*?$|“[^”]*”"
    r"|(?<!\*)\*[^*\n]+\*(?!\*)",
    re.DOTALL | re.MULTILINE,
)
_CLAIMED = "terms of this page"  # of each term, the text that names it first


@dataclass(frozen=True)
class Term:
    """A line of the glossary.

    Args:
        term: the word.
        page: name of the page that explains it.
        meaning: in a sentence or two.
        title: of that page.
    """

    term: str
    page: str
    meaning: str
    title: str

    @property
    def anchor(self) -> str:
        """Its name in a link to the glossary."""
        return "_".join(re.findall(r"[a-z0-9]+", self.term.lower()))


@functools.cache
def entries() -> tuple[Term, ...]:
    """Read the glossary, and add the title of the page that explains each term."""
    with FILE.open(encoding="utf-8") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(Term(**row, title=contents.page(row["page"]).title) for row in rows)


def begin(page: str, text: str) -> None:
    """Begin a page: none of its terms is named yet; its script gets those that its text has.

    Args:
        page: its name.
        text: all that it says, in Markdown.
    """
    # What a page means otherwise is claimed by no text of it.
    st.session_state[_CLAIMED] = dict.fromkeys(ELSEWHERE.get(page, ()))
    found = {anchor: term for _, _, anchor, term in _mentions(text)}
    data = {anchor: asdict(term) for anchor, term in found.items()}
    _terms(key="terms", data={"terms": data, "glossary": contents.page("glossary").title})


def link_terms(text: str) -> str:
    """Return a text of the page in which each term is a link where the page names it first.

    Args:
        text: a part of what was told to ``begin``, in Markdown.
    """
    claimed = st.session_state[_CLAIMED]
    firsts = {
        anchor: (start, end)
        for start, end, anchor, _ in reversed(_mentions(text))
        if claimed.setdefault(anchor, text) == text
    }
    for anchor, (start, end) in sorted(firsts.items(), key=lambda each: -each[1][0]):
        text = f"{text[:start]}[{text[start:end]}](./glossary#{anchor}){text[end:]}"
    return text


@functools.lru_cache(maxsize=512)  # more than all pages have texts
def _mentions(text: str) -> Sequence[tuple[int, int, str, Term]]:
    """Return where a text names terms: from, to, the term's anchor and the term, in its order."""
    plain = [range(*match.span()) for match in _PLAIN.finditer(text)]
    terms, pattern = _forms()
    found = []
    for match in pattern.finditer(text):
        if not any(match.start() in span for span in plain):
            term = terms[_singular(match[0].lower(), terms)]
            found.append((*match.span(), term.anchor, term))
    return found


@functools.cache
def _forms() -> tuple[dict[str, Term], re.Pattern]:
    """Return all terms by how they are written, and what finds one or several of a kind."""
    terms = {
        form.partition(" <")[0].lower(): term
        for term in entries()
        for form in term.term.split(", ")
        if term.term not in COMMON
    }
    longest_first = sorted(terms, key=len, reverse=True)
    forms = "|".join(
        f"{re.escape(form[:-1])}(?:y|ies)" if form.endswith("y") else f"{re.escape(form)}(?:e?s)?"
        for form in longest_first
    )
    return terms, re.compile(rf"(?<![\w/-])(?:{forms})(?![\w-])", re.IGNORECASE)


def _singular(word: str, terms: dict[str, Term]) -> str:
    """Return a word as the glossary has it."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y")
    return next(form for form in forms if form in terms)
