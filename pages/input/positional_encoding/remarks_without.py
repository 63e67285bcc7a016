"""Sentences about the shuffled sentence, and about readings without positions."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.input.positional_encoding.remarks import format_tiny
from ui.messages import _
from ui.readings.reading import Reading
from ui.words import describe_probability_ratio, escape_markdown


def explain_no_shuffle(reading: Reading) -> str:
    """Explain why this sentence cannot be shuffled: a single token, or all of them the same."""
    if len(reading.source) == 2:
        return _("A single token can't be shuffled. Type a longer sentence.")
    return _("All the tokens are the same, so any order of them is the same sentence.")


def describe_shuffle_effect(differences: Float[Tensor, "variant token"]) -> str:
    """Describe how far a shuffle changes each token's encoder output, without and with positions.

    Args:
        differences: two rows, without positional encodings and with them: the largest change of a
            component of each token's output.
    """
    off, on = differences.amax(dim=1).tolist()
    if off:
        same = _(
            "Put back in order, the rows **without positions** differ by at most **{difference}**, "
            "which is only rounding."
        ).format(difference=format_tiny(off))
    else:
        same = _("Put back in order, the rows **without positions** are exactly equal.")
    other = _(
        "They are the same vectors in a different order. **With positions**, the rows differ by "
        "up to **{difference}**, because a row also says where its token was."
    ).format(difference=format_tiny(on))
    return f"{same} {other}"


def describe_lost_probability(log_p: Sequence[float], translation: str) -> str:
    """Describe how ln p of a translation changes when positional encodings are removed.

    Args:
        log_p: ln p with positional encodings in both stacks, without the decoder's, without the
            encoder's, and without any.
        translation: the translation.
    """
    both, decoder, encoder, none = log_p
    if translation.strip():
        ends = _(
            "With positions in both stacks, ln p of “{translation}” is {both:.2}; without any, it "
            "is **{none:.2}**."
        )
    else:
        ends = _(
            "With positions in both stacks, the translation's ln p is {both:.2}; without any, it "
            "is **{none:.2}**."
        )
    ends = ends.format(translation=translation, both=both, none=none)
    between = _(
        "With only the decoder’s positions gone, ln p is **{decoder:.2}** ({decoder_times}). With "
        "only the encoder’s gone, it is **{encoder:.2}** ({encoder_times})."
    ).format(
        decoder=decoder,
        decoder_times=describe_probability_ratio(decoder - both),
        encoder=encoder,
        encoder_times=describe_probability_ratio(encoder - both),
    )
    return f"{ends} {between}"


def describe_repeated_token(
    token: str, times: int, encoder_difference: float, decoder_difference: float
) -> str:
    """Describe how far the outputs for a repeated token differ without positional encodings.

    Args:
        token: the repeated token.
        times: number of repetitions.
        encoder_difference: largest difference of a component between two encoder outputs.
        decoder_difference: the same between two decoder outputs.
    """
    if encoder_difference:
        text = _(
            "As a check, both stacks read “{token}” {times} times in a row without any positions. "
            "The encoder’s {times} rows differ by at most **{encoder}**, which is only rounding. "
            "The decoder’s differ by up to **{decoder}**, because each row sees one token more "
            "than the row before."
        )
    else:
        text = _(
            "As a check, both stacks read “{token}” {times} times in a row without any positions. "
            "The encoder’s {times} rows are **equal**. The decoder’s differ by up to "
            "**{decoder}**, because each row sees one token more than the row before."
        )
    return text.format(
        token=escape_markdown(token),
        times=times,
        encoder=format_tiny(encoder_difference),
        decoder=format_tiny(decoder_difference),
    )
