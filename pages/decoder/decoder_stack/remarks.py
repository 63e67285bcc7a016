"""Sentences about the decoder stack of the current translation."""

import math
from collections import Counter
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from model.tokenizer import Tokenizer
from ui.messages import N_, _, ngettext
from ui.readings.reading import Token
from ui.readings.token_input import token_label
from ui.words import format_probability, join_names

NAMED = 3  # tokens that are named
SEARCHED = N_("The most probable sentence doesn't always use the most probable token at each step.")


def describe_takeaway(
    decision_layer: int,
    logits: Float[Tensor, "layer vocab"],
    output_id: int,
    word: str,
    tokenizer: Tokenizer,
) -> str:
    """Return the takeaway: from which layer on a step's output token is the likeliest.

    Args:
        decision_layer: number of the layer, from 1, after which the token is the likeliest to the
            end; 0 for the embedding; ``len(logits)`` if it is not the likeliest in the end.
        logits: logits of this step at the embedding and after each layer.
        output_id: id of the token.
        word: text of the token.
        tokenizer: the tokenizer, which gives the text of another token.
    """
    last = len(logits) - 1
    if decision_layer > last:
        never = _("“{word}” is **not the most likely** token, even at the end.").format(word=word)
        return f"{never} {_(SEARCHED)}"
    if decision_layer == last:
        return _(
            "“{word}” takes the lead **only in the last layer**. Before that layer, the most "
            "likely token is “{guess}”."
        ).format(word=word, guess=token_label(tokenizer, int(logits[-2].argmax())))
    probabilities = logits.softmax(dim=-1)[:, output_id]
    since = (
        _("“{word}” leads **from layer {layer} of {last} on**")
        if decision_layer
        else _("“{word}” leads even **before the first layer**")
    ).format(word=word, layer=decision_layer, last=last)
    return _("{since}: at first with a probability of {first}, in the end with **{end}**.").format(
        since=since,
        first=format_probability(probabilities[decision_layer].item()),
        end=format_probability(probabilities[-1].item()),
    )


def describe_late_tokens(depths: Sequence[int], last_layer: int, names: Sequence[str]) -> str:
    """Describe how many tokens lead before the last layer, and name some that lead only after it.

    Args:
        depths: for each step, the layer after which its token leads to the end, from
            ``decision_layers``.
        last_layer: number of the last layer, from 1.
        names: names of the tokens.
    """
    early = sum(depth < last_layer for depth in depths)
    first = ngettext(
        "Before the last layer, the lead is settled for **{early} of {count}** token.",
        "Before the last layer, the lead is settled for **{early} of {count}** tokens.",
        len(depths),
    ).format(early=early, count=len(depths))
    late = [name for name, depth in zip(names, depths, strict=True) if depth == last_layer]
    if not late:
        return first
    waits = ngettext(
        "Only the last layer puts {names} first.",
        "Only the last layer puts {count} others first, among them {names}.",
        len(late),
    ).format(count=len(late), names=join_names(late[:NAMED]))
    return f"{first} {waits}"


def describe_decision_layers(decision_layers: Sequence[int], last_layer: int) -> str:
    """Describe how many of the translation's tokens are at rank 1 for good after each layer.

    Args:
        decision_layers: for each step, the number of the layer, from 1, after which its token is at
            rank 1 to the end; 0 for the embedding; ``last_layer`` + 1 if it is not at rank 1 in the
            end.
        last_layer: number of the last layer, from 1.
    """
    counts = Counter(decision_layers)
    sentences: list[str] = []
    for depth in filter(counts.__getitem__, range(last_layer + 1)):
        count = counts[depth]
        sentences.append(
            _describe_last_decisions(count, len(decision_layers))
            if depth == last_layer
            else _describe_later_decisions(count, depth)
            if sentences
            else _describe_first_decisions(count, depth, len(decision_layers))
        )
    if never := counts[last_layer + 1]:
        less = ngettext(
            "**{count}** still doesn't lead at the end.",
            "**{count}** still don't lead at the end.",
            never,
        )
        sentences += [less.format(count=never), _(SEARCHED)]
    return " ".join(sentences)


