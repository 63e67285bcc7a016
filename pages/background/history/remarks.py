"""What the page about history says: of the families, Table 1, gradients and measured layers."""

import math
from collections.abc import Mapping, Sequence

from pages.background.history.compute.families import FAMILIES, KERNEL, WINDOW
from pages.background.history.compute.recurrence import ATTENTION, LSTM_KIND, RNN_KIND
from pages.background.history.compute.table_1 import ATTENTION as LAYER
from pages.background.history.compute.table_1 import (
    LOOP,
    OWN_CODE,
    attention_multiplications,
    crossings,
    lstm_multiplications,
)
from pages.background.history.views.families import Family
from ui.words import percent, size


def look_for(
    shown: Sequence[Family],
    family: int,
    words: Sequence[str],
    place: int,
    stacks: tuple[int, int],
) -> str:
    """Say what the drawing of one family shows of this sentence.

    Args:
        shown: all families.
        family: place of the chosen one.
        words: tokens of the sentence.
        place: of the chosen token.
        stacks: layers of this model's encoder and of its decoder.
    """
    key, graph = list(FAMILIES)[family], shown[family].graph
    n, steps, far = len(words), graph.steps, graph.ways()[place][1]
    layers = len(graph.rows) - 1
    arrows = "one arrow" if far == 1 else f"{far} arrows"
    gates = n - 1 - place
    encoder, decoder = stacks
    all_layers = f"All {encoder} layers of both stacks"
    if encoder != decoder:
        all_layers = f"All layers of the encoder and the decoder ({encoder} + {decoder})"
    return {
        "feed_forward": "Everything is computed at once, but each unit sees at most "
        f"{WINDOW} tokens: **{_outside(n)}**.",
        "rnn": f"“{words[place]}” is **{arrows}** from the end. The {steps} states come one after "
        "another, so a sentence twice as long has twice as many states.",
        "lstm": f"Along the straight lane of cells “{words[place]}” passes "
        f"**{_forget_gates(gates)}** (×), and no weight matrix. There are as many steps as before.",
        "sequence_to_sequence": f"The whole sentence must fit **one vector**. “{words[place]}” "
        f"is {arrows} from the last word of the translation, over {steps} steps.",
        "with_attention": f"Every source word is now **{far} arrows** from every word of the "
        f"translation. But both chains are still there: **{steps} steps**, as many as before.",
        "convolutions": f"**{_layers(layers)} {KERNEL**layers - 1} tokens back ({KERNEL} to the "
        f"power {layers}, minus the token itself). The first of {n} is {n - 1} back. Within a "
        "layer nothing waits.",
        "transformer": f"Every word of the translation is {far} arrows from every source word. All "
        f"are computed at once, in **{steps} steps** "
        f"instead of {shown[family - 2].graph.steps}. {all_layers} take {encoder + decoder}, "
        "however long the sentence. This holds in training; a new translation is written word by "
        "word.",
    }[key]


def _outside(n: int) -> str:
    """Say how many of n tokens lie outside of the last unit's window."""
    if n <= WINDOW:
        return f"these {n} fit, but no longer sentence does"
    missed = n - WINDOW
    reach = "token never reaches" if missed == 1 else "tokens never reach"
    return f"the first {f'{missed} ' if missed > 1 else ''}{reach} the last unit"


def _layers(count: int) -> str:
    return "One layer** reaches" if count == 1 else f"{count} layers** reach"


def _forget_gates(count: int) -> str:
    return {0: "no forget gate", 1: "one forget gate"}.get(count, f"{count} forget gates")


def cheaper(n: int, d: int, own: int) -> str:
    """Say which layer needs fewer operations at a length, and where that changes.

    Args:
        n: the length.
        d: the width.
        own: the length of the sentence.
    """
    which = f"n = {n:,}" + (", as in this sentence," if n == own else "")
    if n == d:
        said = "**equally many** operations for self-attention and for recurrence, as n = d"
    elif n < d:
        said = (
            f"**{_times(d / n)} as many** operations for recurrence as for self-attention (d / n)"
        )
    else:
        said = (
            f"**{_times(n / d)} as many** operations for self-attention as for recurrence (n / d)"
        )
    text = (
        f"Here {which} and d = {d}. Table 1 counts {said}. It leaves out self-attention’s "
        "projections."
    )
    if n == 1:
        return f"{text} With one position, nothing waits in either."
    return (
        f"{text} Where recurrence takes {n:,} steps, self-attention takes one, and any two "
        "positions are one step apart."
    )


