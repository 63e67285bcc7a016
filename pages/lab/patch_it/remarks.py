"""What patching this pair of sentences shows, in words, and what is in its way."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from model.config import MAX_PIECES

NONE = 0.005  # an effect below it is written as 0
SMALL = 0.1  # one below it is called small
DARK = 0.3  # one above it is seen at once
NAMED = 3  # pieces without a partner that are named

NO_SECOND = "Type a second sentence that differs a little from the first, or choose a pair."
EQUAL = (
    "Both sentences are the same for the model, and so are their languages, so there is nothing "
    "to patch. Change a word, or the changed run's language."
)
SAME_TOKENS = "Both tokens are “{}”, but two different ones must compete."
ENDED = (
    "This beginning ends the translation, so no token follows that could be compared. Remove its "
    "last word."
)
UNKNOWN = "“{}” is not in the vocabulary, so the model cannot write it. No beginning is given."
TOO_LONG = "This beginning has {} tokens, so only the first {} are kept."
NO_PIECE = "“{}” is {} tokens of the vocabulary ({}), so the first, “{}”, competes."
LACKING = "“{}” is not in the vocabulary, so the most likely token competes instead."
FORMULA = (
    r"\begin{gathered} \mathrm{effect} = \frac{d_{\mathrm{patched}} - d_{\mathrm{host}}}"
    r"{d_{\mathrm{donor}} - d_{\mathrm{host}}} \\[6pt]"
    r" d = \mathrm{logit}(\mathrm{changed}) - \mathrm{logit}(\mathrm{clean}) \end{gathered}"
)
LAST = " After the last layer it is always the last position, which computes the next token."
CUT = f"The changed sentence is too long, so only its first {MAX_PIECES} tokens count."
WAITING = "Not computed yet."
GUESS = "**Guess first**: which location changes the answer most? Then patch all {} locations."
PATCH_ALL, PATCHED = "Patch all {count} locations", "{done} of {count} locations"
MEASURE_PAIRS, PAIRS_MEASURED = "Measure all {count} pairs", "{done} of {count} pairs"


def caption(everywhere: bool) -> str:
    """Say at which positions the maps without tokens are patched."""
    where = "all positions" if everywhere else "the last position"
    return f"all on one scale; the decoder's sub-layers and heads at {where}"


def after(beginning: str) -> str:
    """Name the beginning after which two tokens compete."""
    return f"p after “{beginning}”" if beginning else "p of the first token"


def too_small(turn: float, least: float, parting: int | None) -> str:
    """Say that two runs differ too little to be compared at a step.

    Args:
        turn: how far d differs between them.
        least: what would be enough.
        parting: a step, from 1, at which it is enough, if there is one.
    """
    there = f"Try step {parting}." if parting else "Choose other tokens, or another pair."
    return (
        f"At this step d differs by only {abs(turn):.2f}, so there is nothing to explain; at least "
        f"{least:g} is needed. {there}"
    )


def without_partner(lengths: tuple[int, int], alone: Sequence[str]) -> str:
    """Say which pieces have no partner in the other sentence; "" if all have one."""
    if not alone:
        return ""
    begin = (
        f"The sentences have {lengths[0]} and {lengths[1]} tokens, so only their equal beginning "
        "and end correspond."
    )
    names = [f"“{piece}”" for piece in alone[:NAMED]]
    if len(alone) == 1:
        return f"{begin} {names[0]} has no partner and is left out."
    if (more := len(alone) - NAMED) > 0:
        names.append(f"{more} more")
    named = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{begin} {named} have no partner and are left out."


def outside(values: Float[Tensor, " place"]) -> str:
    """Say how many effects lie beyond the scale, and what that means; "" if none does."""
    count = int((values.abs() > 1.005).sum())
    if not count:
        return ""
    cells = "One effect lies" if count == 1 else f"{count} effects lie"
    return (
        f"{cells} outside −1 … 1. Above 1, the location alone moves d further than the whole other "
        "sentence does; below −1, it does so the other way. The colour ends with the scale, but "
        "the number does not."
    )


def effect(value: float) -> str:
    """Write an effect as the maps do: .99, −.05, 1.07, 0."""
    if abs(value) < NONE:
        return "0"
    return f"{'−' if value < 0 else ''}{f'{abs(value):.2f}'.removeprefix('0')}"


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
        text = _stream(values, shown, tokens)
        more = _crossing(maps["cross-heads"]) if shown == "encoder" else LAST
        return text + more
    if shown == "sublayers":
        return _sublayers(values)
    return _heads(values, shown.removesuffix("-heads"))


def _strongest(values: Float[Tensor, "*some"]) -> tuple[int, float]:
    flat = values.flatten()
    place = int(flat.abs().argmax())
    return place, flat[place].item()


def _stream(values: Float[Tensor, "depth column"], stack: str, tokens: Sequence[str]) -> str:
    if values.abs().max() < NONE:
        return f"**No position** of the {stack} changes the answer: every effect rounds to 0."
    rows = [_strongest(row) for row in values]
    strong = [depth for depth, (_, value) in enumerate(rows) if abs(value) >= DARK]
    if not strong:
        most = max(rows, key=lambda row: abs(row[1]))
        return (
            f"No single position of the {stack} changes the answer much. The largest effect, at "
            f"“{tokens[most[0]]}”, is **{effect(most[1])}**. Several together may do more."
        )
    first, last = strong[0], strong[-1]
    (begins, early), (ends, late) = rows[first], rows[last]
    if first == last:
        cell = f"{_depth(first)}, **“{tokens[begins]}”** has an effect of {effect(early)}"
        return f"Only one row has a dark cell: {cell}."
    if all(rows[depth][0] == begins for depth in strong):
        where = f"from {_name(first)} to {_name(last)}"
        if len(strong) <= last - first:
            where = f"{', '.join(map(_depth, strong[:-1]))} and {_depth(last)}"
        elif len(strong) == len(rows):
            where = "at every depth"
        most, least = (effect(pick(rows[i][1] for i in strong)) for pick in (max, min))
        how = most if most == least else f"{most} to {least}"
        if (dark := (values.abs() >= DARK).any(dim=0).sum()) > 1:
            return (
                f"{dark} columns have a dark cell. **“{tokens[begins]}”** (position {begins + 1}) "
                f"has the largest effect **{where}** ({how})."
            )
        return (
            f"One column is dark **{where}**: **“{tokens[begins]}”** (position {begins + 1}), with "
            f"an effect of {how}."
        )
    if begins == ends:  # in between, another one is darker
        last = next(depth for depth in strong if rows[depth][0] != begins)
        ends, late = rows[last]
    return (
        f"The dark cell moves. {_depth(first).capitalize()}, **“{tokens[begins]}”** (position "
        f"{begins + 1}) has the largest effect ({effect(early)}); {_depth(last)}, it is "
        f"**“{tokens[ends]}”** (position {ends + 1}, {effect(late)})."
    )


def _depth(depth: int) -> str:
    return f"after layer {depth}" if depth else "in the embedding"


def _name(depth: int) -> str:
    return f"layer {depth}" if depth else "the embedding"


def _crossing(cross: Float[Tensor, "layer head"]) -> str:
    """Say in which layer and heads of cross-attention the difference reaches the decoder."""
    values = cross.nan_to_num()
    layer, together = _strongest(values[:, -1])
    if abs(together) < SMALL:
        return ""
    way = 1 if together > 0 else -1  # heads that push the other way do no part of it
    heads = sorted(enumerate(values[layer, :-1].tolist()), key=lambda one: -way * one[1])
    named = [
        f"head {head + 1} ({effect(value)})" for head, value in heads[:2] if way * value >= SMALL
    ]
    does = f" In cross-attention, **layer {layer + 1}** does most ({effect(together)})"
    if not named:
        return f"{does}."
    if len(named) == 1:
        return f"{does}. Its strongest head is {named[0]}."
    return f"{does}. Its strongest heads are {named[0]} and {named[1]}."


def _sublayers(values: Float[Tensor, "layer part"]) -> str:
    place, value = _strongest(values)
    layer, part = divmod(place, values.shape[1])
    if abs(value) < SMALL:
        return f"No sub-layer alone changes the answer much: the largest effect is {effect(value)}."
    names = (
        "the encoder's self-attention",
        "the encoder's feed-forward",
        "the decoder's self-attention",
        "cross-attention",
        "the decoder's feed-forward",
    )
    others = int((values.abs() >= SMALL).sum()) - 1
    counted = {0: "No other sub-layer reaches", 1: "One more sub-layer reaches"}
    rest = counted.get(others, f"{others} more sub-layers reach")
    return (
        f"What **{names[part]} of layer {layer + 1}** adds does most by itself: its effect is "
        f"{effect(value)}. {rest} {effect(SMALL)}."
    )


def _heads(values: Float[Tensor, "layer head"], attention: str) -> str:
    name = {
        "encoder": "the encoder's self-attention",
        "decoder": "the decoder's self-attention",
        "cross": "cross-attention",
    }[attention]
    layer, together = _strongest(values[:, -1])
    place, alone = _strongest(values[:, :-1])
    own, head = divmod(place, values.shape[1] - 1)
    if max(abs(together), abs(alone)) < SMALL:
        return (
            f"Neither a head of {name} nor a whole layer of them changes the answer much: the "
            f"largest effect is {effect(max(together, alone, key=abs))}."
        )
    one = f"The strongest alone is layer {own + 1}, head {head + 1} ({effect(alone)})"
    if abs(alone) < SMALL:
        one = f"No head alone does more than {effect(abs(alone))}"
    return (
        f"All heads of {name} in **layer {layer + 1}** together have an effect of "
        f"**{effect(together)}**. {one}."
    )


def formula(d: float, host: float, donor: float) -> str:
    """Return the effect of the chosen place with its numbers, as LaTeX."""
    value = (d - host) / (donor - host)
    return rf"\frac{{{d:.2f} - ({host:.2f})}}{{{donor:.2f} - ({host:.2f})}} = {value:.2f}"
