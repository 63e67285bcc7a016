"""The six quiz questions at the end of the tour."""

from ui.frame.quiz import Question
from ui.messages import N_

QUESTIONS = (
    Question(
        N_("Why must words look at each other before they are translated?"),
        (
            N_("To make the computation faster"),
            N_("Because the right translation of a word may depend on others"),
            N_("Because the model reads from left to right"),
        ),
        1,
        N_("“Old” is vieux or vieille: the noun decides, wherever it stands."),
        "why_attention",
    ),
    Question(
        N_("What do the weights of one row of attention sum to?"),
        (N_("To one"), N_("To the number of words"), N_("To any number: they are scores")),
        0,
        N_("The softmax makes them so: each row is a weighted mean of values."),
        "scaled_dot_product",
    ),
    Question(
        N_("What does the encoder make of shuffled words if no positions are added?"),
        (
            N_("Other vectors, because the neighbours are others"),
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
            N_("While it learns it could copy the word that it should predict"),
            N_("They would make the sums too large"),
        ),
        1,
        N_("It is given the whole right translation at once, and must not read the answer in it."),
        "masking",
    ),
    Question(
        N_("Where do the keys and values of cross-attention come from?"),
        (
            N_("From the encoder's output, the memory"),
            N_("From the words that the decoder has said"),
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
            N_("It keeps translations that are second best at first"),
        ),
        2,
        N_("The most likely first token need not begin the most likely sentence."),
        "decoding",
    ),
)
