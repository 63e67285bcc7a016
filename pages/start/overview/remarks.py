"""A sentence about how often each stack ran for the current sentence."""

from ui.sentence import Sentence, join, say_count


def two_ways(source: int, steps: int) -> Sentence:
    """Describe how often each stack ran: the encoder once, the decoder once per output token.

    Args:
        source: number of tokens of the sentence.
        steps: number of tokens of the translation.
    """
    return join(
        say_count(
            "The encoder read its **{count} token** in one pass.",
            "The encoder read all **{count} tokens** in one pass.",
            source,
        ),
        say_count(
            "The decoder needed **{count} step**, one for every token it wrote.",
            "The decoder needed **{count} steps**, one for every token it wrote.",
            steps,
        ),
    )
