"""Takeaways from the patching maps of this pair, and the format of effects."""

from collections.abc import Mapping, Sequence

from jaxtyping import Bool, Float
from torch import Tensor

from ui.messages import N_, _, ngettext
from ui.sentence import Remark, join_remarks, say, say_count
from ui.words import format_short, join_names

NONE = 0.005  # smaller effects are written as 0
SMALL = 0.1  # smaller effects are called small
STRONG = 0.3  # larger effects stand out

STREAM = {  # if all effects are 0, and if all are weak
    "encoder": (
        N_("**No position** of the encoder changes the answer: every effect rounds to 0."),
        N_(
            "No single position of the encoder changes the answer much. The largest "
            "effect is **{effect}**, at “{token}”. Several together may do more."
        ),
    ),
    "decoder": (
        N_("**No position** of the decoder changes the answer: every effect rounds to 0."),
        N_(
            "No single position of the decoder changes the answer much. The largest "
            "effect is **{effect}**, at “{token}”. Several together may do more."
        ),
    ),
}
SUBLAYER = (
    N_(
        "The sub-layer with the largest effect is **the encoder's self-attention in "
        "layer {layer}**: {effect}."
    ),
    N_(
        "The sub-layer with the largest effect is **the encoder's feed-forward in "
        "layer {layer}**: {effect}."
    ),
    N_(
        "The sub-layer with the largest effect is **the decoder's self-attention in "
        "layer {layer}**: {effect}."
    ),
    N_("The sub-layer with the largest effect is **cross-attention in layer {layer}**: {effect}."),
    N_(
        "The sub-layer with the largest effect is **the decoder's feed-forward in "
        "layer {layer}**: {effect}."
    ),
)
HEADS = {  # if all effects are small; else, the strongest layer
    "encoder-heads": (
        N_(
            "No head of the encoder's self-attention changes the answer much, and neither does "
            "any whole layer of heads. The largest effect is {effect}."
        ),
        N_(
            "Together, all heads of the encoder's self-attention in **layer {layer}** "
            "have an effect of **{effect}**."
        ),
    ),
    "decoder-heads": (
        N_(
            "No head of the decoder's self-attention changes the answer much, and neither does "
            "any whole layer of heads. The largest effect is {effect}."
        ),
        N_(
            "Together, all heads of the decoder's self-attention in **layer {layer}** "
            "have an effect of **{effect}**."
        ),
    ),
    "cross-heads": (
        N_(
            "No head of cross-attention changes the answer much, and neither does any whole "
            "layer of heads. The largest effect is {effect}."
        ),
        N_(
            "Together, all heads of cross-attention in **layer {layer}** have an "
            "effect of **{effect}**."
        ),
    ),
}


def format_effect(value: float) -> str:
    """Return a normalized effect as short text, without a zero before the point: −.05, 1.07."""
    return "0" if abs(value) < NONE else format_short(value)


def describe_takeaway(
    maps: Mapping[str, Float[Tensor, "row column"]], map_key: str, tokens: Sequence[str]
) -> str:
    """Return the takeaway: where in one map patching has the largest effects.

    Args:
        maps: name of each map, as in ``MAPS`` -> its effects; NaN where a cell has no patch site.
        map_key: name of the map to describe.
        tokens: the tokens of its columns; empty if its columns are not positions.
    """
    values = maps[map_key].nan_to_num()
    if map_key == "sublayers":
        return _describe_sublayers(values)
    if map_key in HEADS:
        return _describe_heads(values, *HEADS[map_key])
    more = _(
        "After the last layer it's always the last position: that's where the next "
        "token is computed."
    )
    if map_key == "encoder":
        more = _describe_cross_attention(maps["cross-heads"].nan_to_num())
    return f"{_describe_stream(values, tokens, *STREAM[map_key])} {more}".strip()


