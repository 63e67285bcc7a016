"""Sentences about which simple pattern, if any, each attention head follows in this sentence."""

from collections import Counter
from collections.abc import Sequence

from jaxtyping import Bool, Float
from torch import Tensor

from model.measures.attention_entropy import MIN_KEYS, effective_key_count, uniform_query_mask
from model.measures.head_patterns import (
    MIN_ROW_SHARE,
    MIN_WEIGHT_SHARE,
    clear_pattern_shares,
    find_clearest_heads,
)
from model.parts import Head
from pages.attention.multi_head.compute import compute_mean_visible_keys
from ui.messages import N_, _, ngettext
from ui.readings.habits import HABITS
from ui.readings.reading import Reading, distinct_names
from ui.sentence import Remark, say
from ui.words import describe_probability_ratio, format_decimal, join_names

WIDE_SPREAD_SHARE = 0.75  # share of the visible keys
MIN_ROWS_FOR_HABIT = 4  # fewest rows in which to name a habit

# The sentence for each habit that a head can have.
HABIT_SENTENCES = {
    "previous token": N_(
        "Head {head} of layer {layer} puts **{share:%} of its weight on the previous token**: dark "
        "squares just below the diagonal."
    ),
    "same token": N_(
        "Head {head} of layer {layer} puts **{share:%} of its weight on the same token**: dark "
        "squares on the diagonal."
    ),
    "next token": N_(
        "Head {head} of layer {layer} puts **{share:%} of its weight on the next token**: dark "
        "squares just above the diagonal."
    ),
    "end token": N_(
        "Head {head} of layer {layer} puts **{share:%} of its weight on the end token**: a dark "
        "column at the right edge."
    ),
    "start token": N_(
        "Head {head} of layer {layer} puts **{share:%} of its weight on the start token**: a dark "
        "column at the left edge."
    ),
}


def describe_takeaway(
    reading: Reading, weights: Float[Tensor, "layer head query key"], chosen: Head
) -> str:
    """Describe the chosen head's attention pattern, and the two clearest patterns of other heads.

    Args:
        reading: the sentence.
        weights: attention weights of all heads of one attention.
        chosen: the attention ("encoder", "decoder" or "cross"), layer and head to describe.
    """
    kind = chosen.attention
    visible = reading.attention(kind, chosen.layer)["visible"][0, 0]
    queries, keys = map(distinct_names, reading.axes(kind))
    said = describe_head(weights[chosen.layer, chosen.head], visible, chosen, queries, keys)
    named = clear_pattern_shares(weights, kind) if len(queries) >= MIN_ROWS_FOR_HABIT else {}
    others = [
        _("“{habit}” in layer {layer}, head {head} ({share:%})").format(
            habit=_(HABITS[name]), layer=layer + 1, head=head + 1, share=share
        )
        for name, layer, head, share in find_clearest_heads(named)
        if (layer, head) != (chosen.layer, chosen.head)
    ]
    if not others:
        return said
    clearly = ngettext(
        "Elsewhere in the grid, the clearest pattern is {heads}.",
        "Elsewhere in the grid, the clearest patterns are {heads}.",
        len(others[:2]),
    ).format(heads=join_names(others[:2]))
    return f"{said} {clearly}"


def describe_choices(
    weights: Float[Tensor, "head key"],
    visible: Bool[Tensor, " key"],
    word: str,
    keys: Sequence[str],
    layer: int,
) -> Remark:
    """Describe on how many tokens the heads of a layer put one word's largest weight.

    Args:
        weights: the word's attention weights in all heads.
        visible: True where the word may attend to a key.
        word: display name of the word.
        keys: display name of each key token.
        layer: the layer, from 0.
    """
    if visible.sum() == 1:
        return say("{word} can see only one token here, and so all heads attend to it.", word=word)
    counts = Counter(weights.argmax(dim=-1).tolist())
    names = [keys[key] for key, __ in counts.most_common()]
    gaps = {"word": word, "heads": len(weights), "layer": layer + 1}
    if len(names) == 1:
        return say(
            "In layer {layer}, all {heads} heads put the largest weight of {word} on the same "
            "token: **{key}**.",
            key=names[0],
            **gaps,
        )
    return say(
        "The {heads} heads of layer {layer} put the largest weight of {word} on "
        "**{count} different tokens**: {keys}.",
        count=len(names),
        keys=join_names(names),
        **gaps,
    )


