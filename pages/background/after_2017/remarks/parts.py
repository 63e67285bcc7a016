"""What was measured of the parts of a block: norms, gates, heads, the map."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from jaxtyping import Float
from torch import Tensor

from pages.background.after_2017.remarks.places import write_rounding
from ui.messages import _, ngettext
from ui.words import decimal, in_language, percent


def change_of_loss(before: float, after: float, messages: Sequence[str]) -> str:
    """Say by how much a loss grew or fell.

    Args:
        before: the loss.
        after: the loss now.
        messages: what is said if it remains, rises and falls.
    """
    remains, rises, falls = messages
    same = abs(after - before) < 0.0005
    message = remains if same else rises if after > before else falls
    return message.format(before=decimal(before, 3), after=decimal(after, 3))


def norm(losses: Mapping[str, float], said: Mapping[str, str], share: float) -> str:
    """Say what becomes of the loss without the mean, and without the shift.

    Args:
        losses: of the three variants, LayerNorm first.
        said: their translations.
        share: of the squared numbers before the norms that is due to their means.
    """
    plain, mean, both = losses.values()
    same = len(set(said.values())) == 1
    change = change_of_loss(
        plain,
        mean,
        (
            _("If no mean is subtracted, the loss remains **{after}**."),
            _("If no mean is subtracted, the loss rises from **{before}** to **{after}**."),
            _("If no mean is subtracted, the loss falls from **{before}** to **{after}**."),
        ),
    )
    means = _(
        "The means make only {share} of the squared numbers before the norms. Without β, too, the "
        "loss is **{loss}**."
    ).format(share=percent(share, 1), loss=decimal(both, 3))
    kept = (
        _("The translation remains the same.") if same else _("The translations are in the table.")
    )
    untrained = _(
        "Nothing was trained for this; a model that learns with RMSNorm has no β from the start."
    )
    return " ".join([change, means, kept, untrained])


def gradients(lines: Mapping[str, Float[Tensor, " depth"]]) -> str:
    """Say what arrives at the bottom of fresh stacks."""
    post, pre = ((line[0] / line[-1]).item() for line in lines.values())
    layers = len(next(iter(lines.values()))) - 1
    return _(
        "A gradient runs down {count} untrained layers. With post-norm, **{post} times** as much "
        "arrives at the bottom as enters at the top. With pre-norm it is **{pre} times**, as the "
        "plain sum passes it on. Xiong et al. (2020) explain by such uneven gradients that "
        "post-norm learns badly without a warm-up. That is not tried here."
    ).format(count=layers, post=in_language(f"{post:.3g}"), pre=in_language(f"{pre:.3g}"))


def gate(shares: Mapping[str, Sequence[float]]) -> str:
    """Say how many hidden units are silent."""
    means = {stack: fmean(values) for stack, values in shares.items()}
    if not any(means.values()):
        return _("No hidden number of this sentence is exactly zero: this model's gate is smooth.")
    return _(
        "ReLU makes many hidden units of this sentence exactly zero: **{encoder}** in the encoder "
        "and **{decoder}** in the decoder. A smooth gate has no exact zeros. Start the three small "
        "networks to see what it changes where everything else is equal."
    ).format(encoder=percent(means["encoder"], 1), decoder=percent(means["decoder"], 1))


def heads(losses: Mapping[str, float], bytes_now: int, least: int) -> str:
    """Say what pooling costs and saves.

    Args:
        losses: by the number of groups, all heads apart first.
        bytes_now: of a token in the cache, all heads apart.
        least: with one group.
    """
    values = list(losses.values())
    said = [
        change_of_loss(
            values[0],
            values[1],
            (
                _(
                    "With half as many keys and values, and no training, the loss remains "
                    "**{after}**."
                ),
                _(
                    "With half as many keys and values, and no training, the loss rises from "
                    "**{before}** to **{after}**."
                ),
                _(
                    "With half as many keys and values, and no training, the loss falls from "
                    "**{before}** to **{after}**."
                ),
            ),
        ),
        _("With one for all heads it is **{loss}**.").format(loss=decimal(values[-1], 3)),
    ]
    if values[-1] > 2 * values[0]:
        said.append(_("The mean of all does not do the work of each head's own."))
    said.append(
        _(
            "One for all takes **{count} times** less memory for each token. Models that have "
            "groups learn with them."
        ).format(count=bytes_now // least)
    )
    return " ".join(said)


def blocks(steps: int, size: int, error: float, rescaled: int) -> str:
    """Say how a row came out of blocks.

    Args:
        steps: blocks.
        size: keys in each.
        error: largest difference to the plain softmax.
        rescaled: how often a larger score turned up after the first block.
    """
    exact = error == 0
    if steps == 1:
        all_fit = (
            _(
                "All keys of this row fit one block of {size}, and the weights are **exactly** the "
                "same as from the plain softmax. Choose smaller blocks, or a longer sentence."
            )
            if exact
            else _(
                "All keys of this row fit one block of {size}, and the weights are within "
                "**{error}** the same as from the plain softmax. Choose smaller blocks, or a "
                "longer sentence."
            )
        )
        return all_fit.format(size=size, error=write_rounding(error))
    said = (
        _(
            "After {count} blocks the weights are **exactly** the same as from the whole row at "
            "once."
        )
        if exact
        else _(
            "After {count} blocks the weights are within **{error}** the same as from the whole "
            "row at once."
        )
    ).format(count=steps, error=write_rounding(error))
    kept = _("At most one block of scores was in memory.")
    return f"{said} {_count_scalings(rescaled)} {kept}"


def _count_scalings(rescaled: int) -> str:
    """Say how often what was summed was scaled down."""
    if not rescaled:
        return _("No later block had a larger score, so nothing had to be scaled.")
    if rescaled == 2:
        return _(
            "Twice a later block had a larger score, so everything before it was scaled down by "
            "e^(m − m′)."
        )
    return ngettext(
        "Once a later block had a larger score, so everything before it was scaled down by "
        "e^(m − m′).",
        "{count} times a later block had a larger score, so everything before it was scaled down "
        "by e^(m − m′).",
        rescaled,
    ).format(count=rescaled)
