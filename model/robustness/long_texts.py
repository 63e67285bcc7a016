"""Long texts made of short sentences, and how the translation of a long text goes wrong."""

from collections.abc import Sequence

SHORTEST, LONGEST = 12, 25  # words of a long text
STOPS, CIRCLES = 0.6, 3  # of the reference's words; times in a row that words repeat


def join_sentences(sources: Sequence[str], references: Sequence[str]) -> list[tuple[str, str]]:
    """Join consecutive sentences into longer texts, and their reference translations likewise.

    Of a sentence that occurs several times in a row, with different translations, only the first
    is taken, so that no text repeats its own words.

    Args:
        sources: the sentences.
        references: the translation of each.

    Returns:
        Pairs (text, reference), where the text has 12 to 25 words.
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
