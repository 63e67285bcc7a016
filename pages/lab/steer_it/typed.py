"""Pairs of one's own, read line by line, and the other way round."""

import re
from collections.abc import Sequence

from model.faults import Fault
from model.steering.pairs import Pair
from model.tokenizer import normalize


def read_pairs(text: str) -> tuple[Pair, ...]:
    """Read pairs: ``first sentence = second sentence`` in each line, or a tab between them.

    Raises:
        Fault: if a line has only one side.
    """
    pairs = []
    for number, line in enumerate(re.split(r"\r\n|[\r\n]", text), 1):
        if not line.strip():
            continue
        separator = "\t" if "\t" in line else "="
        minus, found, plus = line.partition(separator)
        if not found:
            raise Fault("line {number} has no “=” between its two sentences", number=number)
        pairs.append(Pair(normalize(minus), normalize(plus)))
    return tuple(pairs)


def write_pairs(pairs: Sequence[Pair]) -> str:
    """Return pairs as ``read_pairs`` reads them."""
    return "\n".join(f"{pair.minus} = {pair.plus}" for pair in pairs)
