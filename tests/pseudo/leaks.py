"""What stands outside of the brackets and is no token, number, symbol or name."""

import html
import re
from collections.abc import Iterable, Iterator

from tests.audit.sentences import Visit
from tests.audit.walk import PACKED, Seen, Text, walk
from tests.pseudo.language import CODE
from ui.contents import PAGES, Page
from ui.readings.language import EXAMPLES

# What these kinds hold is nobody's sentence: code, formulas, addresses, what the model says.
UNSPOKEN = (
    *("code", "latex", "space", "html.answer", "html.spoken", "text_input.value"),
    *("html.languages", "view address.session", "view address.said", "view address.about.sentence"),
)
NAMES = re.compile(
    r"\b(?:Glass Transformer|Transformer|BLEU|chrF|BPE|ReLU|GELU|SwiGLU|LayerNorm|RMSNorm|Adam"
    r"|Add & Norm|FlashAttention|RoPE|ALTI|Marian|SentencePiece|PyTorch|Python|NumPy|MIT"
    r"|CC BY-SA|ln|log|softmax|max|min|sin|cos|exp|Vaswani|et al)\b"
)
SENTENCES = {sentence for __, sentence in EXAMPLES}
BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
CODE_SPAN = re.compile(
    r"`[^`]*`|\$\$.*?\$\$|\$[^$\n]*\$|\]\([^)]*\)|:\w[\w-]*\[|<[^>]+>", re.DOTALL
)
WORD = re.compile(r"[^\W\d_]{2,}")


def leaks(visit: Visit, pages: Iterable[Page] = PAGES) -> Iterator[tuple[str, str, str]]:
    """Yield page, kind and text of all that a visit sees outside of the brackets."""
    spoken = Visit(visit.text, visit.source, visit.target, (*visit.choices, ("lang", CODE)))
    for seen in walk(spoken, tuple(pages)):
        found = {(text.kind, rest) for text in seen.texts if (rest := left_over(text, seen))}
        for kind, rest in sorted(found):
            yield seen.page, kind, rest
        for error in seen.errors:
            yield seen.page, "error", error


def left_over(text: Text, seen: Seen) -> str:
    """Return what is left of a text without brackets, if it holds a word; else ""."""
    if (
        text.text in SENTENCES
        or text.kind.startswith(UNSPOKEN)
        or text.kind.rpartition(".")[2] in PACKED
    ):
        return ""
    rest = CODE_SPAN.sub(" ", html.unescape(text.text))
    while BRACKETED.search(rest):
        rest = BRACKETED.sub(" ", rest)
    said = {word.lower() for word in WORD.findall(seen.visit.text)}
    said |= {word.lower() for word in seen.words}
    words = [one for one in WORD.findall(NAMES.sub(" ", rest)) if one.lower() not in said]
    return " ".join(rest.split()) if words else ""
