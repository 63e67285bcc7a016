"""What the page says of this very decision."""

from collections.abc import Mapping, Sequence

from ui.readings.changes import ATTENTION_NAMES
from ui.words import percent, with_sign

MEAN = "the mean of all"
OTHERS = "Other tokens than these"
SAID = "The token that is explained"
RIVAL = "The token that it is compared with"
SAME = "“{}” would be compared with itself. It is compared with the mean of all tokens instead."
NO_TABLE = "Nobody measured this for these weights. `python -m model.flow` does."
KEEP = "Keep {} cut at every position, on every page"
NO_HEAD = "Choose a head in the picture: its score is split here."
CLEAR = 0.05  # a difference of m that counts as one
FORMULA = (
    r"m = \mathrm{logit}(\mathrm{said}) - \mathrm{logit}(\mathrm{rival}) = "
    r"\sum_{\mathrm{tokens}} + \sum_{\mathrm{positions}} + \sum_{\mathrm{biases}}"
)


def look_for(
    token: tuple[str, float], node: tuple[str, float], where: str | None, writers: Sequence[str]
) -> str:
    """Say which token and which node carry most, and what prepares them.

    Args:
        token: the token with the largest part, and that part.
        node: the same of the heads and feed-forward networks.
        where: the token that the node takes most from.
        writers: feed-forward networks that wrote it there.
    """
    told = f"“{token[0]}” counts most: {with_sign(token[1], plus=True)}. "
    told += f"The strongest node is **{node[0]}**: {with_sign(node[1], plus=True)}."
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
        f"From {', then '.join(names)}, to “{said}”: {with_sign(flow, plus=True)}."
        for names, flow in ways
    ]
    return "The strongest ways. " + " ".join(told)


def against(rival: str, mean: bool) -> str:
    """Name the rival in a sentence."""
    return rival if mean else f"“{rival}”"


def adds_up(sums: Sequence[tuple[str, float]], m: float) -> str:
    """Say what the bars come to, and that large ones cancel."""
    up = sum(part for _, part in sums if part > 0)
    down = sum(part for _, part in sums if part < 0)
    told = f"All bars together are m = **{with_sign(m, plus=True)}**."
    if up and down:
        told += f" The positive ones add {with_sign(up, plus=True)}, the negative ones "
        told += f"{with_sign(down, plus=True)}."
    return told


def cut(name: str, predicted: float, measured: float, says: tuple[str, float]) -> str:
    """Compare what is predicted for a cut with what the model does."""
    told = f"Without **{name}** m is {with_sign(measured, plus=True)}; "
    told += f"the prediction is {with_sign(predicted, plus=True)}. "
    if abs(predicted - measured) < CLEAR:
        told += "Nothing else steps in. "
    elif measured > predicted:
        told += "Later sub-layers step in and make up for a part. "
    else:
        told += "Later sub-layers make the loss larger. "
    return told + f"The model then says “{says[0]}” first."


def scatter(pairs: Sequence[tuple[float, float]], m: float) -> str:
    """Say how far prediction and measurement agree for many nodes.

    Args:
        pairs: predicted and measured m of each cut.
        m: before any cut.
    """
    near = sum(abs(a - b) < 0.25 * max(abs(a - m), CLEAR) for a, b in pairs)
    turned = sum(b < 0 for _, b in pairs)
    told = f"For **{near} of {len(pairs)}** cuts the prediction is within a quarter of the change."
    if m <= 0:
        return told
    cuts = {0: "No cut changes", 1: "One cut changes"}.get(turned, f"{turned} cuts change")
    return f"{told} {cuts} the order of the two tokens."


def score(name: str, query: str, key: str, total: float, pair: tuple[str, str, float]) -> str:
    """Say which pair of parts makes a score."""
    return (
        f"{name} looks from “{query}” at “{key}” with the score {with_sign(total)}. The largest "
        f"term is {pair[0]} with {pair[1]}: {with_sign(pair[2], plus=True)}."
    )


def decides(kinds: Mapping) -> str:
    """Say of which kind the five strongest heads decide most, beside five at random."""
    counted = {kind: row for kind, row in kinds.items() if row["all heads"]["counted"]}
    kind, row = max(counted.items(), key=lambda item: item[1]["all heads"]["together"])
    rates = row["all heads"]
    return (
        f"Kind of decision: **{kind}**. Without its five strongest heads, "
        f"{percent(rates['together'])} of the answers change; without five heads at random, "
        f"{percent(rates['as many at random'])} do."
    )


def head_name(row: Mapping) -> str:
    """Name a head of the table."""
    return f"{ATTENTION_NAMES[row['kind']].lower()} {row['layer'] + 1}.{row['head'] + 1}"


def unit_name(row: Mapping) -> str:
    """Name a hidden unit of the table."""
    return f"{row['stack']} feed-forward {row['layer'] + 1}, unit {row['unit'] + 1}"


def measured_on(table: Mapping) -> str:
    """Say on what the table was measured."""
    return (
        f"{table['sentences']} sentences of our own, from English into each other language, at "
        "most 100 decisions of each kind. A cut counts where it makes the rival more likely."
    )
