"""What the page about history says of Table 1, of gradients and of the measured layers."""

import math
from collections.abc import Mapping, Sequence

from pages.start.history.computed.recurrence import ATTENTION, LSTM_KIND, RNN_KIND
from pages.start.history.computed.table_1 import ATTENTION as LAYER
from pages.start.history.computed.table_1 import (
    CONVOLUTIONAL,
    LOOP,
    OWN_CODE,
    RECURRENT,
    RESTRICTED,
    SELF_ATTENTION,
    Costs,
    attention_multiplications,
    crossings,
    lstm_multiplications,
)
from pages.start.history.figures import LOOKS
from ui.figures.theme import role
from ui.words import size

TITLES = ("operations per layer", "sequential operations", "longest path")
ORDERS = {
    SELF_ATTENTION: ("n² · d", "1", "1"),
    RECURRENT: ("n · d²", "n", "n"),
    CONVOLUTIONAL: ("k · n · d²", "1", "log<sub>k</sub> n"),
    RESTRICTED: ("r · n · d", "1", "n / r"),
}


def table(costs: Mapping[str, Costs], r: int, k: int) -> str:
    """Return Table 1 in HTML, the least number of each column in bold.

    Args:
        costs: the numbers, by the kind of layer.
        r: positions that restricted self-attention looks at.
        k: width of the convolution's kernel.
    """
    head = "".join(f'<th colspan="2">{title}</th>' for title in TITLES)
    columns = [[one.operations, one.sequential, one.path] for one in costs.values()]
    least = [min(column) for column in zip(*columns, strict=True)]
    notes = {CONVOLUTIONAL: f", kernel k = {k}, dilated", RESTRICTED: f", r = {r}"}
    rows = []
    for name, values in zip(costs, columns, strict=True):
        cells = "".join(
            f"<td>O({order})</td><td>{_bold(_short(value), value == best)}</td>"
            for order, value, best in zip(ORDERS[name], values, least, strict=True)
        )
        rows.append(f"<tr><th>{_swatch(name)}{name}{notes.get(name, '')}</th>{cells}</tr>")
    return f'<table class="costs"><tr><th>one layer</th>{head}</tr>{"".join(rows)}</table>'


def _swatch(name: str) -> str:
    """Return the line that stands for a layer in the figures."""
    colour, width, dash = LOOKS[name]
    kind = {"solid": "solid", "dash": "dashed", "dot": "dotted"}[dash]
    return f'<span class="line" style="border-top:{width}px {kind} {role(colour)}"></span>'


def cheaper(n: int, d: int, own: int) -> str:
    """Say which layer needs fewer operations at a length, and where that changes.

    Args:
        n: the length.
        d: the width.
        own: the length of the sentence.
    """
    which = f"n = {n:,}" + (", this sentence," if n == own else "")
    if n == d:
        said = "**equally many** operations for self-attention and for recurrence: n = d"
    elif n < d:
        said = (
            f"**{_times(d / n)} as many** operations for recurrence as for self-attention (d / n)"
        )
    else:
        said = (
            f"**{_times(n / d)} as many** operations for self-attention as for recurrence (n / d)"
        )
    text = (
        f"At {which} and d = {d}, Table 1 counts {said}; self-attention’s projections are left out."
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
        f"A gradient of length 1 at the last of this sentence’s {n} tokens arrives at the first "
        f"at most **{here[RNN_KIND]}** long through the RNN, **{here[LSTM_KIND]}** through the "
        f"LSTM and **{here[ATTENTION]}** through attention. "
    )
    for kind in (RNN_KIND, LSTM_KIND):
        text += f"The {kind} {_trend(lengths, means[kind])}. "
    power = math.log(means[ATTENTION][0] / means[ATTENTION][last]) / math.log(lengths[last])
    text += (
        f"Attention falls only like a power of n (here about n to the power −{power:.1f}): fresh "
        "weights spread evenly, about 1/n for each position. Trained, any of them may come close "
        "to 1, however far the word."
    )
    if means[LSTM_KIND][last] > means[ATTENTION][last]:
        text += (
            " With gates this far open, the LSTM lets more through than this attention, over "
            f"{lengths[last]} positions."
        )
    return text


def _trend(lengths: Sequence[int], values: Sequence[float]) -> str:
    """Say by which factor each further position changes a number, on average over the last half."""
    middle = len(lengths) // 2
    factor = (values[-1] / values[middle]) ** (1 / (lengths[-1] - lengths[middle]))
    verb = "vanishes" if factor < 0.97 else "explodes" if factor > 1.03 else "holds on"
    return f"{verb}: times {factor:.2f} for each further position"


def counted(n: float, d: int) -> str:
    """Compare the multiplications of both layers, with all their matrices.

    Args:
        n: length of the sentence.
        d: width of both.
    """
    ours, theirs = attention_multiplications(int(n), d), lstm_multiplications(int(n), d)
    return (
        "With all matrices, attention multiplies 4nd² + 2n²d times, an LSTM 8nd²: for this "
        f"sentence **{_many(ours)}** and **{_many(theirs)}**, {theirs / ours:.1f} times as many "
        "(d / n is "
        f"{d / n:.1f}). The four projections, 4nd², are not a constant but a term that Table 1 "
        "leaves out: as long as n < 2d they are more than scores and mixtures, 2n²d (here "
        f"{4 * n * d * d / ours:.1%} of all). The two meet at **n = 2d = {2 * d}**, not at d."
    )


def raced(lengths: Sequence[int], times: Mapping[str, Sequence[float]]) -> str:
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
        return text + " and stays so."
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


def _short(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def _bold(text: str, strong: bool) -> str:
    return f"<b>{text}</b>" if strong else text