def describe_flips(
    flips: Bool[Tensor, " depth"],
    head_flips: Bool[Tensor, "layer head"],
    tokens: tuple[str, str],
    answers: tuple[str, str],
    others_flip: bool,
) -> Remark | None:
    """Describe at which depths one vector of the encoder makes the other run's token win, and
    whether a single head of cross-attention does; None if that vector never does.

    Args:
        flips: for each depth, whether the other run's token wins with this position patched.
        head_flips: the same for each head of cross-attention.
        tokens: the position's token in the host run, and in the run whose vector is put there.
        answers: the token that wins in the host run, and the one that wins in the other.
        others_flip: whether that token wins, or may win, with another position patched.
    """
    if not flips.any():
        return None
    (own, other), (before, after) = tokens, answers
    values = {"own": own, "other": other, "before": before, "after": after}
    values |= {"count": str(int(flips.sum())), "all": str(len(flips))}
    if own == other:
        said = say(
            "Copy the vector of **“{own}”** from the other run, and at {count} of {all} depths of "
            "the encoder the next token turns from “{before}” into **“{after}”**.",
            **values,
        )
    elif flips.all():
        said = say(
            "Put the vector of **“{other}”** in the place of “{own}”, at any depth of the encoder, "
            "and the next token turns from “{before}” into **“{after}”**.",
            **values,
        )
    else:
        said = say(
            "Put the vector of **“{other}”** in the place of “{own}”, and at {count} of {all} "
            "depths of the encoder the next token turns from “{before}” into **“{after}”**.",
            **values,
        )
    alone = int(head_flips.sum())
    if not alone and not others_flip:
        return join_remarks(
            said,
            say("No other position can do that, and no single head of cross-attention either."),
        )
    if not alone:
        return join_remarks(said, say("No single head of cross-attention can do that."))
    return join_remarks(
        said,
        say_count(
            "One single head of cross-attention can do that, too.",
            "{count} single heads of cross-attention can do that, too.",
            alone,
        ),
    )


def describe_reach(
    flips: Bool[Tensor, "depth column"], tried: int, answers: tuple[str, str]
) -> Remark:
    """Describe how many vectors of the encoder make the other run's token win, one at a time.

    Args:
        flips: for each depth and position, whether the other run's token wins with it patched.
        tried: number of vectors that were patched.
        answers: the token that wins in the host run, and the one that wins in the other.
    """
    before, after = answers
    values = {"tried": tried, "before": before, "after": after}
    if not flips.any():
        return say(
            "We copied {tried} vectors of the encoder, one at a time. With **none** of them, "
            "“{after}” overtakes “{before}”.",
            **values,
        )
    return say_count(
        "We copied {tried} vectors of the encoder, one at a time. With **{flips}** of them, at "
        "one position, “{after}” overtakes “{before}”.",
        "We copied {tried} vectors of the encoder, one at a time. With **{flips}** of them, at "
        "{count} positions, “{after}” overtakes “{before}”.",
        int(flips.any(dim=0).sum()),
        flips=int(flips.sum()),
        **values,
    )


def _find_strongest(values: Float[Tensor, "*some"]) -> tuple[int, float]:
    """Return the flat index of the largest absolute effect, and that effect."""
    flat = values.flatten()
    place = int(flat.abs().argmax())
    return place, flat[place].item()


def _describe_stream(
    values: Float[Tensor, "depth column"],
    tokens: Sequence[str],
    no_effect_message: str,
    weak_effect_message: str,
) -> str:
    """Describe at which positions and depths of a residual stream patching has large effects."""
    if values.abs().max() < NONE:
        return _(no_effect_message)
    rows = [_find_strongest(row) for row in values]
    strong = [depth for depth, (__, value) in enumerate(rows) if abs(value) >= STRONG]
    if not strong:
        place, most = max(rows, key=lambda row: abs(row[1]))
        return _(weak_effect_message).format(token=tokens[place], effect=format_effect(most))
    place, value = rows[strong[0]]
    if len(strong) == 1:
        said = _(
            "Only one row stands out: in the embedding, **“{token}”** has an effect of {effect}."
        )
        if strong[0]:
            said = _(
                "Only one row stands out: after layer {layer}, **“{token}”** has an effect of "
                "{effect}."
            )
        return said.format(layer=strong[0], token=tokens[place], effect=format_effect(value))
    if all(rows[depth][0] == place for depth in strong):
        count = int((values.abs() >= STRONG).any(dim=0).sum())
        return _describe_fixed_position(rows, strong, count, tokens[place])
    return _describe_moving_position(rows, strong, tokens)


def _describe_fixed_position(
    rows: Sequence[tuple[int, float]], strong_depths: Sequence[int], column_count: int, token: str
) -> str:
    """Describe the effects of one position that is strongest at every depth with large effects."""
    values = [rows[depth][1] for depth in strong_depths]
    most, least = format_effect(max(values)), format_effect(min(values))
    how = most if most == least else _("{most} to {least}").format(most=most, least=least)
    where, position = _describe_depths(strong_depths, len(rows)), rows[strong_depths[0]][0] + 1
    return ngettext(
        "One column stands out **{where}**: **“{token}”** (position {position}), with an effect of "
        "{effects}.",
        "{count} columns stand out. **“{token}”** (position {position}) has the largest effect "
        "**{where}**: {effects}.",
        column_count,
    ).format(count=column_count, where=where, token=token, position=position, effects=how)


