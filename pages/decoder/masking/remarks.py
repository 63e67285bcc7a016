"""Sentences and headings of the masking page about the current sentence."""

from collections.abc import Sequence

from jaxtyping import Bool, Float
from torch import Tensor

from model.measures import surprisal
from pages.decoder.masking.compute.orders import mask_then_softmax, softmax_then_mask
from pages.decoder.masking.views.mask_maps import Prediction
from ui.messages import N_, _, ngettext
from ui.readings.reading import Reading, Token
from ui.words import format_decimal, format_scientific

# Subtitles of the second map, for the causal and the padding mask: mask on, mask off.
CAUSAL_MASK_SUBTITLES = N_("later words: −∞"), N_("later words visible")
PADDING_MASK_SUBTITLES = N_("padding: −∞"), N_("padding visible")
ROUNDING = N_(
    "Differences below 0.00001 come from rounding to 32 bits: in a batch, the numbers are added "
    "up in a different order."
)


def make_map_headings(masked: bool, mask_heading: tuple[str, str]) -> dict[str, object]:
    """Return the headings of the three maps of ``show_mask_maps``, and the label between them.

    Args:
        masked: whether the mask is on.
        mask_heading: (subtitle of the second map if the mask is on, its subtitle if it is off).

    Returns:
        "titles": "scores", "masked" and "weights" -> (title, subtitle). "sign": the label between
        the first and the second map.
    """
    hidden, seen = map(_, mask_heading)
    return {
        "titles": {
            "scores": (_("scores"), _("how well two words match")),
            "masked": (_("masked scores"), hidden) if masked else (_("scores"), seen),
            "weights": (_("weights"), _("each row adds up to 1")),
        },
        "sign": _("mask") if masked else _("no mask"),
    }


def compare_predictions(shown: Reading, masked: Reading) -> list[Prediction]:
    """Return the probability of each output token in the shown pass and with the causal mask.

    Args:
        shown: the pass that is shown, with or without the causal mask.
        masked: the pass with the causal mask. If it is the same object as ``shown``, the
            probabilities with the mask are None.
    """
    said = shown.output_ids
    p, before = (
        surprisal.output_probabilities(one.trace["logits"][0], said) for one in (shown, masked)
    )
    return [
        Prediction(
            token.text,
            token.special,
            p[i].item(),
            None if shown is masked else before[i].item(),
        )
        for i, token in enumerate(shown.output)
    ]


def describe_takeaway(shown: Reading, masked: Reading, layer: int, head: int, step: int) -> str:
    """Return the takeaway: what the mask hides from a position, or what changes if it is off.

    Args:
        shown: the pass that is shown, with or without the causal mask.
        masked: the pass with the mask; the same object as ``shown`` while the mask is on.
        layer: index of the selected decoder layer, from 0.
        head: index of the selected head, from 0.
        step: index of the selected decoder position, from 0.
    """
    n = len(shown.target)
    gaps = {"row": step + 1, "token": shown.target[step].text}
    if step >= len(shown.output):
        cut = _("Row {row}, “{token}”, predicts nothing, because the translation was cut off here.")
        return cut.format(**gaps)
    gaps["next"] = shown.output[step].text
    if step == n - 1:
        return _(
            "Row {row}, “{token}”, must predict “{next}”. It's the last row, so nothing is hidden "
            "from it."
        ).format(**gaps)
    part = shown.attention("decoder", layer)
    if shown is not masked:
        return _describe_unmasked_row(shown, masked, part["weights"][0, head, step], step)
    weights = part["scores"][0].softmax(dim=-1)
    return _(
        "“{token}” must predict “{next}”. **Without the mask, these scores would give {answer:%} "
        "of its weight to “{next}”, the answer itself**, and {share:%} to later tokens in all. "
        "The mask makes all of that exactly 0."
    ).format(
        share=weights[head, step, step + 1 :].sum().item(),
        answer=weights[head, step, step + 1].item(),
        **gaps,
    )


def _describe_unmasked_row(
    shown: Reading, masked: Reading, weights: Float[Tensor, " key"], step: int
) -> str:
    """Describe an unmasked position's weight on later tokens, and the effect on its prediction."""
    p, before = (
        surprisal.output_probabilities(one.trace["logits"][0], one.output_ids)[step].item()
        for one in (shown, masked)
    )
    return _(
        "The mask is off in every layer. Row {row}, “{token}”, now puts {share:%} of its weight on "
        "later tokens. The probability of “{next}” goes **from {before:.3} to {now:.3}**."
    ).format(
        row=step + 1,
        token=shown.target[step].text,
        share=weights[step + 1 :].sum().item(),
        next=shown.output[step].text,
        before=before,
        now=p,
    )


def describe_total_leak(weights: Float[Tensor, "layer head query key"]) -> str:
    """Describe how much weight would go to later tokens without the mask, in all layers and heads.

    Args:
        weights: the weights without the mask, of at least two tokens.
    """
    later = weights.triu(diagonal=1).sum(dim=-1)[:, :, :-1].mean().item()
    answer = weights.diagonal(1, 2, 3).mean().item()
    return _(
        "Over all layers, heads and rows, these scores would put **{later:%}** of the weight on "
        "later tokens if nothing were hidden, and {answer:%} on the very token to be predicted. "
        "With the mask, it's 0 everywhere."
    ).format(later=later, answer=answer)


