"""Sentences about the whole model: blocks, bits, the decoder alone, units, sinks."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from jaxtyping import Bool, Float, Int
from torch import Tensor

from pages.background.after_2017.compute.passes import MassiveActivation
from ui.messages import N_, _, ngettext
from ui.words import (
    describe_probability_ratio,
    format_decimal,
    format_integer,
    format_scientific,
)

MEGABYTE = 1e6
SINK_THRESHOLD = 0.5  # mean weight above which a token is called a sink
SHORT_VALUE_RATIO = 0.6  # share of the others' mean norm, below which a value is called short
MIN_QUERIES = 3  # fewest queries that must be able to attend to a key for a mean to be taken
MASSIVE_SENTENCES = {
    "encoder": N_(
        "The most striking number before a norm in the encoder is {value:.1}, {times:.0} "
        "times the median: component {component} of “{token}”, layer {layer}."
    ),
    "decoder": N_(
        "The most striking number before a norm in the decoder is {value:.1}, {times:.0} "
        "times the median: component {component} of “{token}”, layer {layer}."
    ),
}


def describe_blocks(block_count: int, size: int, error: float, rescaled: int) -> str:
    """Describe how exactly block-by-block attention matches the softmax over all keys at once.

    Args:
        block_count: number of blocks.
        size: number of keys in each block.
        error: largest absolute difference between the two methods' weights.
        rescaled: number of later blocks with a score larger than all scores before; at each of
            them, the running sums are scaled down.
    """
    gaps = {"count": block_count, "size": size, "error": format_scientific(error)}
    if block_count == 1 and not error:
        return _(
            "All keys of this row fit into one block of {size}, so the weights are "
            "**exactly** what the plain softmax gives. Choose smaller blocks or a longer "
            "sentence."
        ).format(**gaps)
    if block_count == 1:
        return _(
            "All keys of this row fit into one block of {size}; the weights match the plain "
            "softmax to within **{error}**. Choose smaller blocks or a longer sentence."
        ).format(**gaps)
    exactly = _(
        "After {count} blocks, the weights are **exactly** the same as for the whole row at once."
    )
    within = _(
        "After {count} blocks, the weights are the same as for the whole row at once, to "
        "within **{error}**."
    )
    said = (within if error else exactly).format(**gaps)
    kept = _("At no time was there more than one block of scores in memory.")
    return f"{said} {_describe_rescalings(rescaled)} {kept}"


def _describe_rescalings(rescaled: int) -> str:
    """Describe how often a later block's larger score made the running sums scale down."""
    if not rescaled:
        return _("No later block held a larger score, so nothing had to be scaled down.")
    if rescaled == 2:
        return _(
            "Twice, a later block held a larger score, and everything before it was "
            "scaled down by e^(m − m′)."
        )
    return ngettext(
        "Once, a later block held a larger score, and everything before it was scaled "
        "down by e^(m − m′).",
        "{count} times, a later block held a larger score, and everything before it "
        "was scaled down by e^(m − m′).",
        rescaled,
    ).format(count=rescaled)


def describe_bits(
    losses: Mapping[str, float], translations: Mapping[str, str], sizes: Sequence[int]
) -> str:
    """Describe down to how many bits per weight the translation stays the same, and the losses.

    Args:
        losses: name of the precision -> loss; the shipped precision first, then fewer and fewer
            bits per weight, ending with 4, 3 and 2 bits.
        translations: name of the precision -> translation, in the same order.
        sizes: size of each weight file in bytes, in the same order.
    """
    names, texts = list(losses), list(translations.values())
    other = next((place for place, text in enumerate(texts) if text != texts[0]), len(texts))
    down = _("Down to **{name}**, this sentence keeps its translation word for word.")
    already = _("At {name}, the translation already changes.")
    kept = down.format(name=names[other - 1]) if other > 1 else already.format(name=names[1])
    shipped, *_more, four, _three, two = (format_decimal(value, 3) for value in losses.values())
    smaller, size = sizes[0] / sizes[-3], sizes[-3] / MEGABYTE
    now = _(
        "As shipped, the model has a loss of {shipped}. With four bits it's **{four}**, "
        "and with two it's {two}. Four bits make the file **{times:.1} times** smaller: "
        "{size:.1} MB."
    ).format(shipped=shipped, four=four, two=two, times=smaller, size=size)
    return f"{kept} {now}"


def describe_decoder_alone(
    with_source: Sequence[float], without_source: Sequence[float], tokens: Sequence[str]
) -> str:
    """Describe how much the loss of the translation rises without cross-attention.
    Also name the tokens of the translation whose loss rises most and least.

    Args:
        with_source: loss of each token in the whole model, in nats.
        without_source: loss of each token with cross-attention removed, in nats.
        tokens: display names of the tokens of the translation, in quotes.
    """
    gains = [after - before for before, after in zip(with_source, without_source, strict=True)]
    most, least = gains.index(max(gains)), gains.index(min(gains))
    text = _(
        "Without cross-attention, the decoder is a small language model, so these "
        "sentences have nothing to do with yours. Type a beginning: that's a prompt. "
        "Compared with the whole model, a token of your translation is then {likely}, on "
        "average; its loss is **{silent:.2}** nats instead of **{reading:.2}**."
    ).format(
        likely=describe_probability_ratio(fmean(with_source) - fmean(without_source)),
        silent=fmean(without_source),
        reading=fmean(with_source),
    )
    loses = _("{most} suffers the most, {least} the least.")
    gain = _("{most} suffers the most; {least} becomes more likely.")
    spared = loses if gains[least] >= 0 else gain
    return f"{text} {spared.format(most=tokens[most], least=tokens[least])}"


