"""Sentences about Table 1, gradients, and timed layers."""

import math
from collections.abc import Mapping, Sequence

from pages.background.history.compute.recurrence import ATTENTION, LSTM_KIND, RNN_KIND
from pages.background.history.compute.table_1 import ATTENTION as LAYER
from pages.background.history.compute.table_1 import (
    LSTM_BUILTIN,
    LSTM_LOOP,
    count_attention_multiplications,
    count_lstm_multiplications,
    find_crossings,
)
from ui.messages import N_, Message, _
from ui.words import (
    format_decimal,
    format_integer,
    format_magnitude,
)

LSTM_NAMES = {
    LSTM_LOOP: N_("the LSTM written as a loop of cells"),
    LSTM_BUILTIN: N_("PyTorch’s own LSTM"),
}


def label_sentence_length(n: int) -> str:
    """Return the label of the mark at the sentence's length, n tokens."""
    return _("this sentence, n = {n}").format(n=n)


def describe_cheaper_layer(n: int, d: int, sentence_length: int) -> str:
    """Describe whether self-attention or recurrence takes fewer operations, and by which factor.
    Operations are those of the paper's Table 1.

    Args:
        n: the chosen length, in tokens.
        d: the width of a vector, d_model.
        sentence_length: length of the sentence, in tokens; the text says if n is the same.
    """
    here = _("Here n = {n} and d = {d}.")
    if n == sentence_length:
        here = _("Here n = {n}, as in this sentence, and d = {d}.")
    if n == d:
        counted = _(
            "Table 1 counts **the same number** of operations for self-attention and for "
            "recurrence, because n = d."
        )
    elif n < d:
        counted = _(
            "Table 1 counts **{factor} times as many** operations for recurrence as for "
            "self-attention (d / n)."
        )
    else:
        counted = _(
            "Table 1 counts **{factor} times as many** operations for self-attention as for "
            "recurrence (n / d)."
        )
    waits = _("With just one position, nothing has to wait in either kind of layer.")
    if n > 1:
        waits = _(
            "Recurrence takes {n} steps; self-attention takes one, and any two "
            "positions are one step apart."
        )
    said = [here, counted, _("But the table leaves out the projections of self-attention."), waits]
    return " ".join(said).format(
        n=format_integer(n), d=d, factor=_format_factor(max(n, d) / min(n, d))
    )


def operations_latex(n: int, d: int) -> str:
    """Return a LaTeX formula that compares the operations of self-attention and recurrence.
    For n = 8 and d = 256, it is 8² · 256 = 16 384 < 524 288 = 8 · 256².
    """
    sign = "<" if n < d else ">" if n > d else "="
    left, right = (f"{count:,}".replace(",", r"\,") for count in (n * n * d, n * d * d))
    return rf"{n}^2 \cdot {d} = {left} \;{sign}\; {right} = {n} \cdot {d}^2"


def describe_gradient_reach(
    lengths: Sequence[int], means: Mapping[str, Sequence[float]], n: int
) -> str:
    """Describe how much of a gradient gets from the last word back to the first.
    Also say whether it vanishes or explodes as sentences grow longer.

    Args:
        lengths: the measured lengths, rising; n is among them.
        means: "RNN", "LSTM" and "attention" -> for each length, mean norm of the gradient at the
            first word, if it has norm 1 at the last.
        n: length of the sentence, in tokens.
    """
    place, last = lengths.index(n), len(lengths) - 1
    here = {kind: format_magnitude(values[place]) for kind, values in means.items()}
    told = [
        _(
            "A gradient of length 1 starts at the last of this sentence's {n} tokens. If it "
            "goes through the RNN, it's at most **{rnn}** long when it reaches the first "
            "token. Through the LSTM it's **{lstm}**, and through attention **{attention}**."
        ).format(n=n, rnn=here[RNN_KIND], lstm=here[LSTM_KIND], attention=here[ATTENTION]),
        *(_describe_trend(kind, lengths, means[kind]) for kind in (RNN_KIND, LSTM_KIND)),
    ]
    power = math.log(means[ATTENTION][0] / means[ATTENTION][last]) / math.log(lengths[last])
    told.append(
        _(
            "Through attention, the gradient falls only like a power of n, here about n to the "
            "power {power:.1}. Untrained attention doesn't care about distance, so a weight is "
            "1/n on average. After training, any weight can come close to 1, however far away "
            "the word is."
        ).format(power=-power)
    )
    if means[LSTM_KIND][last] > means[ATTENTION][last]:
        more = _(
            "With its gates this far open, the LSTM lets more through over {n} positions than this "
            "attention does."
        )
        told.append(more.format(n=lengths[last]))
    return " ".join(told)


