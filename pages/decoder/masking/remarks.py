"""What the masking page says about this very sentence, and the small tables it shows."""

import html
import math
from collections.abc import Sequence

from jaxtyping import Bool, Float
from torch import Tensor

from model.measures import surprisal
from pages.decoder.masking.compute.orders import mask_then_softmax, softmax_then_mask
from pages.decoder.masking.passes import PaddedPair
from ui.readings.reading import Reading, Token
from ui.words import percent, power_of_ten, with_sign

ROUNDING = (
    "Differences below 0.00001 come from rounding to 32 bits, since a batch adds up its sums in "
    "another order."
)


def above(masked: bool, hidden: str) -> dict[str, object]:
    """Return the words above and between the three maps, as ``mask_maps`` takes them.

    Args:
        masked: whether the mask is on.
        hidden: what it hides.
    """
    middle = ("masked scores", f"{hidden}: −∞") if masked else ("scores", f"{hidden} visible")
    return {
        "titles": {
            "scores": ("scores", "q · k ÷ √dₖ"),
            "masked": middle,
            "weights": ("weights", "softmax of each row"),
        },
        "sign": "mask" if masked else "no mask",
    }


def predictions(shown: Reading, masked: Reading) -> list[dict[str, object]]:
    """Return what each row must predict, and how probable it finds it; see ``mask_maps``."""
    said = shown.output_ids
    p, before = (surprisal.probabilities(one.trace["logits"][0], said) for one in (shown, masked))
    return [
        {
            "text": token.text,
            "special": token.special,
            "p": p[i].item(),
            "masked": None if shown is masked else before[i].item(),
        }
        for i, token in enumerate(shown.output)
    ]


def look_for(shown: Reading, masked: Reading, layer: int, head: int, step: int) -> str:
    """Say what the mask does to one row of one head, or what comes of it while it is off."""
    n, row = len(shown.target), f"Row {step + 1}, “{shown.target[step].text}”,"
    later = n - 1 - step
    if step >= len(shown.output):
        return f"{row} predicts nothing: the translation was cut here."
    aim = f"must predict “{shown.output[step].text}”"
    if not later:
        return f"{row} {aim}. It is the last row, so the mask hides nothing from it."
    part = shown.attention("decoder", layer)
    if shown is masked:
        weights = part["scores"][0].softmax(dim=-1)
        return (
            f"{row} {aim} and may look at {step + 1} of {n} tokens. **Without the mask, these "
            f"scores would put {percent(weights[head, step, step + 1 :].sum().item())} of its "
            "weight on later tokens.** The average over all rows and heads of this layer is "
            f"{percent(_ahead(weights).item())}."
        )
    weights = part["weights"][0]
    p, before = (
        surprisal.probabilities(one.trace["logits"][0], one.output_ids)[step].item()
        for one in (shown, masked)
    )
    return (
        f"The mask is off in every layer. {row} now puts "
        f"{percent(weights[head, step, step + 1 :].sum().item())} of its weight on later tokens. "
        f"The probability of “{shown.output[step].text}” goes **from {before:.3f} to {p:.3f}**."
    )


def _ahead(weights: Tensor) -> Tensor:
    """Return the share of weight on later keys, over the rows that have later keys."""
    return weights.triu(diagonal=1).sum(dim=-1)[:, :-1].mean()


def losses(masked: Reading, unmasked: Reading) -> str:
    """Say what the mask's absence does to the loss of a translation."""
    on, off = (surprisal.loss(one.trace["logits"][0], one.output_ids) for one in (masked, unmasked))
    rises = (
        "It got **worse**, since rows now read words that they never learned to use."
        if off > on + 5e-4
        else "It got **better**, since the later words happened to help here."
        if off < on - 5e-4
        else "It did not change, since there is hardly anything to look ahead at."
    )
    return (
        f"The loss of “{masked.translation or '(nothing)'}” is **{on:.3f}** with the mask and "
        f"**{off:.3f}** without it. {rises}"
    )


def dependence(
    with_mask: Float[Tensor, " row"],
    without: Float[Tensor, " row"],
    place: int,
    old: Token,
    new: Token,
) -> str:
    """Say how far the rows before a replaced token moved.

    Args:
        with_mask: largest change of a logit in each row.
        without: the same without the mask.
        place: of the replaced token.
        old: what stood there.
        new: what stands there now.
    """
    on, off = with_mask[:place].max().item(), without[:place].max().item()
    rows = "the one row" if place == 1 else "the rows"
    return (
        f"{_name(old, new)} became {_name(new, old)}. In {rows} before it the largest change of "
        f"a logit is **{exactly(on)}** with the mask and **{exactly(off)}** without."
    )


