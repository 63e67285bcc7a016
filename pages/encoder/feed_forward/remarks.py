"""Sentences about the hidden units and outputs of a feed-forward network in this sentence."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import Change, SilencedUnit
from model.layers import FeedForward
from ui.messages import N_, _, ngettext
from ui.readings.reading import Token
from ui.sentence import Remark, say
from ui.words import format_magnitude, in_quotes, join_names

MOST_NAMES = 4  # tokens that a sentence names
FAINT = 0.1  # share of a unit's largest activation below which a token hardly activates it
SEVERAL_TOKENS_NOTE = N_(
    "“{text}” is cut into {count} tokens ({tokens}). Only the first one, “{first}”, is used."
)


def find_silenced_units(changes: Sequence[Change], stack: str, layer: int) -> list[int]:
    """Return the indices, from 0, of a layer's hidden units that the changes set to zero.

    Args:
        changes: changes to the model.
        stack: "encoder" or "decoder".
        layer: the layer, from 0.
    """
    units = [change for change in changes if isinstance(change, SilencedUnit)]
    return [one.unit for one in units if (one.stack, one.layer) == (stack, layer)]


def describe_takeaway(
    hidden: Float[Tensor, "position d_ff"],
    position: int,
    unit: int,
    tokens: Sequence[Token],
    company: Sequence[str] = (),
) -> str:
    """Describe how many units are active at a position, and to what the chosen unit reacts.

    Args:
        hidden: activations after the ReLU.
        position: index of the chosen position.
        unit: index of the chosen unit.
        tokens: the token of each position.
        company: tokens of other sentences to which the unit reacts most strongly, in quotes. If
            there are none, the text says where else in this sentence the unit is active.
    """
    row = hidden[position]
    active = int((row > 0).sum())
    others = int((hidden[:, unit] > 0).sum()) - int(row[unit] > 0)
    count = ngettext(
        "Of {count:,} hidden units, **{active:,}** is active for “{token}”.",
        "Of {count:,} hidden units, **{active:,}** are active for “{token}”.",
        active,
    ).format(token=tokens[position].text, active=active, count=len(row))
    if row[unit] > 0:
        here = _("Unit {unit} has the value **{value:.3}** here.")
    else:
        here = _("Unit {unit} is **not active** here.")
    here = here.format(unit=unit + 1, value=row[unit].item())
    if company:
        elsewhere = _("In our other sentences, it reacts most strongly to **{tokens}**.").format(
            tokens=join_names(company)
        )
    elif len(tokens) == 1:
        elsewhere = ""
    elif len(tokens) > 2:
        elsewhere = ngettext(
            "{count} of the {others} other tokens activates it.",
            "{count} of the {others} other tokens activate it.",
            others,
        )
        if not others:
            elsewhere = _("No other token here activates it.")
    elif others:
        elsewhere = _("The only other token activates it.")
    else:
        elsewhere = _("The only other token doesn't activate it.")
    elsewhere = elsewhere.format(count=others, others=len(tokens) - 1)
    return " ".join(filter(None, (count, here, elsewhere)))


def describe_company(unit: int, tokens: Sequence[Token], values: Float[Tensor, " rank"]) -> Remark:
    """Describe which tokens of other sentences activate a unit most.

    Args:
        unit: index of the unit.
        tokens: the tokens that activate it most, the strongest first.
        values: its activations at these tokens.
    """
    if not tokens:
        return say("In our other sentences, no token activates unit {unit}.", unit=unit + 1)
    most, least = values[0].item(), values[len(tokens) - 1].item()
    names = list_company(tokens, values)
    if len(names) == 1 and least >= FAINT * most:
        return say(
            "In our other sentences, unit {unit} reacts most strongly to **{token}**. The list "
            "shows nothing else.",
            unit=unit + 1,
            token=names[0],
        )
    return say(
        "In our other sentences, unit {unit} reacts most strongly to **{tokens}**. We never told "
        "it to, and we can only guess what it's for.",
        unit=unit + 1,
        tokens=join_names(names[:MOST_NAMES]),
    )


def list_company(tokens: Sequence[Token], values: Float[Tensor, " rank"]) -> list[str]:
    """Return the different tokens that activate a unit strongly, in quotes, the strongest first.

    Args:
        tokens: the tokens that activate it most, the strongest first.
        values: its activations at these tokens.
    """
    different: dict[str, str] = {}
    for token, value in zip(tokens, values.tolist(), strict=False):
        if value >= FAINT * values[0].item():
            different.setdefault(token.text.casefold(), token.text)
    return [in_quotes(text) for text in different.values()]


def describe_average_activity(hidden: Float[Tensor, "position d_ff"]) -> str:
    """Describe which share of the units is active on average, and how many are never active."""
    active = (hidden > 0).float()
    silent = int((active.sum(dim=0) == 0).sum())
    average = _(
        "On average, a token of this sentence activates **{share:.1%}** of this layer's units."
    ).format(share=active.mean().item())
    none = ngettext(
        "**{count:,}** of the layer's {units:,} units isn't active for any token.",
        "**{count:,}** of the layer's {units:,} units aren't active for any token.",
        silent,
    ).format(count=silent, units=hidden.shape[1])
    return f"{average} {none}"


def describe_output_shifts(
    shifts: Mapping[str, Float[Tensor, " position"]],
    tokens: Sequence[Token],
    position: int,
    name: str,
) -> str:
    """Describe at which positions the output changes when the token at one position is replaced.

    Args:
        shifts: "feed-forward" and "self-attention" -> norm of the change at each position.
        tokens: the unchanged token of each position.
        position: index of the position whose token is replaced.
        name: text of the new token.
    """

    def count_moved_positions(sublayer: str) -> tuple[int, float]:
        """Return how many outputs at other positions moved, and the largest norm of a change."""
        rest = [d for i, d in enumerate(shifts[sublayer].tolist()) if i != position]
        return sum(d > 0 for d in rest), max(rest, default=0.0)

    (here, most), (there, far) = (
        count_moved_positions("feed-forward"),
        count_moved_positions("self-attention"),
    )
    own = shifts["feed-forward"][position].item()
    count = len(tokens) - 1
    if not count:
        return _("This sentence has only one position, so no other position could change.")
    if own == far == 0:
        already = _("“{token}” is already there, so nothing changes. Type another word.")
        return already.format(token=name)
    moves = _feed_forward_template(here, count).format(
        new=name,
        old=tokens[position].text,
        own=own,
        here=here,
        count=count,
        most=format_magnitude(most),
    )
    attention = _self_attention_template(there, count)
    return f"{moves} {attention.format(there=there, count=count, far=far)}"


def _feed_forward_template(moved_count: int, position_count: int) -> str:
    """Return the template on feed-forward outputs, by how many moved at other positions."""
    if position_count == 1 and moved_count:
        return _(
            "Swap “{old}” for “{new}”: the feed-forward output changes by **{own:.3}** there, and "
            "at the other position as well."
        )
    if position_count == 1:
        return _(
            "Swap “{old}” for “{new}”: the feed-forward output changes by **{own:.3}** there and "
            "**not at all** at the other position."
        )
    if moved_count:
        return _(
            "Swap “{old}” for “{new}”: the feed-forward output changes by **{own:.3}** there, and "
            "at **{here}** of the {count} other positions by up to {most}."
        )
    return _(
        "Swap “{old}” for “{new}”: the feed-forward output changes by **{own:.3}** there and "
        "**nowhere else**."
    )


def _self_attention_template(moved_count: int, position_count: int) -> str:
    """Return the template on self-attention outputs, by how many moved at other positions."""
    if position_count == 1 and moved_count:
        return _(
            "Self-attention, given the same vectors, changes **the other position** as "
            "well, by {far:.3}."
        )
    if position_count == 1:
        return _("Self-attention, given the same vectors, leaves the other position **unchanged**.")
    if moved_count == position_count:
        return _(
            "Self-attention, given the same vectors, changes **all** {count} other "
            "positions, by up to {far:.3}."
        )
    if moved_count:
        return _(
            "Self-attention, given the same vectors, changes **{there}** of the {count} other "
            "positions, by up to {far:.3}."
        )
    return _(
        "Self-attention, given the same vectors, changes **none** of the {count} other positions."
    )


def describe_parameter_share(counts: Mapping[str, int]) -> str:
    """Describe the feed-forward networks' share of a layer's parameters, and of all parameters.

    Args:
        counts: part of the model, such as "encoder feed-forward" -> number of its parameters.
    """
    total = sum(counts.values())
    encoder, decoder = counts["encoder feed-forward"], counts["decoder feed-forward"]
    in_encoder = encoder / (encoder + counts["encoder self-attention"])
    attention = counts["decoder self-attention"] + counts["cross-attention"]
    return _(
        "In this model, the feed-forward networks hold **{in_encoder:%}** of an encoder layer's "
        "parameters and **{in_decoder:%}** of a decoder layer's (not counting the layer norms). "
        "Together, they hold **{share:%}** of all {millions:.2} million parameters."
    ).format(
        in_encoder=in_encoder,
        in_decoder=decoder / (decoder + attention),
        share=(encoder + decoder) / total,
        millions=total / 1e6,
    )


def hidden_unit_latex(
    module: FeedForward,
    x: Float[Tensor, " d_model"],
    hidden: Float[Tensor, " d_ff"],
    unit: int,
    silenced: Sequence[int],
) -> str:
    """Return the calculation of one hidden unit, max(0, w x + b), in LaTeX.

    Args:
        module: the feed-forward network.
        x: input of the network at one position.
        hidden: hidden activations at this position, after the ReLU.
        unit: index of the chosen unit; -1 for the one with the largest activation.
        silenced: indices of units that a change sets to zero.
    """
    unit = unit if unit >= 0 else int(hidden.argmax())
    if unit in silenced:
        off = _("unit {unit} is switched off:").format(unit=unit + 1)
        return rf"\text{{{off} }} 0"
    bias = module.W_1.bias[unit].item()
    product = (module.W_1.weight[unit] @ x).item()
    name = _("unit {unit}:").format(unit=unit + 1)
    return rf"\text{{{name} }} \max(0, {product:.3f} {bias:+.3f}) = {hidden[unit]:.3f}"
