"""What the heads of one sentence have in common with simple patterns: numbers, and a sentence."""

from collections.abc import Mapping, Sequence

from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import one_hot

from model.measures.attention_entropy import FEWEST, even, keys_read
from model.parts import Head
from pages.attention.multi_head.compute import habits, widest
from ui.readings.reading import Reading, told_apart
from ui.sentence import Sentence, say
from ui.words import percent, times, with_sign

CLEAR, HALF = 0.35, 0.5  # shares from which on a habit is named: of the weight, of the rows
WIDE = 0.75  # of the keys that could be read
ENOUGH = 4  # rows of which a habit can be said

FALLS = (
    "The old translation falls to ln p {log_p}, so it is **{times}**. Of the other heads of this "
    "layer, head {head} changes it most when switched off alone ({changes})."
)
RISES = (
    "The old translation rises to ln p {log_p}, so it is **{times}**. Of the other heads of this "
    "layer, head {head} changes it most when switched off alone ({changes})."
)
SEEN_AS = {
    "previous token": "strong cells just below the diagonal",
    "same token": "strong cells on the diagonal",
    "next token": "strong cells just above the diagonal",
    "end token": "a strong column at the right edge",
    "start token": "a strong column at the left edge",
}


def clear(
    weights: Float[Tensor, "*some query key"], kind: str
) -> dict[str, Float[Tensor, "*some"]]:
    """Return ``compute.habits``, with zero where one is weak, or not that of most rows."""
    strongest = one_hot(weights.argmax(dim=-1), weights.shape[-1]).float()
    rows = habits(strongest, kind)  # the share of rows whose largest weight is there
    return {
        name: shares.where((shares >= CLEAR) & (rows[name] > HALF), 0.0)
        for name, shares in habits(weights, kind).items()
    }


def look_for(reading: Reading, weights: Float[Tensor, "layer head query key"], chosen: Head) -> str:
    """Say what the chosen head does, and where in the grid the clearest habits are.

    Args:
        reading: the sentence.
        weights: of all heads of this attention.
        chosen: one of them.
    """
    kind, layer, head = chosen.attention, chosen.layer, chosen.head
    visible = reading.attention(kind, layer)["visible"][0, 0]
    queries, keys = map(told_apart, reading.axes(kind))
    said = of_head(weights[layer, head], visible, kind, queries, keys)
    named = clear(weights, kind) if len(queries) >= ENOUGH else {}
    others = [
        f"“{name}” in layer {a + 1}, head {b + 1} ({percent(share)})"
        for name, a, b, share in clearest(named)
        if (a, b) != (layer, head)
    ]
    clearly = f" Clearest in the grid are {' and '.join(others[:2])}." if others else ""
    return f"Head {head + 1} of layer {layer + 1} {said}.{clearly}"


def of_head(
    weights: Float[Tensor, "query key"],
    visible: Bool[Tensor, "_ key"],
    kind: str,
    queries: Sequence[str],
    keys: Sequence[str],
) -> str:
    """Say in a few words what one head does with this sentence, as far as it is clear.

    Args:
        weights: of the head.
        visible: True where a row may look at a key.
        kind: as in ``habits``.
        queries: how the token of each row is called.
        keys: how the token of each column is called.
    """
    measured = {}
    if len(queries) >= ENOUGH:
        measured = {n: v.item() for n, v in clear(weights, kind).items()}
    name = max(measured, key=measured.get, default=None)
    column = weights.mean(dim=0)
    key = int(column.argmax())
    if name and measured[name]:
        share = percent(measured[name])
        return f"puts **{share} of its weight on the {name}**: {SEEN_AS[name]}"
    usual = (weights.argmax(dim=-1) == key).float().mean() > HALF
    if len(queries) >= ENOUGH and column[key] >= CLEAR and usual:
        share = percent(column[key].item())
        return f"puts **{share} of its weight on {keys[key]}**: a strong column"
    read, most = keys_read(weights, visible).item(), widest(visible)
    if most == 1:
        return "has no choice here: each row may look at one token only"
    share = f"{read:.1f} of {most:.1f} keys on average"
    count = visible.sum(dim=-1).expand(len(weights))
    if (several := count >= FEWEST).any() and even(weights, visible)[several].all():
        return f"**spreads its weight almost evenly**, over {share}: none of them stands out"
    few = len(queries) < ENOUGH
    narrow = "has **too few rows here** for a pattern" if few else "has **no single pattern** here"
    text = "**looks widely**, at" if read >= WIDE * most else f"{narrow}: it looks at"
    row, strongest = divmod(int(weights.where(count.unsqueeze(-1) > 1, 0).argmax()), len(keys))
    strength = f"({weights[row, strongest]:.2f})"
    read = "itself" if kind != "cross" and row == strongest else keys[strongest]
    return f"{text} {share}. Most of all, {queries[row]} looks at {read} {strength}"


def clearest(named: Mapping[str, Float[Tensor, "layer head"]]) -> list[tuple[str, int, int, float]]:
    """Return for each habit that some head clearly has: its name, that layer and head, its share.

    Args:
        named: of all heads; see ``clear``.
    """
    found = []
    for name, shares in named.items():
        layer, head = divmod(int(shares.argmax()), shares.shape[1])
        if shares[layer, head]:
            found.append((name, layer, head, shares[layer, head].item()))
    return found


def outcome(before: float, old: float, most: tuple[float, int]) -> Sentence:
    """Say how much less likely the old translation became.

    Args:
        before: its log-probability in the unedited model.
        old: the same in the changed one.
        most: the largest change of it by silencing one of the other heads of the layer alone,
            and that head.
    """
    change, other = most
    return say(
        FALLS if old < before else RISES,
        log_p=with_sign(old),
        times=times(old - before),
        head=other + 1,
        changes=times(change),
    )