def _name(token: Token, other: Token) -> str:
    """Name a token; if another one looks the same, say where in a word it stands."""
    place = " within a word" if token.joined else " at the start of a word"
    return f"“{token.text}”{place if token.text == other.text else ''}"


def compare_trainings(masked: Sequence[float], unmasked: Sequence[float]) -> str:
    """Say where two trainings ended: with the mask and without."""
    return (
        f"After {len(masked)} steps the loss is **{masked[-1]:.3f}** with the mask and "
        f"**{unmasked[-1]:.3f}** without it."
    )


def prefix(reading: Reading, on: Reading, off: Reading, drifts: Float[Tensor, "depth row"]) -> str:
    """Say what computing a prefix again without the mask does to its newest row.

    Args:
        reading: the whole translation.
        on: the prefix's pass with the mask.
        off: the same without.
        drifts: how far each row moved at each depth, from the first layer's input to the logits.
    """
    newest = f"The newest row, “{on.target[-1].text}”,"
    length = len(on.target)
    if length == 1:
        return f"{newest} is the only one, so no row before it could look ahead."
    text = f"{newest} moves by **{exactly(drifts[1, -1].item())}** of its length in layer 1"
    if len(drifts) > 3:  # there is a second layer
        text += f" and by **{exactly(drifts[2, -1].item())}** in layer 2"
    if length > len(reading.output):
        return f"{text}."
    identity, word = reading.output_ids[length - 1], reading.output[length - 1].text
    p = [one.trace["logits"][0, -1].softmax(dim=-1)[identity] for one in (on, off)]
    return (
        f"{text}. The probability of the next token, “{word}”, goes from {p[0]:.3f} to "
        f"**{p[1]:.3f}**."
    )


def translation_remark(reading: Reading, free: Reading) -> str:
    """Say what the model translates without the causal mask."""
    if free.output_ids == reading.output_ids:
        return "The translation remains the same, word for word."
    return (
        f"Instead of “{reading.translation or '(nothing)'}” the model now writes "
        f"**“{free.translation or '(nothing)'}”**."
    )


def padding(batch: PaddedPair) -> str:
    """Return a table in Markdown: the batch with the padding mask and without it."""
    on, off = batch.on_padding(True), batch.on_padding(False)
    short, long = (
        [exactly(batch.memory_movement(place, mask)) for mask in (True, False)]
        for place in (batch.place, 1 - batch.place)
    )
    lines = (
        "| | with the padding mask | without |",
        "|---|--:|--:|",
        "| largest share of a row's weight that goes to padding, all layers and heads "
        f"| {exactly(on.max().item())} | {off.max():.3f} |",
        f"| the same on average | {exactly(on.mean().item())} | {off.mean():.3f} |",
        "| padded sentence: largest difference of its rows of the memory from those of a pass "
        f"without a batch | {short[0]} | {short[1]} |",
        f"| the longer sentence: the same | {long[0]} | {long[1]} |",
    )
    return "\n".join(lines)


def order(
    scores: Float[Tensor, "query key"], visible: Bool[Tensor, "query key"], tokens: Sequence[Token]
) -> str:
    """Say how little a row of this sentence would keep if it were masked after the softmax."""
    left = softmax_then_mask(scores, visible).sum(dim=-1)
    row = int(left.argmin())
    return (
        "The same with this sentence's scores, in the layer and head chosen above. Masked after "
        f"the softmax, row {row + 1}, “{tokens[row].text}”, would keep "
        f"**{exactly(left[row].item())}** of its weight. Masked before, it has "
        f"{mask_then_softmax(scores, visible)[row].sum():.3f}."
    )


def exactly(value: float) -> str:
    """Return a number that may be zero, or as small as the rounding of 32 bits."""
    if value == 0:
        return "0"
    if value >= 5e-4:
        return f"{value:.3f}"
    return power_of_ten(value)


def grid(values: Float[Tensor, "row column"], decimals: int, sums: bool = False) -> str:
    """Return a small matrix as HTML, in which NaN and infinity stand out.

    Args:
        values: row by row.
        decimals: of each number.
        sums: whether a last column adds each row up.
    """
    rows = [[_cell(value, decimals) for value in row] for row in values.tolist()]
    if sums:
        totals = [_cell(total, decimals, "sum") for total in values.sum(dim=-1).tolist()]
        rows = [[*row, total] for row, total in zip(rows, totals, strict=True)]
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<table class="grid">{body}</table>'


def _cell(value: float, decimals: int, kind: str = "") -> str:
    if math.isnan(value):
        return '<td class="nan">NaN</td>'
    if math.isinf(value):
        return '<td class="inf">−∞</td>'
    text = "0" if value == 0 else with_sign(value, decimals)
    return f'<td class="{kind}">{html.escape(text)}</td>'
