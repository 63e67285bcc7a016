"""Sentences and a table about one row of attention and the divisor of its scores."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures.attention_entropy import uniform_query_mask
from pages.attention.scaled_dot_product.compute import SoftmaxStatistics
from ui.messages import _, ngettext
from ui.readings.reading import Token, distinct_names
from ui.sentence import Remark, say
from ui.words import format_decimal

GRADIENT = r"$\sum_j p_j(1-p_j)$"


def describe_takeaway(
    weights: Float[Tensor, "head query key"],
    word: int,
    head: int,
    visible: Sequence[bool],
    axes: tuple[Sequence[Token], Sequence[Token]],
) -> str:
    """Describe which keys a query attends to most, and how many other heads prefer another key.

    Args:
        weights: attention weights of all heads of the layer, divided by √d_k or not, as on the
            page.
        word: position of the query token, from 0.
        head: the chosen head, from 0.
        visible: for each key, whether the query may attend to it.
        axes: (query tokens, key tokens). Where both are the same, the sentence also says how many
            tokens back or ahead the strongest key is.
    """
    (queries, keys), same = axes, axes[0] == axes[1]
    row = weights[head, word]
    asking, names = distinct_names(queries)[word], distinct_names(keys)
    count = sum(visible)
    if count == 1:
        only = names[list(visible).index(True)]
        return _(
            "{word} can see only one token, {only}, which gets a weight of 1 whatever its score."
        ).format(word=asking, only=only)
    best, second = row.topk(2).indices.tolist()
    if uniform_query_mask(row.unsqueeze(0), torch.tensor([visible])).item():
        text = _(
            "{word} spreads its attention almost evenly over {count} tokens; **{key}** gets "
            "the most ({share:%})."
        )
        text = text.format(word=asking, count=count, key=names[best], share=row[best].item())
    else:
        text = _top_key_template(best - word if same else None).format(
            word=asking, share=row[best].item(), key=names[best], count=abs(best - word)
        )
        if row[best] <= 0.9:
            itself = same and second == word
            rest = (
                _("It keeps {share:%} for itself, the second-largest weight.")
                if itself
                else _("The second-largest weight, {share:%}, goes to {key}.")
            )
            text += " " + rest.format(key=names[second], share=row[second].item())
    others = (weights[:, word].argmax(dim=-1) != best).sum().item()
    switch = ngettext(
        "Switch heads: {count} of the other {heads} gives the most weight to a different token.",
        "Switch heads: {count} of the other {heads} give the most weight to a different token.",
        others,
    ).format(count=others, heads=len(weights) - 1)
    return f"{text} {switch}"


def describe_division(
    divided: Float[Tensor, " key"],
    undivided: Float[Tensor, " key"],
    visible: Sequence[bool],
    names: tuple[str, Sequence[str]],
    d_k: int,
) -> Remark:
    """Describe what a query's largest weight would be without the division by √d_k.

    Args:
        divided: the query's weights.
        undivided: its weights if the scores aren't divided.
        visible: for each key, whether the query may attend to it.
        names: display name of the query's token, and of each key's.
        d_k: width of a head.
    """
    word, keys = names
    best = int(divided.argmax())
    if sum(visible) == 1:
        return say(
            "{word} can see only {key}, so its weight is 1 with or without the division by √{d_k}.",
            word=word,
            key=keys[best],
            d_k=d_k,
        )
    return say(
        "With the division by √{d_k}, {word} gives {key} {share:%} of its weight. Without it, that "
        "would be **{more:%}**.",
        d_k=d_k,
        word=word,
        key=keys[best],
        share=divided[best].item(),
        more=undivided[best].item(),
    )


def _top_key_template(offset: int | None) -> str:
    """Return the sentence template on a query's most attended key, by its offset from the query."""
    if offset is None:
        return _("{word} puts **{share:%}** of its weight on **{key}**.")
    if offset == 0:
        return _("{word} puts **{share:%}** of its weight on **itself**.")
    if offset < 0:
        return ngettext(
            "{word} puts **{share:%}** of its weight on **{key}**, one token back.",
            "{word} puts **{share:%}** of its weight on **{key}**, {count} tokens back.",
            -offset,
        )
    return ngettext(
        "{word} puts **{share:%}** of its weight on **{key}**, one token ahead.",
        "{word} puts **{share:%}** of its weight on **{key}**, {count} tokens ahead.",
        offset,
    )


def division_table_markdown(
    row: tuple[SoftmaxStatistics | None, SoftmaxStatistics | None],
    layer: tuple[SoftmaxStatistics | None, SoftmaxStatistics | None],
    d_k: int,
) -> str:
    """Return a Markdown table that compares the softmax of divided and of undivided scores.

    Args:
        row: statistics of the chosen query, as a pair (scores divided by √d_k, undivided scores);
            None, twice, if it may attend to one key only.
        layer: the same pair, averaged over all heads and all queries that may attend to several
            keys; None, twice, if there are none.
        d_k: width of a head.
    """
    own = _("this row, ÷ √{d_k}").format(d_k=d_k)
    every = _("all rows of the layer that see several keys, ÷ √{d_k}").format(d_k=d_k)
    undivided = _("not divided")
    lines = [f"| | {own} | {undivided} | {every} | {undivided} |", "|---|--:|--:|--:|--:|"]
    assumed = _("variance of the scores in a row (assumed: 1 and {d_k})").format(d_k=d_k)
    for label, name in (
        (_("largest weight"), "largest_weight"),
        (_("entropy of the weights, in bits"), "entropy"),
        (_("effective number of keys"), "effective_keys"),
        (_("gradient of the softmax, {formula}").format(formula=GRADIENT), "jacobian_trace"),
        (assumed, "score_variance"),
    ):
        places = 2 if name == "score_variance" else 3
        cells = (
            "–" if one is None else format_decimal(float(getattr(one, name)), places)
            for one in (*row, *layer)
        )
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def describe_score_variance(
    layer: SoftmaxStatistics | None,
    q: Float[Tensor, "head query d_k"],
    k: Float[Tensor, "head key d_k"],
) -> str:
    """Compare the variance of q · k with theory: with components of variance 1, it would be d_k.

    Args:
        layer: statistics of the undivided scores of a layer; None if every query may attend to one
            key only.
        q: queries of all heads of the layer.
        k: keys of all heads of the layer.
    """
    d_k = q.shape[-1]
    if layer is None:
        return _("Every row here sees only one key. There's nothing to compare.")
    return _(
        "The theory assumes independent components of variance 1, which gives q · k a variance of "
        "{formula}. In this layer and sentence, the components of q have a variance of {q:.2}, and "
        "those of k a variance of {k:.2}. Along a row, q · k has a variance of **{product:.2}**."
    ).format(
        formula=f"$d_k = {d_k}$",
        q=q.var().item(),
        k=k.var().item(),
        product=float(layer.score_variance),
    )
