"""What the page says of this very decision."""

from collections.abc import Mapping, Sequence

from ui.readings.changes import ATTENTION_NAMES
from ui.words import percent, with_sign

MEAN = "the mean of all"
OTHERS = "Other tokens than these"
SAID = "The token that is explained"
RIVAL = "The token that it is compared with"
SAME = "“{}” cannot be compared with itself, so the mean of all tokens takes its place."
NO_TABLE = "This was not measured for these weights. `python -m model.flow` does."
KEEP = "Keep {} cut at “{}”"
KEEP_EVERYWHERE = "Cut {} at every position"
FOLLOWED = "{} of all ways followed"
NO_HEAD = "Choose a head in the picture, and its score is split here."
CLEAR = 0.05  # a difference of m that counts as one
FORMULA = (
    r"m = \mathrm{logit}(\mathrm{said}) - \mathrm{logit}(\mathrm{rival}) = "
    r"\sum_{\mathrm{tokens}} + \sum_{\mathrm{positions}} + \sum_{\mathrm{biases}}"
)


def look_for(
    decision: tuple[str, str],
    token: tuple[str, float],
    node: tuple[str, float],
    where: str | None,
    writers: Sequence[str],
) -> str:
    """Say which token and which node carry most, and what prepares them.

    Args:
        decision: what was said, and its rival as ``against`` names it.
        token: the token with the largest part, and that part.
        node: the same of the heads and feed-forward networks.
        where: the token that the node takes most from.
        writers: feed-forward networks that wrote it there.
    """
    said, rival = decision
    part = with_sign(token[1], plus=True)
    told = f"Why “{said}” and not {rival}? “{token[0]}” counts most, {part}. "
    told += f"The strongest node is **{node[0]}**, with {with_sign(node[1], plus=True)}."
    if where is not None:
        told += f" It takes most from “{where}”"
        if writers:
            told += f", to which {list_names(writers)} {'adds' if len(writers) == 1 else 'add'}"
        told += "."
    return told


def list_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def say_ways(ways: Sequence[tuple[Sequence[str], float]], said: str) -> str:
    """Say the strongest ways in words, for those who do not see the picture."""
    told = [
        f"From {', then '.join(names)}, to “{said}”, {with_sign(flow, plus=True)}."
        for names, flow in ways
    ]
    begins = "The strongest flows into m, each followed back along its strongest flow."
    return " ".join([begins, *told])


def against(rival: str, mean: bool) -> str:
    """Name the rival in a sentence."""
    return rival if mean else f"“{rival}”"


def adds_up(sums: Sequence[tuple[str, float]], m: float) -> str:
    """Say what the bars come to, and that large ones cancel."""
    up = sum(part for _, part in sums if part > 0)
    down = sum(part for _, part in sums if part < 0)
    told = f"All bars together make m = **{with_sign(m, plus=True)}**."
    if up and down:
        told += f" The positive ones add {with_sign(up, plus=True)}, the negative ones "
        told += f"{with_sign(down, plus=True)}."
    return told


def cut(name: str, m: float, pair: tuple[float, float], first: str, mean: bool) -> str:
    """Compare what is predicted for a cut with what the model does.

    Args:
        name: of the node.
        m: before the cut.
        pair: m after it, as predicted if all else stayed, and as measured.
        first: the most likely token then.
        mean: whether the node's mean stands there, not zeros.
    """
    predicted, measured = pair
    without = f"With its mean in place of **{name}**" if mean else f"Without **{name}**"
    told = f"{without} m goes from {with_sign(m, plus=True)} to {with_sign(measured, plus=True)}. "
    told += f"The prediction was {with_sign(predicted, plus=True)}. "
    return f"{told}{_react(m, predicted, measured)} The most likely token is then “{first}”."


def _react(m: float, predicted: float, measured: float) -> str:
    """Say what the rest of the network did with the change that a cut alone would make."""
    alone, real = predicted - m, measured - m
    if abs(alone - real) < CLEAR:
        return "So what comes after the cut hardly reacts."
    if abs(alone) < CLEAR:
        return "By itself the cut changes little; what comes after it reacts."
    if alone * real < 0:
        return "What comes after the cut more than makes up for it."
    if abs(real) < abs(alone):
        return "What comes after the cut makes up for a part of it."
    return "What comes after the cut makes the change larger."


def scatter(pairs: Sequence[tuple[float, float]], m: float, two: bool) -> str:
    """Say how far prediction and measurement agree for many nodes.

    Args:
        pairs: predicted and measured m of each cut.
        m: before any cut.
        two: whether m compares two tokens, not one with the mean of all.
    """
    near = sum(abs(a - b) < 0.25 * max(abs(a - m), CLEAR) for a, b in pairs)
    turned = sum(b < 0 for _, b in pairs)
    told = (
        f"For **{near} of {len(pairs)}** cuts the prediction errs by less than a quarter of the "
        "change that it predicts."
    )
    if m <= 0 or not two:
        return told
    cuts = {0: "No cut changes", 1: "One cut changes"}.get(turned, f"{turned} cuts change")
    return f"{told} {cuts} the order of the two tokens."


def score(name: str, query: str, key: str, total: float, pair: tuple[str, str, float]) -> str:
    """Say which pair of parts makes a score."""
    named = name[:1].upper() + name[1:]
    return (
        f"{named} looks from {query} at {key} with the score {with_sign(total)}. The largest "
        f"term, {with_sign(pair[2], plus=True)}, is {pair[0]} of {query} with {pair[1]} of {key}."
    )


def decides(kinds: Mapping) -> str:
    """Say of which kind the five strongest heads decide most, beside others of the same size."""
    counted = {kind: row for kind, row in kinds.items() if row["all heads"]["counted"]}
    kind, row = max(counted.items(), key=lambda item: item[1]["all heads"]["together"])
    rates = row["all heads"]
    return (
        f"The kind that five heads decide most is **{kind}**. Without its five strongest heads, "
        f"{percent(rates['together'])} of the answers change. Without others that are as large "
        f"together, {percent(rates['as large at random'])} do."
    )


def head_name(row: Mapping) -> str:
    """Name a head of the table."""
    return f"{ATTENTION_NAMES[row['kind']].lower()} {row['layer'] + 1}.{row['head'] + 1}"


def unit_name(row: Mapping) -> str:
    """Name a hidden unit of the table."""
    return f"{row['stack']} feed-forward {row['layer'] + 1}, unit {row['unit'] + 1}"


def measured_on(table: Mapping) -> str:
    """Say on what the table was measured, and how many heads are as large as the strongest."""
    drawn = [row["all heads"].get("drawn", 0) for row in table["kinds"].values()]
    return (
        f"Measured on {table['sentences']} sentences of our own, from English into each other "
        "language, with at most 100 decisions of each kind. A cut counts where it makes the rival "
        f"more likely. The five with the largest shares are chosen on these same decisions. "
        f"As large as five heads are {min(drawn):.0f} to {max(drawn):.0f} others, by kind."
    )
