"""What the maps of this pair of sentences show, in words."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from pages.lab.patch_it.remarks.streams import SMALL, about_stream, effect, strongest
from ui.messages import N_, _, ngettext

LAST = N_("After the last layer it is always the last position, which computes the next token.")
SUBLAYER = (
    N_(
        "What **the encoder's self-attention of layer {layer}** adds does most by itself: its "
        "effect is {effect}."
    ),
    N_(
        "What **the encoder's feed-forward of layer {layer}** adds does most by itself: its "
        "effect is {effect}."
    ),
    N_(
        "What **the decoder's self-attention of layer {layer}** adds does most by itself: its "
        "effect is {effect}."
    ),
    N_(
        "What **cross-attention of layer {layer}** adds does most by itself: its effect is "
        "{effect}."
    ),
    N_(
        "What **the decoder's feed-forward of layer {layer}** adds does most by itself: its "
        "effect is {effect}."
    ),
)
NO_HEAD = {
    "encoder": N_(
        "Neither a head of the encoder's self-attention nor a whole layer of them changes the "
        "answer much: the largest effect is {effect}."
    ),
    "decoder": N_(
        "Neither a head of the decoder's self-attention nor a whole layer of them changes the "
        "answer much: the largest effect is {effect}."
    ),
    "cross": N_(
        "Neither a head of cross-attention nor a whole layer of them changes the answer much: the "
        "largest effect is {effect}."
    ),
}
ALL_HEADS = {
    "encoder": N_(
        "All heads of the encoder's self-attention in **layer {layer}** together have an effect "
        "of **{effect}**."
    ),
    "decoder": N_(
        "All heads of the decoder's self-attention in **layer {layer}** together have an effect "
        "of **{effect}**."
    ),
    "cross": N_(
        "All heads of cross-attention in **layer {layer}** together have an effect of **{effect}**."
    ),
}


def look_for(
    maps: Mapping[str, Float[Tensor, "row column"]], shown: str, tokens: Sequence[str]
) -> str:
    """Say what the large map shows, true for this pair.

    Args:
        maps: the effects of each map; NaN where a position has no partner.
        shown: the map that is large now.
        tokens: names of its columns, where it has tokens.
    """
    values = maps[shown].nan_to_num()
    if shown in ("encoder", "decoder"):
        more = _crossing(maps["cross-heads"]) if shown == "encoder" else _(LAST)
        return f"{about_stream(values, shown, tokens)} {more}".strip()
    if shown == "sublayers":
        return _sublayers(values)
    return _heads(values, shown.removesuffix("-heads"))


def _crossing(cross: Float[Tensor, "layer head"]) -> str:
    """Say in which layer and heads of cross-attention the difference reaches the decoder."""
    values = cross.nan_to_num()
    layer, together = strongest(values[:, -1])
    if abs(together) < SMALL:
        return ""
    way = 1 if together > 0 else -1  # heads that push the other way do no part of it
    heads = sorted(enumerate(values[layer, :-1].tolist()), key=lambda one: -way * one[1])
    named = [(head + 1, effect(value)) for head, value in heads[:2] if way * value >= SMALL]
    does = _("In cross-attention, **layer {layer}** does most ({effect}).").format(
        layer=layer + 1, effect=effect(together)
    )
    match named:
        case [(head, one)]:
            said = _("Its strongest head is head {head} ({effect}).")
            return f"{does} {said.format(head=head, effect=one)}"
        case [(head, one), (second, other)]:
            said = _("Its strongest heads are head {head} ({effect}) and head {second} ({other}).")
            return f"{does} {said.format(head=head, effect=one, second=second, other=other)}"
    return does


def _sublayers(values: Float[Tensor, "layer part"]) -> str:
    place, value = strongest(values)
    layer, part = divmod(place, values.shape[1])
    if abs(value) < SMALL:
        return _(
            "No sub-layer alone changes the answer much: the largest effect is {effect}."
        ).format(effect=effect(value))
    most = _(SUBLAYER[part]).format(layer=layer + 1, effect=effect(value))
    others = int((values.abs() >= SMALL).sum()) - 1
    rest = _("No other sub-layer reaches {effect}.")
    if others:
        rest = ngettext(
            "One more sub-layer reaches {effect}.",
            "{count} more sub-layers reach {effect}.",
            others,
        )
    return f"{most} {rest.format(count=others, effect=effect(SMALL))}"


def _heads(values: Float[Tensor, "layer head"], attention: str) -> str:
    layer, together = strongest(values[:, -1])
    place, alone = strongest(values[:, :-1])
    own, head = divmod(place, values.shape[1] - 1)
    if max(abs(together), abs(alone)) < SMALL:
        return _(NO_HEAD[attention]).format(effect=effect(max(together, alone, key=abs)))
    whole = _(ALL_HEADS[attention]).format(layer=layer + 1, effect=effect(together))
    if abs(alone) < SMALL:
        one = _("No head alone does more than {effect}.").format(effect=effect(abs(alone)))
    else:
        one = _("The strongest alone is layer {layer}, head {head} ({effect}).").format(
            layer=own + 1, head=head + 1, effect=effect(alone)
        )
    return f"{whole} {one}"
