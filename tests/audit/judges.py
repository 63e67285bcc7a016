"""What a machine can judge of a text: numbers, plurals, doubled words, marks, names."""

import re
from collections.abc import Callable, Iterator

from tests.audit.walk import Seen, Text

# What these kinds hold is no prose: code, formulas, addresses, and what people type.
NO_PROSE = (
    "code", "latex", "space", "html.answer", "html.sayings", "html.spoken", "html.costs",
    "html.sizes", "view diagram.sentence", "view plot", "text_input.placeholder",
)  # fmt: skip
# What the model said long ago or just now is shown as it is.
MODELS_WORDS = (
    "html.alone-table",
    "html.examination",
    "html.steering-table",
    "html.translations",
    "view film.texts",
    "view head_view.result.rows",
    "view methods.results",
    "view search_tree",
    "view steer_strip.all.translation",
    "view story.frames.text",
    "view ranking",
)
# Sentences; of other texts (labels, titles, cells of tables) nobody expects a full stop.
SENTENCES = ("html.look", "html.finding", "html.remark", "html.ledger", "caption")
QUOTED = re.compile(r"“[^“”]*”")
MARKUP = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`|%\{[^}]*\}|</?[a-z][^>]*>")
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?:e[+-]\d+)?")
# Exact counts may be long; measured numbers may not.
COUNTED = re.compile(
    r"multipl|learned|numbers|parameter|operation|weights|tokens|O\(|row", re.IGNORECASE
)
COUNTABLE = (
    "token|word|piece|step|layer|head|row|number|position|unit|pair|sentence|symbol|frame|gate|"
    "arrow|key|vector|character|change|merge|direction|time"
)
# What tells two things of one name apart, in parentheses behind it.
IN_WORD = " at the start of a word| within a word"
PLACE = r"row|position|step|token|in the source|\d+(?:st|nd|rd|th)"
# Sentences that may name one thing twice: before and after, or what is read and what is written.
TWICE = re.compile(r"starts out most like|must predict|translation first differs|having read")
Judge = Callable[[str], Iterator[str]]


def long_numbers(text: str) -> Iterator[str]:
    """No measured number has more than six digits."""
    for number in NUMBER.findall(text):
        digits = re.sub(r"\D", "", number.partition("e")[0]).lstrip("0")
        whole = "." not in number
        if len(digits) > 6 and not (whole and COUNTED.search(text)):
            yield f"a number with {len(digits)} digits: {number}"


def signs(text: str) -> Iterator[str]:
    """A minus is a minus, zero has no sign, and powers of ten are written for people."""
    for found in re.findall(r"(?<![\w.,)\]–-])-\d[\d.]*", text):
        yield f"a hyphen for a minus: {found}"
    for found in re.findall(r"[−-]0(?:\.0+)?(?![\d.])", text):
        yield f"zero with a sign: {found}"
    # At most three digits: a fingerprint may hold an e among its own.
    for found in re.findall(r"(?<![\w.])\d(?:\.\d+)?e[+-]?\d{1,3}(?!\w)", text):
        yield f"a number as programs write it: {found}"


def plurals(text: str) -> Iterator[str]:
    """One thing is singular, several are plural."""
    for noun in re.findall(rf"(?<![\w.,−/·×-])1 ((?:{COUNTABLE})s)\b", text):
        yield f"1 {noun}"
    for noun in re.findall(rf"\b[Oo]ne ((?:{COUNTABLE})s)\b", text):
        yield f"one {noun}"
    for found in re.findall(
        rf"(?<![\w.,−/·×-])(?:0|[2-9]|\d{{2,}}) (?:{COUNTABLE})\b(?![-–’'])", text
    ):
        yield f"several, and singular: {found}"
    for found in re.findall(
        r"\b1 (?:of the )?others\b|\b1 of (?:the |these )?1\b|\b0 of (?:the |these )?0\b", text
    ):
        yield f"an empty count: {found}"
    for found in re.findall(r"\b(?:0|[Nn]one) of [^.;:]*\b(?:never|not|no)\b", text):
        yield f"a double negation: {found}"


def doubled(text: str) -> Iterator[str]:
    """No word stands twice in a row."""
    for word in re.findall(r"(?i)\b([a-z]{2,}) \1\b", text):
        yield f"a doubled word: {word} {word}"


def placeholders(text: str) -> Iterator[str]:
    """Nothing is left of how the text was made."""
    for found in re.findall(r"\{[a-z_]*\}|\b(?:None|True|False|nan|inf)\b|tensor\(|<class", text):
        yield f"left over: {found}"


def spaces(text: str) -> Iterator[str]:
    """Spaces and stops stand where they should."""
    for found in re.findall(
        r"\w+ [.,;!?](?=\s|$)|[^\W\d]+ :(?=\s|$)|\.\.(?!\.)(?<!\.\.\.)|,,|\( \w|\w \)", text
    ):
        yield f"a space or a stop too many: {found!r}"
    if re.search(r"[^\s”] {2,}\S", text):
        yield "two spaces"
    if text.count("**") % 2:
        yield "stars without a partner"


JUDGES: tuple[Judge, ...] = (long_numbers, signs, plurals, doubled, placeholders, spaces)


def without_quotes(text: str) -> str:
    """Return a text whose quoted names, which people or the model wrote, are all “…”."""
    return QUOTED.sub("“…”", text)


SPECIAL = ("“</s>”",)  # one ends the source, another the translation: verbs tell which is meant


def same_names(text: str) -> Iterator[str]:
    """Two things of one name are told apart: by place, case or language."""
    for sentence in re.split(r"(?<=[.;?])\s", text):
        if TWICE.search(sentence):
            continue
        names = re.findall(rf"(“[^“”]*”)((?: \((?:{PLACE})[^)]*\)|{IN_WORD})?)", sentence)
        bare = [name for name, place in names if not place and name not in SPECIAL]
        for name in sorted({name for name in bare if bare.count(name) > 1}):
            yield f"the same name twice: {name} in {sentence!r}"


def lines(text: Text) -> list[str]:
    """Return the paragraphs of a text in Markdown, the lines and cells of any other."""
    if text.kind == "markdown":
        paragraphs = re.split(r"\n\n|\n(?=[|-])", text.text)
        return [" ".join(paragraph.split()) for paragraph in paragraphs]
    return text.text.splitlines()


def judgments(seen: Seen) -> Iterator[tuple[Text, str]]:
    """Yield all that is wrong with the texts of a page, as far as a machine can tell."""
    for text in seen.texts:
        if text.kind.startswith((*NO_PROSE, *MODELS_WORDS)):
            continue
        for line in lines(text):
            bare = without_quotes(line.replace(seen.visit.text, "…"))
            plain = bare if text.kind.startswith("html") else MARKUP.sub("…", bare)
            for judge in JUDGES:
                if judge is long_numbers and "html.shapes" in text.kind:
                    continue  # counts, written out
                if judge is spaces and "html.remark" in text.kind:
                    continue  # names characters that it does not know
                yield from ((text, complaint) for complaint in judge(plain))
        if text.kind.startswith(SENTENCES):
            if len(text.text.split()) > 8 and not re.search(r"[.?:…][”)*]*$", text.text):
                yield text, "no full stop"
            yield from ((text, complaint) for complaint in same_names(text.text))
        yield from ((text, complaint) for complaint in _markup(seen, text))
    for error in seen.errors:
        yield Text("error", error, error), "an error"


def _markup(seen: Seen, text: Text) -> Iterator[str]:
    """What people type is never markup: a tag of theirs stands nowhere unescaped."""
    for tag in re.findall(r"<img[^>]*>", seen.visit.text) if text.kind.startswith("html") else ():
        if tag in text.raw:
            yield f"markup of the visitor: {tag}"