def describe_unit_overlap(
    counts: Mapping[str, int],
    active: Bool[Tensor, "position d_ff"],
    overlaps: Float[Tensor, "position position"],
    tokens: Sequence[str],
) -> str:
    """Describe how many units each token activates, and which two tokens have most in common.

    Args:
        counts: number of units that are active for "none" of the tokens, for exactly "one", and
            for "all" of them.
        active: which units are active at which position.
        overlaps: for every pair of tokens, the units active for both divided by those active for
            either, from 0 to 1; NaN where no unit is active for either.
        tokens: display names of the tokens.
    """
    each = active.sum(dim=1).double().mean().item()
    numbers = {
        name: format_integer(count) for name, count in (*counts.items(), ("units", active.shape[1]))
    }
    said = _(
        "On average, a token here activates **{each:.0}** of {units} hidden units. "
        "Activated by no token: {none}. By just one: {one}. By every token: {all}."
    ).format(each=each, **numbers)
    pairs = overlaps.nan_to_num().triu(1)
    if len(tokens) > 1 and pairs.max() > 0:
        a, b = divmod(int(pairs.argmax()), len(tokens))
        most = _("{first} and {second} have the most active units in common: {share:%}.")
        most = most.format(first=tokens[a], second=tokens[b], share=pairs.max().item())
        said = f"{said} {most}"
    count = _(
        "That's just a count: there's no trained router here, and the zeros save this "
        "program no work."
    )
    return f"{said} {count}"


def describe_sinks(
    received: Float[Tensor, "head key"],
    value_norms: Float[Tensor, "head key"],
    tokens: Sequence,
    query_counts: Int[Tensor, " key"],
) -> str:
    """Describe which token gets the most weight from a single head of a layer: is it a sink?
    A sink gets at least half of the head's weight, and its value has a small norm.

    Args:
        received: mean weight that each key receives from the queries that may attend to it.
        value_norms: norm of what each key's value adds to the output, v W_O.
        tokens: the key tokens (``Token``).
        query_counts: for each key, the number of queries that may attend to it; keys with fewer
            than ``MIN_QUERIES`` are skipped.
    """
    if query_counts.max() < MIN_QUERIES:
        return _(
            "No token is visible to {count} rows or more, so there's nothing to average."
        ).format(count=MIN_QUERIES)
    averaged = received.where(query_counts >= MIN_QUERIES, -1)
    head, place = divmod(int(averaged.argmax()), received.shape[1])
    share, own = received[head, place].item(), value_norms[head, place].item()
    others = [value_norms[head, other].item() for other in range(len(tokens)) if other != place]
    text = _(
        "Head {head} gives “{token}” **{share:%}** of its weight, averaged over {count} rows."
    ).format(head=head + 1, token=tokens[place].text, share=share, count=query_counts[place].item())
    if not others:
        nothing = _("There's nothing else to attend to.")
        return f"{text} {nothing}"
    mean = fmean(others)
    value = _(
        "The token's value has a length of **{length:.2}** there, against {others:.2} for the "
        "other tokens."
    ).format(length=own, others=mean)
    return f"{text} {value} {_describe_sink_check(share, own < SHORT_VALUE_RATIO * mean)}"


def _describe_sink_check(share: float, has_small_value: bool) -> str:
    """Say whether a key is an attention sink: large weight, small norm of its value vector."""
    if share < SINK_THRESHOLD:
        return _(
            "No token visible to {count} rows or more gets half of a head's weight here."
        ).format(count=MIN_QUERIES)
    if has_small_value:
        return _("That's a sink: it receives a lot of weight and adds little.")
    return _("The token's value isn't short, so this sink isn't idle.")


def describe_massive_activations(
    largest: Mapping[str, Sequence[MassiveActivation]], tokens: Mapping[str, Sequence]
) -> str:
    """Describe the most massive activation of each stack: value, component, token and layer.

    Args:
        largest: "encoder" and "decoder" -> the largest activation after each sub-layer, from the
            bottom up.
        tokens: "encoder" and "decoder" -> the tokens (``Token``) that the stack reads.
    """
    said = []
    for stack, found in largest.items():
        one = max(found, key=lambda each: each.ratio)
        text = _(MASSIVE_SENTENCES[stack]).format(
            value=one.value,
            times=one.ratio,
            component=one.component + 1,
            token=tokens[stack][one.position].text,
            layer=found.index(one) // (2 if stack == "encoder" else 3) + 1,
        )
        said.append(text)
    return " ".join(said)
