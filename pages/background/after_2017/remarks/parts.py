"""What was measured of the parts of a block: positions, norms, gates, heads, the map."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from jaxtyping import Float
from torch import Tensor

from pages.background.after_2017.compute.four_terms import TERMS
from ui.sentence import Sentence, say
from ui.words import percent, power_of_ten

NOWHERE = 1e-9  # a difference below it is rounding


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
    shown = f"{spread:.2f}" if spread > NOWHERE else "0" if not spread else power_of_ten(spread)
    return say("spread {spread}", spread=shown)


def positions(spread: float, error: float, on: int) -> str:
    """Say what turning changes.

    Args:
        spread: of added positions: largest difference of scores of one distance.
        error: largest change of any score of the sentence when it moves as a whole.
        on: places that it moves on.
    """
    return (
        "On the right there are stripes, one dot for each distance. On the left, the same distance "
        f"gives scores up to **{spread:.2f} apart**, depending on the position. With turned pairs "
        f"the whole sentence can move {on} positions on, and no score of any head changes by more "
        f"than **{power_of_ten(error) if error else 0}**. The model learned with added sines, so "
        "this shows the rule and not a better model."
    )


def four_parts(shares: Float[Tensor, "4 head"], error: float) -> str:
    """Say what makes the scores of which heads of a first layer differ."""
    if shares.isnan().any():
        return "With so few words, nothing distinguishes one key from another."
    text = (
        "Since x = e + p, each score of layer 1 is the sum of four parts (largest difference "
        f"{power_of_ten(error) if error else 0}, rounding). The bars show which part makes the "
        "scores of a row differ. "
    )
    places = (shares[3] > 0.5).nonzero()[:, 0].tolist()
    content = (shares[0] > 0.5).nonzero()[:, 0].tolist()
    most = int(shares.mean(dim=1).argmax())
    said = [
        *([f"Mostly the positions decide in {_heads(places)}."] if places else []),
        *([f"Mostly the words decide in {_heads(content)}."] if content else []),
        f"On average {TERMS[most]} counts most ({percent(shares.mean(dim=1)[most])}).",
    ]
    return text + " ".join(said)


def _heads(heads: Sequence[int]) -> str:
    names = [str(head + 1) for head in heads]
    if len(names) == 1:
        return f"head {names[0]}"
    return f"heads {', '.join(names[:-1])} and {names[-1]}"


def change_of_loss(before: float, after: float) -> str:
    """Say by how much a loss grew or fell."""
    if abs(after - before) < 0.0005:
        return f"remains **{after:.3f}**"
    word = "rises" if after > before else "falls"
    return f"{word} from **{before:.3f}** to **{after:.3f}**"


def norm(losses: Mapping[str, float], said: Mapping[str, str], share: float) -> str:
    """Say what becomes of the loss without the mean, and without the shift.

    Args:
        losses: of the three variants, LayerNorm first.
        said: their translations.
        share: of the squared numbers before the norms that is due to their means.
    """
    plain, mean, both = losses.values()
    same = len(set(said.values())) == 1
    kept = "The translation remains the same." if same else "The translations are in the table."
    return (
        "If no mean is subtracted, the loss "
        f"{change_of_loss(plain, mean)}. The means make only {percent(share, 1)} of the squared "
        f"numbers before the norms. Without β, too, the loss is **{both:.3f}**. {kept} Nothing was "
        "trained for this; a model that learns with RMSNorm has no β from the start."
    )


def gradients(lines: Mapping[str, Float[Tensor, " depth"]]) -> str:
    """Say what arrives at the bottom of fresh stacks."""
    post, pre = ((line[0] / line[-1]).item() for line in lines.values())
    layers = len(next(iter(lines.values()))) - 1
    return (
        f"A gradient runs down {layers} untrained layers. With post-norm, **{post:.3g} times** as "
        f"much arrives at the bottom as enters at the top. With pre-norm it is **{pre:.3g} "
        "times**, as the plain sum passes it on. Xiong et al. (2020) explain by such uneven "
        "gradients that post-norm learns badly without a warm-up. That is not tried here."
    )


def gate(shares: Mapping[str, Sequence[float]]) -> str:
    """Say how many hidden units are silent."""
    means = {stack: fmean(values) for stack, values in shares.items()}
    if not any(means.values()):
        return "No hidden number of this sentence is exactly zero: this model's gate is smooth."
    text = " and ".join(f"**{percent(value, 1)}** in the {stack}" for stack, value in means.items())
    return (
        f"ReLU makes many hidden units of this sentence exactly zero: {text}. "
        "A smooth gate has no exact zeros. Start the three small networks to see what it changes "
        "where everything else is equal."
    )


def heads(losses: Mapping[str, float], bytes_now: int, least: int) -> str:
    """Say what pooling costs and saves.

    Args:
        losses: by the number of groups, all heads apart first.
        bytes_now: of a token in the cache, all heads apart.
        least: with one group.
    """
    values = list(losses.values())
    half = change_of_loss(values[0], values[1])
    apart = (
        " The mean of all does not do the work of each head's own." if values[-1] > 2 * values[0]
        else ""
    )  # fmt: skip
    return (
        f"With half as many keys and values, and no training, the loss {half}. With one for all "
        f"heads it is **{values[-1]:.3f}**.{apart} One for all takes **{bytes_now // least} "
        "times** less memory for each token. Models that have groups learn with them."
    )


def blocks(steps: int, size: int, error: float, rescaled: int) -> str:
    """Say how a row came out of blocks.

    Args:
        steps: blocks.
        size: keys in each.
        error: largest difference to the plain softmax.
        rescaled: how often a larger score turned up after the first block.
    """
    same = "**exactly** the same" if error == 0 else f"within **{power_of_ten(error)}** the same"
    if steps == 1:
        return (
            f"All keys of this row fit one block of {size}, and the weights are {same} as from the "
            "plain softmax. Choose smaller blocks, or a longer sentence."
        )
    again = {1: "Once", 2: "Twice"}.get(rescaled, f"{rescaled} times")
    larger = (
        f"{again} a later block had a larger score, so everything before it was scaled down by "
        "e^(m − m′)."
        if rescaled
        else "No later block had a larger score, so nothing had to be scaled."
    )
    return (
        f"After {steps} blocks the weights are {same} as from the whole row at once. "
        f"{larger} At most one block of scores was in memory."
    )
