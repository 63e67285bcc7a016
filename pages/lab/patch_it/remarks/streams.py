"""What the map of a residual stream shows, and how effects are written."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.messages import N_, _, ngettext
from ui.words import brief, list_names

NONE = 0.005  # an effect below it is written as 0
SMALL = 0.1  # one below it is called small
DARK = 0.3  # one above it is seen at once

NOWHERE = {
    "encoder": N_("**No position** of the encoder changes the answer: every effect rounds to 0."),
    "decoder": N_("**No position** of the decoder changes the answer: every effect rounds to 0."),
}
FAINT = {
    "encoder": N_(
        "No single position of the encoder changes the answer much. The largest effect, at "
        "“{token}”, is **{effect}**. Several together may do more."
    ),
    "decoder": N_(
        "No single position of the decoder changes the answer much. The largest effect, at "
        "“{token}”, is **{effect}**. Several together may do more."
    ),
}


def effect(value: float) -> str:
    """Write an effect as the maps do: .99, −.05, 1.07, 0."""
    return "0" if abs(value) < NONE else brief(value)


def strongest(values: Float[Tensor, "*some"]) -> tuple[int, float]:
    """Return the place of the largest effect, and the effect."""
    flat = values.flatten()
    place = int(flat.abs().argmax())
    return place, flat[place].item()


def about_stream(values: Float[Tensor, "depth column"], stack: str, tokens: Sequence[str]) -> str:
    """Say which positions of a stack change the answer, and how deep."""
    if values.abs().max() < NONE:
        return _(NOWHERE[stack])
    rows = [strongest(row) for row in values]
    strong = [depth for depth, (__, value) in enumerate(rows) if abs(value) >= DARK]
    if not strong:
        place, most = max(rows, key=lambda row: abs(row[1]))
        return _(FAINT[stack]).format(token=tokens[place], effect=effect(most))
    if len(strong) == 1:
        place, value = rows[strong[0]]
        return _only_row(strong[0], tokens[place], effect(value))
    place = rows[strong[0]][0]
    if all(rows[depth][0] == place for depth in strong):
        return _one_place(rows, strong, int((values.abs() >= DARK).any(dim=0).sum()), tokens[place])
    return _moving_place(rows, strong, tokens)


def _only_row(depth: int, token: str, effect: str) -> str:
    if depth:
        said = _(
            "Only one row has a dark cell: after layer {layer}, **“{token}”** has an effect of "
            "{effect}."
        )
        return said.format(layer=depth, token=token, effect=effect)
    said = _(
        "Only one row has a dark cell: in the embedding, **“{token}”** has an effect of {effect}."
    )
    return said.format(token=token, effect=effect)


def _one_place(
    rows: Sequence[tuple[int, float]], strong: Sequence[int], dark: int, token: str
) -> str:
    """Say where one position has the largest effect; others have a dark cell, too, if any."""
    values = [rows[depth][1] for depth in strong]
    most, least = effect(max(values)), effect(min(values))
    how = most if most == least else _("{most} to {least}").format(most=most, least=least)
    return ngettext(
        "One column is dark **{where}**: **“{token}”** (position {position}), with an effect of "
        "{effects}.",
        "{count} columns have a dark cell. **“{token}”** (position {position}) has the largest "
        "effect **{where}** ({effects}).",
        dark,
    ).format(
        count=dark,
        where=_depths(strong, len(rows)),
        token=token,
        position=rows[strong[0]][0] + 1,
        effects=how,
    )


def _depths(strong: Sequence[int], count: int) -> str:
    """Say at which of so many depths something is."""
    first, last = strong[0], strong[-1]
    if len(strong) <= last - first:
        return list_names(
            [
                _("after layer {layer}").format(layer=d) if d else _("in the embedding")
                for d in strong
            ]
        )
    if len(strong) == count:
        return _("at every depth")
    if first:
        return _("from layer {first} to layer {last}").format(first=first, last=last)
    return _("from the embedding to layer {last}").format(last=last)


def _moving_place(
    rows: Sequence[tuple[int, float]], strong: Sequence[int], tokens: Sequence[str]
) -> str:
    """Say where the largest effect is at first and at last."""
    first, last = strong[0], strong[-1]
    begins, early = rows[first]
    if rows[last][0] == begins:  # in between, another one is darker
        last = next(depth for depth in strong if rows[depth][0] != begins)
    ends, late = rows[last]
    said = _(
        "The dark cell moves. In the embedding, **“{early}”** (position {begins}) has the largest "
        "effect ({before}); after layer {last}, it is **“{late}”** (position {ends}, {after})."
    )
    if first:
        said = _(
            "The dark cell moves. After layer {first}, **“{early}”** (position {begins}) has the "
            "largest effect ({before}); after layer {last}, it is **“{late}”** (position {ends}, "
            "{after})."
        )
    return said.format(
        first=first,
        last=last,
        early=tokens[begins],
        begins=begins + 1,
        before=effect(early),
        late=tokens[ends],
        ends=ends + 1,
        after=effect(late),
    )