def describe_head(
    weights: Float[Tensor, "query key"],
    visible: Bool[Tensor, "_ key"],
    chosen: Head,
    queries: Sequence[str],
    keys: Sequence[str],
) -> str:
    """Describe the pattern of one head's attention in a sentence.
    It names the first of these that is clear: attention to, for example, the previous token; one
    key that most queries attend to; or else the number of keys over which the weights spread.

    Args:
        weights: the head's attention weights.
        visible: True where a query may attend to a key.
        chosen: the head's attention, layer and index, which the sentence names.
        queries: display name of each query token, by row.
        keys: display name of each key token, by column.
    """
    head, layer, kind = chosen.head + 1, chosen.layer + 1, chosen.attention
    measured = {}
    if len(queries) >= MIN_ROWS_FOR_HABIT:
        measured = {n: v.item() for n, v in clear_pattern_shares(weights, kind).items()}
    name = max(measured, key=lambda name: measured[name], default=None)
    if name and measured[name]:
        said = _(HABIT_SENTENCES[name])
        return said.format(head=head, layer=layer, share=measured[name])
    column = weights.mean(dim=0)
    key = int(column.argmax())
    usual = (weights.argmax(dim=-1) == key).float().mean() > MIN_ROW_SHARE
    if len(queries) >= MIN_ROWS_FOR_HABIT and column[key] >= MIN_WEIGHT_SHARE and usual:
        said = _(
            "Head {head} of layer {layer} puts **{share:%} of its weight on {key}**: a dark column."
        )
        share = column[key].item()
        return said.format(head=head, layer=layer, share=share, key=keys[key])
    if compute_mean_visible_keys(visible) == 1:
        said = _(
            "Head {head} of layer {layer} has no choice here: each row can see only one token."
        )
        return said.format(head=head, layer=layer)
    return _describe_spread(weights, visible, chosen, queries, keys)


def _describe_spread(
    weights: Float[Tensor, "query key"],
    visible: Bool[Tensor, "_ key"],
    chosen: Head,
    queries: Sequence[str],
    keys: Sequence[str],
) -> str:
    """Describe how widely a head without a clear pattern attends, and its largest weight."""
    read, most = effective_key_count(weights, visible).item(), compute_mean_visible_keys(visible)
    count = visible.sum(dim=-1).expand(len(weights))
    evenly = (several := count >= MIN_KEYS).any() and uniform_query_mask(weights, visible)[
        several
    ].all()
    if evenly:
        said = _(
            "Head {head} of layer {layer} **spreads its attention almost evenly**, over about "
            "{read:.0} of {most:.0} keys on average. None of them stands out."
        )
    elif read >= WIDE_SPREAD_SHARE * most:
        said = _(
            "Head {head} of layer {layer} **spreads its attention widely**, over about "
            "{read:.0} of {most:.0} keys on average."
        )
    elif len(queries) < MIN_ROWS_FOR_HABIT:
        said = _(
            "Head {head} of layer {layer} has **too few rows here** to show a pattern. Its "
            "attention spreads over about {read:.0} of {most:.0} keys on average."
        )
    else:
        said = _(
            "Head {head} of layer {layer} shows **no single pattern** here. Its attention spreads "
            "over about {read:.0} of {most:.0} keys on average."
        )
    said = said.format(head=chosen.head + 1, layer=chosen.layer + 1, read=read, most=most)
    if evenly:
        return said
    row, strongest = divmod(int(weights.where(count.unsqueeze(-1) > 1, 0).argmax()), len(keys))
    if chosen.attention != "cross" and row == strongest:
        best = _("The largest single weight, {weight:%}, goes from {query} to itself.")
    else:
        best = _("The largest single weight, {weight:%}, goes from {query} to {key}.")
    weight = weights[row, strongest].item()
    return f"{said} {best.format(query=queries[row], key=keys[strongest], weight=weight)}"


def describe_log_probability_change(
    unedited: float, edited: float, largest_change: tuple[float, int]
) -> Remark:
    """Describe how changes to the model affect ln p of the unedited model's translation.
    Also name the head that, silenced alone, changes this ln p most among the layer's other heads.

    Args:
        unedited: ln p of the translation in the unedited model, which wrote it.
        edited: ln p of the same translation in the changed model.
        largest_change: (change of ln p, index of the head) of the head to name; the change is
            negative where the translation becomes less probable.
    """
    change, other = largest_change
    gaps = {
        "log_p": format_decimal(edited),
        "times": describe_probability_ratio(edited - unedited),
        "head": other + 1,
        "changes": describe_probability_ratio(change),
    }
    if gaps["times"] == describe_probability_ratio(0):
        return say(
            "The old translation is about as likely as before, with ln p {log_p}. Of this layer's "
            "other heads, head {head} has the largest effect when switched off by itself "
            "({changes}).",
            **gaps,
        )
    if edited < unedited:
        return say(
            "The old translation's ln p falls to {log_p}, which makes it **{times}**. Of this "
            "layer's other heads, head {head} has the largest effect when switched off by itself "
            "({changes}).",
            **gaps,
        )
    return say(
        "The old translation's ln p rises to {log_p}, which makes it **{times}**. Of this layer's "
        "other heads, head {head} has the largest effect when switched off by itself ({changes}).",
        **gaps,
    )
