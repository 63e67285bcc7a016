"""What can be counted of plain words: lengths, numbers, colons, private words, terms too early."""

import csv
import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.plain.texts import WORD, Passage
from ui.contents import PAGES
from ui.frame import terms, texts
from ui.locales import ENGLISH

KINDS = ("long", "numbers", "colons", "private", "early")
# Words, words on average, and how many of a kind; a long sentence among short ones is rhythm.
LONGEST, MEAN, NUMBERS, COLONS = 32, 16, 2, 1
END = re.compile(
    r"(?<!\bal\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<=[.?!])(?<![A-Z]\.)[”’)]*\s+(?=[^a-z])"
    r"|(?<=[.?!][”)])\s+(?=[^a-z])"
)
# A number that tells things apart (layer 2, a year, Table 3) is a name; the others are read.
NAMED = re.compile(
    r"(?i)\b(?:layers?|heads?|positions?|steps?|rows?|units?|tables?|section|columns?|figure|"
    r"stops?|components?|width|places?) (?:0|\d[\d,]*)(?:(?:, | and | to )\d+)*"
    r"|(?<![\d,.])(?:19|20)\d\d(?![\d,.]\d)|(?<=[^\W\d_])-?\d+"
    r"|\(\d+(?:st|nd|rd|th)\)"  # which of several equal tokens
    r"|(?:feed-forward|attention) \d(?:\.\d)?(?:(?:, | and )(?:en|de)coder [a-z-]+ \d)*"  # a node
    r"|\b1, 2, 3\b"  # what counts
    r"|\d[\d,]*(?: × \d[\d,]*)+"  # a shape
)
NUMBER = re.compile(r"[−-]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+| · 10[⁻⁰¹²³⁴-⁹]+)?(?: ?%)?")
COLON = re.compile(r":(?=\s)")
# What somebody looks up: the glossary's line of a term (its own page counts these), names of
# pictures, shapes. The page does not say it unasked.
LOOKED_UP = ("view terms.", "share.", "view share.", "html.shapes")


@dataclass(frozen=True)
class Fault:
    """Something that is not plain.

    Args:
        page: that says it.
        kind: a column of the table.
        place: file and line, or what shows it.
        what: how much or which word.
        text: the sentence, or the paragraph.
    """

    page: str
    kind: str
    place: str
    what: str
    text: str


def sentences(text: str) -> list[str]:
    """Cut a paragraph into its sentences."""
    return [sentence for sentence in END.split(text) if WORD.search(sentence)]


def word_count(sentence: str) -> int:
    """Return how many words are read: names, numbers and formulas count as one each."""
    return sum(
        bool(re.search(r"[\w…]", word)) for word in re.split(r"\s+|(?<=\w)[–—/](?=\w)", sentence)
    )


def is_sentence(text: str) -> bool:
    """Whether it ends as a sentence does; a label, a title or a cell need not be one."""
    return bool(re.search(r"[.?!:…][”’)]*$", text))


def faults(passages: Iterable[Passage]) -> Iterator[Fault]:
    """Yield what is not plain, in the order of the passages."""
    for passage in passages:
        page, place = passage.page, passage.place
        for sentence in sentences(passage.text):
            count = word_count(sentence)
            if count > LONGEST:
                yield Fault(page, "long", place, f"{count} words", sentence)
            found = NUMBER.findall(NAMED.sub("…", sentence))
            if len(found) > NUMBERS and is_sentence(sentence):
                yield Fault(page, "numbers", place, " ".join(found), sentence)
            if len(COLON.findall(sentence)) > COLONS:
                yield Fault(page, "colons", place, "", sentence)
        for word, better, pages in private_words():
            for found in {each[0] for each in word.finditer(passage.text)} - {""}:
                if page not in pages:
                    yield Fault(page, "private", place, f"{found} → {better}", passage.text)
        yield from _early(passage)


def _early(passage: Passage) -> Iterator[Fault]:
    """Yield terms that a later page explains, if the text of this page links none of them."""
    if passage.page not in order() or passage.written or passage.place.startswith(LOOKED_UP):
        return
    for _, _, _, term in terms.find_mentions(passage.text, ENGLISH):
        later = order()[term.page] > order()[passage.page]
        if re.search(rf"\bcalled {re.escape(term.term)}", passage.text):
            continue  # this sentence explains it
        if later and term.anchor not in linked(passage.page):
            yield Fault(passage.page, "early", passage.place, term.term, passage.text)


@functools.cache
def order() -> Mapping[str, int]:
    """Return the places of the pages in the menu; the tour ends after all pages it leads to."""
    return {page.name: place for place, page in enumerate(PAGES)} | {"tour": len(PAGES)}


@functools.cache
def linked(page: str) -> frozenset[str]:
    """Return the anchors of the terms that a page's own text links to the glossary."""
    text = "\n\n".join(texts.read_page_sections(page).values())
    return frozenset(anchor for _, _, anchor, _ in terms.find_mentions(text, ENGLISH))


@functools.cache
def private_words() -> Sequence[tuple[re.Pattern, str, frozenset[str]]]:
    """Read what is never said, what is said instead, and the pages that explain it."""
    with Path(__file__).with_name("private.tsv").open(encoding="utf-8") as lines:
        return [
            (
                re.compile(rf"(?i)\b(?:{row['word']})\b"),
                row["better"],
                frozenset(row["but"].split()),
            )
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]


def table(passages: Sequence[Passage]) -> dict[str, dict[str, float]]:
    """Return for each page how many sentences it has, their mean length, and faults of each kind.

    Equal texts of one page count once.
    """
    passages = [*{(one.page, one.text): one for one in passages}.values()]
    rows: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(KINDS, 0))
    counts = defaultdict(list)
    for passage in passages:
        counts[passage.page] += map(word_count, filter(is_sentence, sentences(passage.text)))
    for page, words in counts.items():
        rows[page] |= {"sentences": len(words), "mean": sum(words) / max(1, len(words))}
    for fault in faults(passages):
        rows[fault.page][fault.kind] += 1
    return dict(rows)