def _describe_first_decisions(token_count: int, depth: int, token_total: int) -> str:
    """Describe how many tokens reach rank 1 for good first, and at which depth."""
    if token_total == 1:
        alone = (
            _("The translation's **only token** leads from layer {layer} on.")
            if depth
            else _("The translation's **only token** leads even before the first layer.")
        )
        return alone.format(layer=depth)
    several = (
        ngettext(
            "Of the translation's {total} tokens, **{count}** leads from layer {layer} on.",
            "Of the translation's {total} tokens, **{count}** lead from layer {layer} on.",
            token_count,
        )
        if depth
        else ngettext(
            "Of the translation's {total} tokens, **{count}** leads even before the first layer, "
            "and stays ahead.",
            "Of the translation's {total} tokens, **{count}** lead even before the first layer, "
            "and stay ahead.",
            token_count,
        )
    )
    return several.format(total=token_total, count=token_count, layer=depth)


def _describe_last_decisions(token_count: int, token_total: int) -> str:
    """Describe how many tokens reach rank 1 only after the last layer."""
    return ngettext(
        "**{count} of {total}** leads only after the last layer.",
        "**{count} of {total}** lead only after the last layer.",
        token_count,
    ).format(count=token_count, total=token_total)


def _describe_later_decisions(token_count: int, depth: int) -> str:
    """Describe how many more tokens reach rank 1 for good at a later layer."""
    more = ngettext(
        "**{count}** more leads from layer {layer} on.",
        "**{count}** more lead from layer {layer} on.",
        token_count,
    )
    return more.format(count=token_count, layer=depth)


def describe_embedding_echo(lens_ids: Sequence[int], input_ids: Sequence[int]) -> str:
    """Describe at how many steps the logit lens shows the decoder's input token before layer 1.

    Args:
        lens_ids: for each step, id of the likeliest token by the logit lens before layer 1.
        input_ids: for each step, id of the decoder's input token.
    """
    same = sum(a == b for a, b in zip(lens_ids, input_ids, strict=True))
    return ngettext(
        "Before the first layer, a vector is just the embedding of the token that was read last, "
        "plus its position. Seen through the lens, it names that same token at **{same} of "
        "{steps}** step.",
        "Before the first layer, a vector is just the embedding of the token that was read last, "
        "plus its position. Seen through the lens, it names that same token at **{same} of "
        "{steps}** steps.",
        len(lens_ids),
    ).format(same=same, steps=len(lens_ids))


def describe_largest_update(
    sublayers: Sequence[str], relative: Sequence[float], token: Token
) -> str:
    """Describe which sub-layer of a layer makes the largest update relative to its input x.

    Args:
        sublayers: names of the layer's sub-layers.
        relative: for each sub-layer, norm of its update / norm of x; not finite if its residual
            connection is removed.
        token: the token at the position that is described.
    """
    pairs = zip(sublayers, relative, strict=True)
    if bare := [name for name, times in pairs if not math.isfinite(times)]:
        return _(
            "In the changed model, the residual is missing here ({sublayers}), so there's no x to "
            "compare with."
        ).format(sublayers=", ".join(bare))
    most = max(range(len(relative)), key=relative.__getitem__)
    return _(
        "At “{token}”, the largest update in this layer comes from **{sublayer}**: it is "
        "{times:.2} times as long as the vector it is added to."
    ).format(token=token.text, sublayer=sublayers[most], times=relative[most])


def sublayer_norms_latex(vectors: Sequence[Float[Tensor, " d_model"]]) -> str:
    """Return the norms of one position's vectors within a layer, in LaTeX.

    Args:
        vectors: x, the layer's input; then, for self-attention, cross-attention and feed-forward
            network in turn, the sub-layer's output and the output of its Add & Norm.
    """
    x, *others = (vector.norm().item() for vector in vectors)
    names = ["SelfAttn", "x_1", "CrossAttn", "x_2", "FFN", "x_3"]
    shown = [rf"\lVert x \rVert = {x:.2f}"]
    for name, length in zip(names, others, strict=True):
        symbol = name if name.startswith("x") else rf"\mathrm{{{name}}}"
        shown.append(rf"\lVert {symbol} \rVert = {length:.2f}")
    return r", \;".join(shown)
