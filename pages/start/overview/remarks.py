"""A sentence about how often each stack ran for the current sentence."""

from collections.abc import Sequence

from ui.sentence import Remark, join_remarks, say, say_count


def describe_passes(
    source_length: int, said: Sequence[tuple[str, float]], is_complete: bool
) -> Remark:
    """Describe how often each stack ran, the encoder once and the decoder once per output token,
    and at which token the decoder was least sure.

    Args:
        source_length: number of tokens of the sentence.
        said: the tokens of the translation, each with its probability.
        is_complete: whether the translation ends with the end token.
    """
    token, probability = min(said, key=lambda one: one[1])
    end = [say("The last one is “</s>”, which marks the end.")] if is_complete else []
    return join_remarks(
        say_count(
            "The encoder read its **{count} token** in one pass.",
            "The encoder read all **{count} tokens** in one pass.",
            source_length,
        ),
        say_count(
            "The decoder needed **{count} step**, one for every token it wrote.",
            "The decoder needed **{count} steps**, one for every token it wrote.",
            len(said),
        ),
        *end,
        say(
            "It was least sure of the token **“{token}”**: {share:%}. A word of several tokens can "
            "be less sure still, because their probabilities multiply.",
            token=token,
            share=probability,
        ),
    )
