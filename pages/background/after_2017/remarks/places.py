"""What was measured of positions: added and turned ones, and the four parts of a score."""

from jaxtyping import Bool, Float
from torch import Tensor

from pages.background.after_2017.names import TERMS
from ui.messages import _, ngettext
from ui.sentence import Sentence, say
from ui.words import decimal, list_names, percent, power_of_ten

NOWHERE = 1e-9  # a difference below it is rounding
MOST = 0.5  # share from which one part is said to decide


def measured_pair(asks: str, answers: str, count: int) -> Sentence:
    """Say what the four pictures of positions show."""
    return say(
        "**Measured now:** the query of “{asks}” and the key of “{answers}” at every two of "
        "{count} positions",
        asks=asks,
        answers=answers,
        count=count,
    )


def place_of(head: int) -> Sentence:
    """Say whose queries and keys those are."""
    return say("encoder, layer 1, head {head}", head=head + 1)


def above_map(spread: float) -> Sentence:
    """Say, above one half of the picture, the largest difference within one distance."""
    return say(
        "spread {spread}", spread=decimal(spread, 2) if spread > NOWHERE else write_rounding(spread)
    )


def write_rounding(value: float) -> str:
    """Write what rounding leaves: nothing, or a power of ten."""
    return power_of_ten(value) if value else "0"


def positions(spread: float, error: float, on: int) -> str:
    """Say what turning changes.

    Args:
        spread: of added positions: largest difference of scores of one distance.
        error: largest change of any score of the sentence when it moves as a whole.
        on: places that it moves on.
    """
    return _(
        "On the right there are stripes, one dot for each distance. On the left, the same distance "
        "gives scores up to **{spread} apart**, depending on the position. With turned pairs the "
        "whole sentence can move {count} positions on, and no score of any head changes by more "
        "than **{change}**. The model learned with added sines, so this shows the rule and not a "
        "better model."
    ).format(spread=decimal(spread, 2), count=on, change=write_rounding(error))


def four_parts(shares: Float[Tensor, "4 head"], error: float) -> str:
    """Say what makes the scores of which heads of a first layer differ."""
    if shares.isnan().any():
        return _("With so few words, nothing distinguishes one key from another.")
    said = [
        _(
            "Since x = e + p, each score of layer 1 is the sum of four parts (largest difference "
            "{difference}, rounding). The bars show which part makes the scores of a row differ."
        ).format(difference=write_rounding(error))
    ]
    if places := _numbers(shares[3] > MOST):
        said.append(
            ngettext(
                "Mostly the positions decide in head {heads}.",
                "Mostly the positions decide in heads {heads}.",
                len(places),
            ).format(heads=list_names(places))
        )
    if content := _numbers(shares[0] > MOST):
        said.append(
            ngettext(
                "Mostly the words decide in head {heads}.",
                "Mostly the words decide in heads {heads}.",
                len(content),
            ).format(heads=list_names(content))
        )
    most = int(shares.mean(dim=1).argmax())
    mean = percent(shares.mean(dim=1)[most])
    said.append(
        _("On average {part} counts most ({share}).").format(part=_(TERMS[most]), share=mean)
    )
    return " ".join(said)


def _numbers(heads: Bool[Tensor, " head"]) -> list[str]:
    return [str(head + 1) for head in heads.nonzero()[:, 0].tolist()]
