"""Questions about one training step on the model's own translation."""

from random import Random

import torch
from jaxtyping import Float
from torch import Tensor

from model.backward.gradients import Example, backward_pass
from model.changes.lesson import LessonPair
from model.config import MAX_PIECES
from model.teach.pairs import check_pairs
from pages.background.questions.asks.asking import (
    MeasuredOption,
    Question,
    ask_for_largest,
    ask_in_fixed_order,
    sample_top_positions,
)
from pages.background.questions.cached import train_one_step
from ui.messages import _, localize_separators, pgettext
from ui.readings import session
from ui.readings.reading import Reading, token_name
from ui.words import format_decimal

OVERSHOOT_THRESHOLD = -0.1  # change of log-probability below which a token is named
REMAINING_SHARES = (
    0.1,
    0.01,
    0.001,
)  # shares of a gradient left without residuals: limits of the options
FIRST_LAYER_INPUT = "encoder.embedding.output"  # tap at the bottom of the encoder
MATRICES = ("W_Q", "W_K", "W_V", "W_O")


def can_be_taught(reading: Reading) -> bool:
    """Return whether the model is unedited and can be trained on this sentence and its translation.
    It cannot be if ``check_pairs`` refuses the two, for example because one of them is too long.
    """
    glass = session.glass()
    try:
        check_pairs([_make_pair(reading)], glass.tokenizer, glass.config)
    except ValueError:
        return False
    return not reading.changes


def ask_changed_rows(reading: Reading, rng: Random) -> Question:
    """Return a question asking how many rows of the embedding matrix one training step changes."""
    E, now = session.glass().network.E.weight, train_one_step(_make_pair(reading)).E.weight
    moved, rows = int((now != E).any(dim=1).sum()), len(E)
    own, both = ({*reading.source_ids}, {*reading.source_ids, *reading.target_ids})
    return ask_in_fixed_order(
        _(
            "Train the model for one step on this sentence and its own translation. "
            "How many of the {rows:,} rows of E change?"
        ).format(rows=rows),
        [
            pgettext("rows", "the {count} that the sentence uses").format(count=len(own)),
            pgettext("rows", "the {count} that the sentence and its translation use").format(
                count=len(both)
            ),
            pgettext("rows", "all {count:,}").format(count=rows),
        ],
        (moved > len(own)) + (moved > len(both)),
        _(
            "{count:,}. E is also the last matrix, the one that computes the logits. The "
            "loss pushes the right token's logit up and all others down."
        ).format(count=moved),
    )


def ask_longest_gradient(reading: Reading, rng: Random) -> Question:
    """Return a question asking which cross-attention matrix has the gradient of largest norm."""
    layer = rng.choice(session.glass().config.layers("decoder"))
    attention = train_one_step(_make_pair(reading)).decoder.layers[layer].cross_attention
    lengths = [getattr(attention, name).weight.grad.norm().item() for name in MATRICES]
    return ask_for_largest(
        _(
            "Train the model for one step on this sentence and its own translation. "
            "Which matrix of the decoder's cross-attention, layer {layer}, gets the "
            "longest gradient?"
        ).format(layer=layer + 1),
        [
            MeasuredOption(
                name, length, localize_separators(f"{length:.3g}"), length / max(lengths)
            )
            for name, length in zip(MATRICES, lengths, strict=True)
        ],
        rng,
        _(
            "The length is the root of the sum of all squares. W_V and W_O decide what a token "
            "contributes, while W_Q and W_K only decide how much of it."
        ),
        sections="moved",
    )


def ask_largest_gain(reading: Reading, rng: Random) -> Question:
    """Return a question asking which token of the translation gains the most in one training step.
    The gain is one in ln p; the step trains the model on the sentence and this translation.
    """
    source, target = (torch.tensor([ids]) for ids in (reading.source_ids, reading.target_ids))
    taught = train_one_step(_make_pair(reading))
    with torch.inference_mode():
        after = taught(source, target)[0]
    steps, said = range(len(reading.output)), list(reading.output_ids)
    before, now = (
        logits.log_softmax(dim=-1)[steps, said] for logits in (reading.trace["logits"][0], after)
    )
    gains = (now - before).tolist()
    return ask_for_largest(
        _(
            "Train the model for one step on this sentence and its own translation. "
            "Which of these tokens gains the most in log-probability?"
        ),
        [
            MeasuredOption(
                token_name(reading.output, place),
                gains[place],
                format_decimal(gains[place], 3, True),
            )
            for place in sample_top_positions(gains, rng)
        ],
        rng,
        _explain_gain(reading, before, now),
    )


def _explain_gain(
    reading: Reading, p_before: Float[Tensor, " step"], p_after: Float[Tensor, " step"]
) -> str:
    """Explain which token gained most: its probability before and after the training step."""
    gains = p_after - p_before
    most, least = int(gains.argmax()), int(gains.argmin())
    said = (
        _(
            "The probability of {token} goes from {before:.1%} to {after:.1%}. One step can also "
            "overshoot: {other} became less probable."
        )
        if gains[least] < OVERSHOOT_THRESHOLD
        else _(
            "The probability of {token} goes from {before:.1%} to {after:.1%}. Where the model is "
            "already sure of a token, its loss is small, so the step changes little."
        )
    )
    return said.format(
        token=token_name(reading.output, most),
        before=p_before[most].exp().item(),
        after=p_after[most].exp().item(),
        other=token_name(reading.output, least),
    )


def _make_pair(reading: Reading) -> LessonPair:
    """Return the sentence and its translation as a training pair."""
    language, *__ = session.glass().config.read_languages  # any: training does not depend on it
    return LessonPair(language, reading.text, reading.language, reading.translation)


def can_backpropagate(reading: Reading) -> bool:
    """Return whether the model is unedited and the translation short enough for a backward pass."""
    return not reading.changes and len(reading.output) <= MAX_PIECES


def ask_without_residuals(reading: Reading, rng: Random) -> Question:
    """Return a question asking what share of a gradient would be left without residual connections.
    The share is one of the norm of the gradient of the translation's loss at the input of encoder
    layer 1. The residual connections are left out in the backward pass only.
    """
    example = Example.from_ids(reading.source_ids, reading.target_ids[0], reading.output_ids)
    network = session.glass().network
    whole_way, cut = (
        backward_pass(network, example, residuals=roads, names=(FIRST_LAYER_INPUT,))
        .gradients[FIRST_LAYER_INPUT]
        .norm()
        .item()
        for roads in (True, False)
    )
    share = cut / whole_way
    return ask_in_fixed_order(
        _(
            "The error of this translation flows back to the vectors that enter the encoder's "
            "first layer. Suppose only the sub-layers passed it back, not the residual additions. "
            "How much of the gradient's length would be left there?"
        ),
        [
            _("more than a tenth"),
            _("a hundredth to a tenth"),
            _("a thousandth to a hundredth"),
            _("less than a thousandth"),
        ],
        sum(share < limit for limit in REMAINING_SHARES),
        _(
            "{cut} of {whole}. Each addition passes the error on to both of its inputs, "
            "undiminished. Without that, the error has to go through every sub-layer, and most "
            "of it is lost there."
        ).format(cut=_format_short(cut), whole=_format_short(whole_way)),
        sections="road",
    )


def _format_short(length: float) -> str:
    """Return the norm of a gradient with two significant digits."""
    return localize_separators(f"{length:.2g}")
