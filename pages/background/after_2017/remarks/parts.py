"""Sentences about the parts of a block: positions, norms, gates, heads."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from jaxtyping import Float
from torch import Tensor

from pages.background.after_2017.names import TERMS
from ui.messages import _, localize_separators, ngettext
from ui.sentence import Remark, say
from ui.words import (
    format_decimal,
    format_integer,
    format_scientific,
    join_names,
)

ROUNDING_LIMIT = 1e-9  # smaller differences are rounding errors
DECISIVE_SHARE = 0.5  # share above which one term decides
UNEVEN_FACTOR = 1.25  # ratio from which one stack is called more uneven


def describe_pair(query: str, key: str, position_count: int) -> Remark:
    """Return the caption of the score maps: the query word, the key word, the number of positions.

    Args:
        query: text of the query word.
        key: text of the key word.
        position_count: number of positions, at each of which either word is placed.
    """
    return say(
        "**Measured just now:** the query of “{asks}” against the key of “{answers}”, at "
        "every pair of {count} positions",
        asks=query,
        answers=key,
        count=position_count,
    )


def describe_head(head: int) -> Remark:
    """Return the caption that names a head of the encoder's first layer."""
    return say("encoder, layer 1, head {head}", head=head + 1)


def describe_spread(spread: float) -> Remark:
    """Return a score map's caption, such as "spread 0.31".

    Args:
        spread: largest difference between two scores whose query and key are equally far apart.
    """
    return say(
        "spread {spread}",
        spread=format_decimal(spread, 2)
        if spread > ROUNDING_LIMIT
        else format_rounding_error(spread),
    )


def format_rounding_error(value: float) -> str:
    """Return a rounding error as text: "0" or a number in scientific notation."""
    return format_scientific(value) if value else "0"


def describe_same_distance(query: str, key: str, spread: float) -> Remark:
    """Compare the scores of two words at the same distance: positions added, and q and k rotated.

    Args:
        query: text of the query word.
        key: text of the key word.
        spread: with added positions, the largest difference between two such scores.
    """
    gaps = {"asks": query, "spread": format_decimal(spread, 2)}
    if query == key:
        return say(
            "With added positions, the score of “{asks}” and the same word again depends on where "
            "in the sentence they stand: at the same distance, it varies by up to **{spread}**. "
            "With rotated ones, **only the distance** counts.",
            **gaps,
        )
    return say(
        "With added positions, the score of “{asks}” and “{answers}” depends on where in the "
        "sentence they stand: at the same distance, it varies by up to **{spread}**. With rotated "
        "ones, **only the distance** counts.",
        **gaps,
        answers=key,
    )


def describe_shared_cache(count: int, h: int, apart: int, shared: int) -> Remark | str:
    """Compare the memory that keys and values take: from each head, and from all heads together.

    Args:
        count: number of tokens that the decoder read.
        h: number of heads.
        apart: bytes if each head has its own keys and values.
        shared: bytes if all heads have the same.
    """
    if h == 1:
        return _("Each attention in this model has a single head, so there's nothing to share.")
    kib = [format_integer(max(1, round(size / 1024))) for size in (apart, shared)]
    return say(
        "To write on without computing all again, a decoder keeps the keys and values of the "
        "{count:,} tokens read so far: **{apart} KiB** here. With one K and V for all {h:,} heads, "
        "it’s **{shared} KiB**.",
        count=count,
        h=h,
        apart=kib[0],
        shared=kib[1],
    )


def describe_positions(spread: float, error: float, shift: int) -> str:
    """Compare how scores depend on distance: with added positions, and with q and k rotated.

    Args:
        spread: with added positions, the largest difference between two scores at the same
            distance of query and key.
        error: with q and k rotated, the largest change of a score when the whole sentence moves on
            by ``shift`` positions; only rounding keeps it from being 0.
        shift: number of positions by which the sentence moves.
    """
    return _(
        "Where pairs are rotated, you see stripes: each distance has just one score. Where "
        "positions are added, scores at the same distance are up to **{spread:.2} apart**. With "
        "rotated pairs, you can move the whole sentence on by {count} positions, and no "
        "head's score changes by more than **{change}**. But this model was trained with "
        "added sines, so you see what the rule does, not a better model."
    ).format(spread=spread, count=shift, change=format_rounding_error(error))


