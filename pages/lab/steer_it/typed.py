"""Sentence pairs that people type: parsing and formatting."""

import re
from collections.abc import Sequence

from model.faults import Fault
from model.steering.pairs import ContrastPair
from model.tokenizer import normalize


def parse_pairs(text: str) -> tuple[ContrastPair, ...]:
    """Return the sentence pairs that a visitor typed, one per line: ``I eat. = I do not eat.``

    The second sentence has the property that the direction is to add; the first lacks it.

    Args:
        text: the typed lines; the sentences of a pair are separated by "=" or a tab.

    Raises:
        Fault: if a line has only one sentence.
    """
    pairs = []
    for number, line in enumerate(re.split(r"\r\n|[\r\n]", text), 1):
        if not line.strip():
            continue
        separator = "\t" if "\t" in line else "="
        minus, found, plus = line.partition(separator)
        if not found:
            raise Fault("line {number} has no “=” between its two sentences", number=number)
        pairs.append(ContrastPair(normalize(minus), normalize(plus)))
    return tuple(pairs)


def format_pairs(pairs: Sequence[ContrastPair]) -> str:
    """Return pairs as text that ``parse_pairs`` reads, one per line."""
    return "\n".join(f"{pair.minus} = {pair.plus}" for pair in pairs)