def describe_losses(masked: Reading, unmasked: Reading) -> str:
    """Compare a translation's mean loss, in nats per token, with the causal mask and without it.

    Args:
        masked: the pass of the translation with the mask.
        unmasked: the pass of the same translation without it.
    """
    on, off = (
        surprisal.mean_loss(one.trace["logits"][0], one.output_ids) for one in (masked, unmasked)
    )
    rises = (
        _("Without it, the predictions get **worse**: in training, no row ever read later words.")
        if off > on + 5e-4
        else _(
            "Here, the predictions even get **better** without it, although no row ever read "
            "later words in training."
        )
        if off < on - 5e-4
        else _("Without it, the loss doesn't change, because there's hardly anything ahead to see.")
    )
    both = _(
        "The loss of “{translation}” is **{on:.3}** with the mask and **{off:.3}** without it."
    ).format(translation=masked.translation or _("(nothing)"), on=on, off=off)
    return f"{both} {rises}"


def describe_dependence(
    with_mask: Float[Tensor, " row"],
    without_mask: Float[Tensor, " row"],
    position: int,
    old_token: Token,
    new_token: Token,
) -> str:
    """Describe how much the logits before a replaced decoder input token change.

    Args:
        with_mask: largest absolute change of a logit at each position, with the causal mask.
        without_mask: the same without the mask.
        position: index of the replaced token, at least 1.
        old_token: the token that was replaced.
        new_token: the token that replaced it.
    """
    on, off = with_mask[:position].max().item(), without_mask[:position].max().item()
    moved = ngettext(
        "We replaced {old} with {new}. In the only row before it, the largest change in a logit "
        "is **{on}** with the mask and **{off}** without it.",
        "We replaced {old} with {new}. In the rows before it, the largest change in a logit is "
        "**{on}** with the mask and **{off}** without it.",
        position,
    )
    names = {"old": _label_token(old_token, new_token), "new": _label_token(new_token, old_token)}
    return moved.format(on=format_exact_zero(on), off=format_exact_zero(off), **names)


def _label_token(token: Token, other: Token) -> str:
    """Return a token in quotes; if ``other`` reads the same, add whether it begins a word."""
    if token.text != other.text:
        name = _("“{token}”")
    elif token.joined:
        name = _("“{token}” within a word")
    else:
        name = _("“{token}” at the start of a word")
    return name.format(token=token.text)


def describe_trainings(masked: Sequence[float], unmasked: Sequence[float]) -> str:
    """Compare the final losses, in nats, of two trainings, with and without the mask.

    Args:
        masked: loss at each step with the mask.
        unmasked: loss at each step without it.
    """
    return _(
        "After {steps} steps, the loss is **{on:.3}** with the mask and **{off:.3}** without it."
    ).format(steps=len(masked), on=masked[-1], off=unmasked[-1])


def describe_prefix_drift(
    reading: Reading, masked: Reading, unmasked: Reading, drifts: Float[Tensor, "depth row"]
) -> str:
    """Describe how the last position of a prefix changes without the mask: vector and prediction.

    Args:
        reading: the whole translation.
        masked: the pass over the first tokens of the translation (the prefix), with the mask.
        unmasked: the same without the mask.
        drifts: relative change of each position's vector by depth, from ``passes.compute_drifts``.
    """
    newest, length = masked.target[-1].text, len(masked.target)
    if length == 1:
        return _(
            "The newest row, “{token}”, is the only one, so there's no earlier row that could see "
            "ahead."
        ).format(token=newest)
    first, second = (format_exact_zero(drifts[depth, -1].item()) for depth in (1, 2))
    moved = (
        _(
            "As a share of its length, the newest row, “{token}”, moves by **{first}** in "
            "layer 1 and by **{second}** in layer 2."
        )
        if len(drifts) > 3  # there is a second layer
        else _(
            "As a share of its length, the newest row, “{token}”, moves by **{first}** in layer 1."
        )
    ).format(token=newest, first=first, second=second)
    if length > len(reading.output):
        return moved
    identity, word = reading.output_ids[length - 1], reading.output[length - 1].text
    before, now = (
        format_decimal(one.trace["logits"][0, -1].softmax(dim=-1)[identity].item(), 3)
        for one in (masked, unmasked)
    )
    predicted = _("The probability of the next token, “{token}”, goes from {before} to **{now}**.")
    return f"{moved} {predicted.format(token=word, before=before, now=now)}"


def describe_unmasked_translation(reading: Reading, unmasked: Reading) -> str:
    """Describe how the translation changes when the model decodes without the causal mask.

    Args:
        reading: the reading with the mask.
        unmasked: the reading decoded without it.
    """
    if unmasked.output_ids == reading.output_ids:
        return _("The translation stays the same, word for word.")
    return _("Instead of “{old}” the model now writes **“{new}”**.").format(
        old=reading.translation or _("(nothing)"), new=unmasked.translation or _("(nothing)")
    )


def describe_masking_order(
    scores: Float[Tensor, "query key"], visible: Bool[Tensor, "query key"], tokens: Sequence[Token]
) -> str:
    """Describe which query's weights would have the smallest sum if masked after the softmax.

    The text compares this sum with the one for masking before the softmax.

    Args:
        scores: the attention scores of one head, before masking.
        visible: True where a query may attend to a key.
        tokens: the tokens of the queries.
    """
    left = softmax_then_mask(scores, visible).sum(dim=-1)
    row = int(left.argmin())
    return _(
        "Here is the same with this sentence's scores, in the layer and head chosen above. If row "
        "{row}, “{token}”, were masked after the softmax, it would sum to only **{left}**. Masked "
        "before, it sums to {whole:.3}."
    ).format(
        row=row + 1,
        token=tokens[row].text,
        left=format_exact_zero(left[row].item()),
        whole=mask_then_softmax(scores, visible)[row].sum().item(),
    )


def format_exact_zero(value: float) -> str:
    """Return a number as text: "0" only if it is exactly 0, in scientific notation if tiny."""
    if value == 0:
        return "0"
    if value >= 5e-4:
        return format_decimal(value, 3)
    return format_scientific(value)