def describe_score_terms(shares: Float[Tensor, "4 head"], error: float) -> str:
    """Describe in which heads of layer 1 words decide the scores, and in which positions do.

    Args:
        shares: share of each term in the variance of a head's scores, in the order word -> word,
            word -> position, position -> word, position -> position; NaN with too few words.
        error: largest absolute difference between a recorded score and the sum of its terms.
    """
    if shares.isnan().any():
        return _("With so few words, there are no keys to tell apart.")
    parts = _(
        "As x = e + p, each score of layer 1 is the sum of four parts (to within "
        "{difference}, by rounding). The bars show which part makes the scores of a "
        "row differ."
    )
    said = [parts.format(difference=format_rounding_error(error))]
    places, words = (
        [str(head + 1) for head in (shares[part] > DECISIVE_SHARE).nonzero()[:, 0].tolist()]
        for part in (3, 0)
    )
    by_place = ngettext(
        "In head {heads}, it's mainly the positions that decide.",
        "In heads {heads}, it's mainly the positions that decide.",
        len(places),
    )
    by_word = ngettext(
        "In head {heads}, it's mainly the words that decide.",
        "In heads {heads}, it's mainly the words that decide.",
        len(words),
    )
    for heads, message in ((places, by_place), (words, by_word)):
        if heads:
            said.append(message.format(heads=join_names(heads)))
    means = shares.mean(dim=1)
    if means.min() >= 0:  # the four add up to 1
        most = _("On average, the largest share belongs to {part} ({share:%}).")
        part = int(means.argmax())
        said.append(most.format(part=_(TERMS[part]), share=means[part].item()))
    if shares.min() < 0:
        sum_up = _(
            "The parts of a head add up to {all:%}; a part below 0 works against the others."
        )
        said.append(sum_up.format(all=1))
    return " ".join(said)


def describe_missing_terms() -> str:
    """Explain why no terms of the scores are plotted: the user's changes act on these scores.
    Then the four terms do not add up to the scores.
    """
    return _(
        "One of your changes to the model acts on this layer's scores. The four parts no "
        "longer add up to them, so no bars are drawn."
    )


def describe_loss_change(
    loss_before: float, loss_after: float, *messages: str, **placeholders: str
) -> str:
    """Return a sentence that says whether the loss stays the same, rises or falls.

    Args:
        loss_before: the loss of the original model.
        loss_after: the loss of the changed model.
        messages: the three templates to choose from, for a loss that stays the same, rises and
            falls; {before} and {after} are replaced by the losses.
        placeholders: name of a further placeholder in the templates -> its text.
    """
    remains, rises, falls = messages
    same = abs(loss_after - loss_before) < 0.0005
    message = remains if same else rises if loss_after > loss_before else falls
    return message.format(before=loss_before, after=loss_after, **placeholders)


def describe_norms(
    losses: Mapping[str, float], translations: Mapping[str, str], share: float
) -> str:
    """Compare the losses with LayerNorm, without subtracting the mean, and with RMSNorm.
    (RMSNorm subtracts no mean and adds no shift β.)

    Args:
        losses: name of the norm -> loss, for these three norms in this order.
        translations: name of the norm -> the translation that the model writes with it.
        share: share of the squares entering LayerNorm that is due to the vectors' means, from
            ``compute_mean_share``.
    """
    plain, mean, both = losses.values()
    same = len(set(translations.values())) == 1
    change = describe_loss_change(
        plain,
        mean,
        _("Without subtracting the mean, the loss stays at **{after:.3}**."),
        _("Without subtracting the mean, the loss rises from **{before:.3}** to **{after:.3}**."),
        _("Without subtracting the mean, the loss falls from **{before:.3}** to **{after:.3}**."),
    )
    means = _(
        "The means account for only {share:.1%} of the sum of squares before the norms. "
        "Without β as well, the loss is **{loss:.3}**."
    ).format(share=share, loss=both)
    kept = _("The translation stays the same.") if same else _("The table shows the translations.")
    untrained = _(
        "Nothing was retrained for this comparison. A model trained with RMSNorm has no β "
        "in the first place."
    )
    return " ".join([change, means, kept, untrained])


