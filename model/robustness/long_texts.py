"""Long texts made of short sentences, and how the translation of a long text goes wrong."""

from collections.abc import Sequence

SHORTEST, LONGEST = 12, 25  # words of a long text
STOPS, CIRCLES = 0.6, 3  # of the reference's words; times in a row that words repeat


def join_sentences(sources: Sequence[str], references: Sequence[str]) -> list[tuple[str, str]]:
    """Join consecutive sentences and references to pairs (text, reference) of 12 to 25 words.

    Translations of the same sentence are neighbours in the data. Only one of them is taken, or
    the text itself would repeat words.
    """
    pairs, source, reference = [], [], []
    for one, other in zip(sources, references, strict=True):
        if one in source or other in reference:
            continue
        source.append(one)
        reference.append(other)
        if (words := sum(len(sentence.split()) for sentence in source)) >= SHORTEST:
            if words <= LONGEST:
                pairs.append((" ".join(source), " ".join(reference)))
            source, reference = [], []
    return pairs


def stops_early(text: str, reference: str) -> bool:
    """Whether a translation has less than 0.6 of its reference's words."""
    return len(text.split()) < STOPS * len(reference.split())


def has_repeated_words(text: str) -> bool:
    """Whether a run of one to four words occurs three times in a row."""
    words = text.split()
    for size in range(1, 5):
        for start in range(len(words) - CIRCLES * size + 1):
            first = words[start : start + size]
            runs = (words[start + i * size :][:size] == first for i in range(1, CIRCLES))
            if all(runs):
                return True
    return False
