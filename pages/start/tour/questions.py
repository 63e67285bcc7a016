"""The six questions at the end of the tour."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """One question with three answers.

    Args:
        text: what is asked.
        answers: to choose from.
        right: place of the right one.
        because: why it is right.
        page: where to read on.
    """

    text: str
    answers: tuple[str, str, str]
    right: int
    because: str
    page: str


QUESTIONS = (
    Question(
        "Why must words look at each other before they are translated?",
        (
            "To make the computation faster",
            "Because the right translation of a word may depend on others",
            "Because the model reads from left to right",
        ),
        1,
        "“Old” is vieux or vieille: the noun decides, wherever it stands.",
        "why_attention",
    ),
    Question(
        "What do the weights of one row of attention sum to?",
        ("To one", "To the number of words", "To any number: they are scores"),
        0,
        "The softmax makes them so: each row is a weighted mean of values.",
        "scaled_dot_product",
    ),
    Question(
        "What does the encoder make of shuffled words if no positions are added?",
        (
            "Other vectors, because the neighbours are others",
            "Nothing: it refuses",
            "The same vectors, only in the shuffled order",
        ),
        2,
        "The encoder's attention sees a set of words; only the positions tell it their order.",
        "positional_encoding",
    ),
    Question(
        "Why does the decoder's mask hide later words?",
        (
            "They are padding",
            "While it learns it could copy the word that it should predict",
            "They would make the sums too large",
        ),
        1,
        "It is given the whole right translation at once, and must not read the answer in it.",
        "masking",
    ),
    Question(
        "Where do the keys and values of cross-attention come from?",
        (
            "From the encoder's output, the memory",
            "From the words that the decoder has said",
            "From the embedding matrix",
        ),
        0,
        "The decoder asks (queries), the memory answers (keys and values).",
        "cross_attention",
    ),
    Question(
        "Why can beam search find a more likely sentence than greedy search?",
        (
            "It uses a larger model",
            "It samples tokens",
            "It keeps translations that are second best at first",
        ),
        2,
        "The most likely first token need not begin the most likely sentence.",
        "decoding",
    ),
)