def describe_gradients(norms: Mapping[str, Float[Tensor, " depth"]], max_depth: int) -> str:
    """Describe how a gradient grows or shrinks on its way down post-norm and pre-norm stacks.

    Args:
        norms: kind of stack, post-norm first, then pre-norm -> norm of the gradient at each depth
            of the untrained stack, from bottom to top.
        max_depth: largest number of layers that can be chosen. The text suggests it unless the
            norms already vary clearly more with post-norm than with pre-norm.
    """
    post, pre = ((line[0] / line[-1]).item() for line in norms.values())
    layers = len(next(iter(norms.values()))) - 1
    arrives = _(
        "Send a gradient down {count} untrained layers. With post-norm, **{post} times** "
        "as much arrives at the bottom as entered at the top. With pre-norm it's **{pre} "
        "times**, because the plain sum passes the gradient on."
    ).format(
        count=layers, post=localize_separators(f"{post:.3g}"), pre=localize_separators(f"{pre:.3g}")
    )
    uneven, even = ((line.max() / line.min()).item() for line in norms.values())
    compared = _(
        "With post-norm, the longest gradient of any layer is **{uneven:.1} times** the "
        "shortest; with pre-norm, {even:.1} times."
    ).format(uneven=uneven, even=even)
    said = [arrives, compared]
    if uneven > UNEVEN_FACTOR * even:
        explained = _(
            "According to Xiong et al. (2020), such uneven gradients are the reason why "
            "post-norm learns badly without a warm-up. We don't try that here."
        )
        said.append(explained)
    elif layers < max_depth:
        deep = _("With {count} layers, post-norm becomes the more uneven of the two. Try it.")
        said.append(deep.format(count=max_depth))
    return " ".join(said)


def describe_silent_units(shares: Mapping[str, Sequence[float]]) -> str:
    """Describe the mean share of hidden units that are exactly zero, in encoder and decoder.

    Args:
        shares: "encoder" and "decoder" -> the share in each layer, from 0 to 1.
    """
    means = {stack: fmean(values) for stack, values in shares.items()}
    if not any(means.values()):
        return _("No hidden number of this sentence is exactly zero: this model's gate is smooth.")
    return _(
        "ReLU sets many hidden units of this sentence to exactly zero: **{encoder:.1%}** in "
        "the encoder and **{decoder:.1%}** in the decoder. A smooth gate has no exact zeros. "
        "Start the three small networks to see what the gate changes when everything else "
        "is equal."
    ).format(encoder=means["encoder"], decoder=means["decoder"])


def describe_pooled_heads(
    losses: Mapping[str, float], cache_bytes: int, smallest_cache_bytes: int
) -> str:
    """Describe how the loss and the KV cache change when heads share keys and values.

    Args:
        losses: grouping, such as "2 groups" -> loss; from separate K and V for each head to one
            group for all heads. It has a single entry if the model has only one head.
        cache_bytes: bytes of KV cache per token with separate heads.
        smallest_cache_bytes: bytes of KV cache per token with one group for all heads.
    """
    (__, apart), *pooled = losses.items()
    if not pooled:
        return _("Each attention in this model has a single head, so there's nothing to share.")
    (groups, fewer), (__, one) = pooled[0], pooled[-1]
    change = describe_loss_change(
        apart,
        fewer,
        _("With {groups}, and no further training, the loss stays at **{after:.3}**."),
        _(
            "With {groups}, and no further training, the loss rises from **{before:.3}** to "
            "**{after:.3}**."
        ),
        _(
            "With {groups}, and no further training, the loss falls from **{before:.3}** to "
            "**{after:.3}**."
        ),
        groups=groups,
    )
    said = [change]
    if len(pooled) > 1:
        said.append(_("With one K and V for all heads, it's **{loss:.3}**.").format(loss=one))
    if one > 2 * apart:
        said.append(_("A shared average can't do what each head's own keys and values did."))
    memory = _(
        "One K and V for all heads takes up **{count} times** less memory per token. Models "
        "that use groups were trained with them."
    ).format(count=cache_bytes // smallest_cache_bytes)
    return " ".join([*said, memory])
