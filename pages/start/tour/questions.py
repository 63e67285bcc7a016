"""The six quiz questions at the end of the tour."""

from ui.frame.quiz import Question
from ui.messages import N_

QUESTIONS = (
    Question(
        N_("Why do words have to attend to one another before they are translated?"),
        (
            N_("To make the computation faster"),
            N_("Because the right translation of a word may depend on other words"),
            N_("Because the model reads from left to right"),
        ),
        1,
        N_(
            "“Old” is vieux or vieille, and the noun decides which, wherever it is in the sentence."
        ),
        "why_attention",
    ),
    Question(
        N_("What do the attention weights in one row sum to?"),
        (N_("To one"), N_("To the number of words"), N_("To any number: they are scores")),
        0,
        N_("The softmax sees to that, so each row is a weighted average of values."),
        "scaled_dot_product",
    ),
    Question(
        N_("What does the encoder make of shuffled words if no positions are added?"),
        (
            N_("Different vectors, because the neighbours are different"),
            N_("Nothing: it refuses"),
            N_("The same vectors, only in the shuffled order"),
        ),
        2,
        N_("The encoder's attention sees a set of words; only the positions tell it their order."),
        "positional_encoding",
    ),
    Question(
        N_("Why does the decoder's mask hide later words?"),
        (
            N_("They are padding"),
            N_("Otherwise, while it learns, it could copy the word it should predict"),
            N_("They would make the sums too large"),
        ),
        1,
        N_(
            "In training, the decoder gets the whole correct translation at once, but it must not "
            "look ahead to the answer."
        ),
        "masking",
    ),
    Question(
        N_("Where do the keys and values of cross-attention come from?"),
        (
            N_("From the encoder's output, the memory"),
            N_("From the words that the decoder has written"),
            N_("From the embedding matrix"),
        ),
        0,
        N_("The decoder asks (queries), the memory answers (keys and values)."),
        "cross_attention",
    ),
    Question(
        N_("Why can beam search find a more likely sentence than greedy search?"),
        (
            N_("It uses a larger model"),
            N_("It samples tokens"),
            N_("It also keeps translations that are only second best at first"),
        ),
        2,
        N_("The most likely sentence doesn't have to begin with the most likely token."),
        "decoding",
    ),
)
