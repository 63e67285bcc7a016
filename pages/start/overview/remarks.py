"""What is said of this very sentence on its way through the diagram."""

from ui.sentence import Sentence, join, say_count


def two_ways(source: int, steps: int) -> Sentence:
    """Say how often each stack ran: the encoder once for all tokens, the decoder once a step.

    Args:
        source: tokens of the sentence.
        steps: tokens of the translation.
    """
    return join(
        say_count(
            "The encoder read its **{count} token** in one pass.",
            "The encoder read all its **{count} tokens** in one pass.",
            source,
        ),
        say_count(
            "The decoder needed **{count} step**, one for every token it wrote.",
            "The decoder needed **{count} steps**, one for every token it wrote.",
            steps,
        ),
    )
