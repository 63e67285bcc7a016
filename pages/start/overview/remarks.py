"""A sentence about how often each stack ran for the current sentence."""

from ui.sentence import Remark, join_remarks, say_count


def describe_passes(source_length: int, steps: int) -> Remark:
    """Describe how often each stack ran: the encoder once, the decoder once per output token.

    Args:
        source_length: number of tokens of the sentence.
        steps: number of tokens of the translation.
    """
    return join_remarks(
        say_count(
            "The encoder read its **{count} token** in one pass.",
            "The encoder read all **{count} tokens** in one pass.",
            source_length,
        ),
        say_count(
            "The decoder needed **{count} step**, one for every token it wrote.",
            "The decoder needed **{count} steps**, one for every token it wrote.",
            steps,
        ),
    )