def _describe_depths(strong_depths: Sequence[int], depth_count: int) -> str:
    """Return the depths of large effects in words, such as "from layer 1 to layer 3"."""
    first, last = strong_depths[0], strong_depths[-1]
    if len(strong_depths) <= last - first:
        embedding, after = _("in the embedding"), _("after layer {layer}")
        return join_names([(after if d else embedding).format(layer=d) for d in strong_depths])
    if len(strong_depths) == depth_count:
        return _("at every depth")
    if first:
        return _("from layer {first} to layer {last}").format(first=first, last=last)
    return _("from the embedding to layer {last}").format(last=last)


def _describe_moving_position(
    rows: Sequence[tuple[int, float]], strong_depths: Sequence[int], tokens: Sequence[str]
) -> str:
    """Describe how the strongest position moves from the first to the last strong depth."""
    first, last = strong_depths[0], strong_depths[-1]
    begins, early = rows[first]
    if rows[last][0] == begins:  # another position is stronger in between
        last = next(depth for depth in strong_depths if rows[depth][0] != begins)
    ends, late = rows[last]
    said = _(
        "The strongest cell moves. In the embedding, **“{early}”** (position {begins}) has the "
        "largest effect ({before}); after layer {last}, it's **“{late}”** (position {ends}, "
        "{after})."
    )
    if first:
        said = _(
            "The strongest cell moves. After layer {first}, **“{early}”** (position {begins}) "
            "has the largest effect ({before}); after layer {last}, it's **“{late}”** (position "
            "{ends}, {after})."
        )
    begin = {"early": tokens[begins], "begins": begins + 1, "before": format_effect(early)}
    end = {"late": tokens[ends], "ends": ends + 1, "after": format_effect(late)}
    return said.format(first=first, last=last, **begin, **end)


def _describe_cross_attention(values: Float[Tensor, "layer head"]) -> str:
    """Describe through which layer and heads of cross-attention the difference passes."""
    layer, together = _find_strongest(values[:, -1])
    if abs(together) < SMALL:
        return ""
    way = 1 if together > 0 else -1  # heads of the opposite sign do not contribute
    heads = sorted(enumerate(values[layer, :-1].tolist()), key=lambda one: -way * one[1])
    named = [(head + 1, format_effect(value)) for head, value in heads[:2] if way * value >= SMALL]
    own = (
        "",
        _("Its strongest head is head {head} ({effect})."),
        _("Its strongest heads are head {head} ({effect}) and head {second} ({other})."),
    )[len(named)]
    gaps = zip(("head", "effect", "second", "other"), sum(named, ()), strict=False)
    most = _("Of the cross-attention layers, **layer {layer}** has the largest effect ({effect}).")
    does = most.format(layer=layer + 1, effect=format_effect(together))
    return f"{does} {own.format(**dict(gaps))}"


def _describe_sublayers(values: Float[Tensor, "layer part"]) -> str:
    """Describe which sub-layer has the largest effect."""
    place, value = _find_strongest(values)
    layer, part = divmod(place, values.shape[1])
    if abs(value) < SMALL:
        said = _("No sub-layer changes the answer much by itself: the largest effect is {effect}.")
        return said.format(effect=format_effect(value))
    most = _(SUBLAYER[part]).format(layer=layer + 1, effect=format_effect(value))
    others = int((values.abs() >= SMALL).sum()) - 1
    rest = _("No other sub-layer reaches {effect}.")
    if others:
        rest = ngettext(
            "One more sub-layer reaches {effect}.",
            "{count} more sub-layers reach {effect}.",
            others,
        )
    return f"{most} {rest.format(count=others, effect='±' + format_effect(SMALL))}"


def _describe_heads(
    values: Float[Tensor, "layer head"], no_effect_message: str, message: str
) -> str:
    """Describe which layer and which single head have the largest effects."""
    layer, together = _find_strongest(values[:, -1])
    place, alone = _find_strongest(values[:, :-1])
    own, head = divmod(place, values.shape[1] - 1)
    if max(abs(together), abs(alone)) < SMALL:
        return _(no_effect_message).format(effect=format_effect(max(together, alone, key=abs)))
    message = _(message).format(layer=layer + 1, effect=format_effect(together))
    one = _("The strongest single head is layer {layer}, head {head} ({effect}).")
    if abs(alone) < SMALL:
        one, alone = _("No single head goes beyond {effect}."), abs(alone)
    return f"{message} {one.format(layer=own + 1, head=head + 1, effect=format_effect(alone))}"