def formula(n: int, d: int) -> str:
    """Return both counts of operations with numbers, as LaTeX."""
    sign = "<" if n < d else ">" if n > d else "="
    left, right = f"{n * n * d:,}", f"{n * d * d:,}"
    return (rf"{n}^2 \cdot {d} = {left} \;{sign}\; {right} = {n} \cdot {d}^2").replace(",", "{,}")


def arrives(lengths: Sequence[int], means: Mapping[str, Sequence[float]], n: int) -> str:
    """Say how much of a gradient reaches the first word, and how that changes with the length.

    Args:
        lengths: that were measured.
        means: for each kind of network, a number at each length.
        n: length of the sentence.
    """
    place, last = lengths.index(n), len(lengths) - 1
    here = {kind: size(values[place]) for kind, values in means.items()}
    text = (
        f"A gradient of length 1 begins at the last of this sentence’s {n} tokens. What arrives at "
        f"the first one through the RNN is at most **{here[RNN_KIND]}** long. Through the LSTM it "
        f"is **{here[LSTM_KIND]}**, through attention **{here[ATTENTION]}**. "
    )
    for kind in (RNN_KIND, LSTM_KIND):
        text += f"{_trend(kind, lengths, means[kind])} "
    power = math.log(means[ATTENTION][0] / means[ATTENTION][last]) / math.log(lengths[last])
    text += (
        f"Through attention it falls only like a power of n, here about n to the power "
        f"−{power:.1f}. Untrained attention spreads evenly, about 1/n for each position. After "
        "training, any weight may come close to 1, however far the word."
    )
    if means[LSTM_KIND][last] > means[ATTENTION][last]:
        text += (
            " With gates this far open, the LSTM lets more through than this attention, over "
            f"{lengths[last]} positions."
        )
    return text


def _trend(kind: str, lengths: Sequence[int], values: Sequence[float]) -> str:
    """Say by which factor each further position changes a number, on average over the last half."""
    middle = len(lengths) // 2
    factor = (values[-1] / values[middle]) ** (1 / (lengths[-1] - lengths[middle]))
    what = "vanishes" if factor < 0.97 else "explodes" if factor > 1.03 else "hardly changes"
    return f"Through the {kind} it {what}: each position multiplies it by {factor:.2f} on average."


def compare_counts(n: float, d: int) -> str:
    """Compare the multiplications of both layers, with all their matrices.

    Args:
        n: length of the sentence.
        d: width of both.
    """
    ours, theirs = attention_multiplications(int(n), d), lstm_multiplications(int(n), d)
    return (
        "Counted with all matrices, attention makes 4nd² + 2n²d multiplications. An LSTM "
        f"makes 8nd². For this sentence it is **{_many(ours)}** and **{_many(theirs)}**. The LSTM "
        f"makes {theirs / ours:.1f} times as many, although d / n is {d / n:.1f}. The reason is "
        "the four projections, 4nd², which Table 1 leaves out: here they are "
        f"{percent(4 * n * d * d / ours, 1)} of all. So the two meet at **n = 2d = {2 * d}**, not "
        "at d."
    )


def compare_times(lengths: Sequence[int], times: Mapping[str, Sequence[float]]) -> str:
    """Say which layer was faster where, in what was measured.

    Args:
        lengths: that were timed.
        times: milliseconds by the name of the layer.
    """
    text = " ".join(_duel(lengths, times, rival) for rival in (LOOP, OWN_CODE))
    return (
        f"{text} At n = {lengths[-1]:,}: attention {_milliseconds(times[LAYER][-1])}, LSTM "
        f"{_milliseconds(times[LOOP][-1])} and {_milliseconds(times[OWN_CODE][-1])}."
    )


def _duel(lengths: Sequence[int], times: Mapping[str, Sequence[float]], rival: str) -> str:
    name = {LOOP: "the LSTM written as a loop of cells", OWN_CODE: "PyTorch’s own LSTM"}[rival]
    crossed = crossings(list(lengths), list(times[LAYER]), list(times[rival]))
    ahead = times[LAYER][0] < times[rival][0]
    text = f"Attention is {'faster' if ahead else 'slower'} than {name} at n = {lengths[0]}"
    if not crossed:
        return text + ", and at every longer length."
    turns = [
        f"{'faster' if faster else 'slower'} from **n ≈ {n:,.0f}** on" for n, faster in crossed
    ]
    return f"{text}, {', '.join(turns)}."


def _milliseconds(value: float) -> str:
    return f"{value:,.0f} ms" if value >= 10 else f"{value:.2f} ms"


def _times(factor: float) -> str:
    return f"{factor:,.0f} times" if factor >= 10 else f"{factor:.1f} times"


def _many(count: int) -> str:
    return f"{count / 1e6:.1f} million" if count >= 1e6 else f"{count:,}"