def _describe_trend(architecture: str, lengths: Sequence[int], values: Sequence[float]) -> str:
    """Describe whether the gradient vanishes or explodes, by its mean factor per position."""
    middle = len(lengths) // 2
    factor = (values[-1] / values[middle]) ** (1 / (lengths[-1] - lengths[middle]))
    said = _(
        "Through the {network}, the gradient hardly changes: on average, each position "
        "multiplies it by {factor:.2}."
    )
    if factor < 0.97:
        said = _(
            "Through the {network}, the gradient vanishes: on average, each position "
            "multiplies it by {factor:.2}."
        )
    elif factor > 1.03:
        said = _(
            "Through the {network}, the gradient explodes: on average, each position "
            "multiplies it by {factor:.2}."
        )
    return said.format(network=architecture, factor=factor)


def describe_counts(n: float, d: int) -> str:
    """Compare the multiplications of an LSTM layer and an attention layer.

    Args:
        n: number of positions, which is the length of the sentence in tokens.
        d: width of both layers.
    """
    ours, theirs = count_attention_multiplications(int(n), d), count_lstm_multiplications(int(n), d)
    return _(
        "If you count every matrix, attention takes 4nd² + 2n²d multiplications. An "
        "LSTM takes 8nd². For this sentence that's **{attention}** and **{lstm}**. So the "
        "LSTM takes {factor:.1} times as many, although d / n is {ratio:.1}. The difference "
        "comes from the four projections, 4nd², which Table 1 leaves out: here they make "
        "up {share:.1%} of attention's total. The two counts meet at **n = 2d = {both}**, not "
        "at d."
    ).format(
        attention=_format_count(ours),
        lstm=_format_count(theirs),
        factor=theirs / ours,
        ratio=d / n,
        share=4 * n * d * d / ours,
        both=2 * d,
    )


def describe_timing_offer(lengths: Sequence[int]) -> str:
    """Describe the timing of both layers that people can start with a button.

    Args:
        lengths: the lengths that will be timed, rising.
    """
    return _(
        "Time both layers right here, for n = {least} to {most:,}. It takes one core a few "
        "seconds, just once for all visitors to this server."
    ).format(least=lengths[0], most=lengths[-1])


def describe_times(lengths: Sequence[int], times: Mapping[str, Sequence[float]]) -> str:
    """Describe at which lengths the attention layer was measured faster or slower than two LSTMs.

    Args:
        lengths: the timed lengths, rising.
        times: name of the layer, as in ``table_1.time_layers`` -> milliseconds at each length.
    """
    longest = _(
        "At n = {n:,}, attention takes {attention}, and the two LSTMs take {loop} and {own}."
    ).format(
        n=lengths[-1],
        attention=_format_milliseconds(times[LAYER][-1]),
        loop=_format_milliseconds(times[LSTM_LOOP][-1]),
        own=_format_milliseconds(times[LSTM_BUILTIN][-1]),
    )
    return " ".join(
        [*(_describe_crossings(lengths, times, rival) for rival in LSTM_NAMES), longest]
    )


def _describe_crossings(
    lengths: Sequence[int], times: Mapping[str, Sequence[float]], lstm: str
) -> str:
    """Describe where attention is faster than one of the LSTMs, and where that changes."""
    crossed = find_crossings(list(lengths), list(times[LAYER]), list(times[lstm]))
    ahead = times[LAYER][0] < times[lstm][0]
    match ahead, bool(crossed):
        case True, True:
            said = _("At n = {n}, attention is faster than {rival}, but {turns}.")
        case True, False:
            said = _("At n = {n} and every larger n, attention is faster than {rival}.")
        case False, True:
            said = _("At n = {n}, attention is slower than {rival}, but {turns}.")
        case __:
            said = _("At n = {n} and every larger n, attention is slower than {rival}.")
    turns = [
        (_("faster from **n ≈ {n:,}** on") if faster else _("slower from **n ≈ {n:,}** on")).format(
            n=round(n)
        )
        for n, faster in crossed
    ]
    return said.format(rival=_(LSTM_NAMES[lstm]), n=lengths[0], turns=Message(", ".join(turns)))


def _format_milliseconds(value: float) -> str:
    """Return a time as text: in whole milliseconds from 10 on, else with two decimals."""
    return f"{format_integer(round(value))} ms" if value >= 10 else f"{format_decimal(value, 2)} ms"


def _format_factor(factor: float) -> str:
    """Return a factor as text: whole from 10 on, else with one decimal."""
    return format_integer(round(factor)) if factor >= 10 else format_decimal(factor, 1)


def _format_count(count: int) -> str:
    """Return a count as text; from a million on, in millions."""
    if count < 1e6:
        return format_integer(count)
    return _("{millions:.1} million").format(millions=count / 1e6)
