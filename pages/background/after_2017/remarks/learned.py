"""Sentences about learning: races of small networks, dropout, scaling, BLEU."""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

from jaxtyping import Float
from torch import Tensor

from pages.background.after_2017.compute.bleu import BleuCounts
from pages.background.after_2017.compute.races import SGD_RATE
from pages.background.after_2017.compute.scaling import CHINCHILLA_RATIO, TrainingRun
from ui.messages import Message, _, localize_separators, ngettext
from ui.words import format_decimal, format_integer

CLOSE_FACTOR = 1.25  # losses within this factor are called close


def format_large(number: float) -> str:
    """Return a number as short text, such as "2.5 billion"; below a million, in full."""
    if number >= 1e12:
        count = number / 1e12
        message = ngettext("{number} trillion", "{number} trillion", math.ceil(count))
    elif number >= 1e9:
        count = number / 1e9
        message = ngettext("{number} billion", "{number} billion", math.ceil(count))
    elif number >= 1e6:
        count = number / 1e6
        message = ngettext("{number} million", "{number} million", math.ceil(count))
    else:
        return format_integer(round(number))
    return message.format(number=localize_separators(f"{count:,.4g}"))


def describe_ranking(losses: Mapping[str, float], is_final: bool) -> str:
    """List the networks' final losses (if not ``is_final``, the losses so far), smallest first."""
    ranked = sorted(losses.items(), key=lambda pair: pair[1])
    shown = Message(", ".join(f"{name} **{format_decimal(loss, 3)}**" for name, loss in ranked))
    message = _("Loss at the end: {losses}.") if is_final else _("Loss now: {losses}.")
    return message.format(losses=shown)


def describe_gates(losses: Mapping[str, float]) -> str:
    """Say whether the final losses of ReLU, GELU and SwiGLU are close, and how little that proves.

    Args:
        losses: name of the activation -> final loss of its small network, in nats per letter.
    """
    if max(losses.values()) < CLOSE_FACTOR * min(losses.values()):
        return _(
            "They are close, but this is one seed and one tiny task, with d_model 32. "
            "In a model of 220 million parameters, Shazeer (2020) measured small gains."
        )
    return _(
        "They differ, but this is one seed and one tiny task, with d_model 32. In a "
        "model of 220 million parameters, Shazeer (2020) measured small gains."
    )


def describe_optimizers(losses: Mapping[str, float]) -> str:
    """Say how SGD's learning rate was chosen, and what this comparison of optimizers cannot show.

    Args:
        losses: not used; there because ``show_race`` passes the final losses to its ``remark``.
    """
    return _(
        "SGD got its own learning rate, {rate:g}, the best of the five we tried. This "
        "network has only one layer, so it tells you nothing about the warm-up of deep "
        "stacks."
    ).format(rate=SGD_RATE)


def describe_dropout(
    with_dropout: Float[Tensor, "pass target"],
    without_dropout: Sequence[float],
    tokens: Sequence[str],
    is_training_rate: bool,
) -> str:
    """Describe how the loss varies from pass to pass when dropout is left on in the trained model.

    Args:
        with_dropout: loss of each token in each pass with dropout, in nats.
        without_dropout: loss of each token in a pass without dropout, in nats.
        tokens: tokens of the translation.
        is_training_rate: whether the dropout rate is the one used in training.
    """
    means = with_dropout.mean(dim=1)
    spread = with_dropout.max(dim=0).values - with_dropout.min(dim=0).values
    place = int(spread.argmax())
    as_trained = _(
        "Without dropout, the translation's loss is **{plain:.2}** nats per token. With "
        "dropout left on, as it was for most of the training, it varies from pass to pass, "
        "between {least:.2} and {most:.2}. “{token}” varies more than any other token. Where the "
        "passes disagree, a model is unsure (Gal and Ghahramani 2016)."
    )
    left_on = _(
        "Without dropout, the translation's loss is **{plain:.2}** nats per token. With "
        "dropout left on, it varies from pass to pass, between {least:.2} and {most:.2}. "
        "“{token}” varies more than any other token. Where the passes disagree, a model is "
        "unsure (Gal and Ghahramani 2016)."
    )
    return (as_trained if is_training_rate else left_on).format(
        plain=fmean(without_dropout),
        least=means.min().item(),
        most=means.max().item(),
        token=tokens[place],
    )


def describe_scaling(
    training_run: TrainingRun, trend: tuple[float, float] | None, stages: int
) -> str:
    """Compare this model's training data with the rule of 20 tokens per parameter.

    Args:
        training_run: the training run of this model: its parameters and tokens.
        trend: the power law fitted to the end of the loss curve: (number of tokens read where the
            fitted part begins, exponent); None if the curve is too short.
        stages: number of training stages, each with other languages or settings; where one begins,
            the loss may jump.
    """
    rule = CHINCHILLA_RATIO * training_run.parameters
    fewer = _(
        "This model read **{ratio:.1}** tokens for each parameter, {times:.1} times fewer "
        "than the rule of {rule} asks for."
    )
    more = _(
        "This model read **{ratio:.1}** tokens for each parameter, {times:.1} times as many "
        "as the rule of {rule} asks for."
    )
    times = max(rule / training_run.tokens, training_run.tokens / rule)
    beside = fewer if training_run.tokens < rule else more
    size = _(
        "It has {parameters} parameters and read **{tokens}** tokens. The rule would ask "
        "for {asked}."
    )
    parameters, tokens, asked = map(
        format_large, (training_run.parameters, training_run.tokens, rule)
    )
    said = [
        beside.format(ratio=training_run.ratio, times=times, rule=CHINCHILLA_RATIO),
        size.format(parameters=parameters, tokens=tokens, asked=asked),
    ]
    if trend:
        start, slope = trend
        power = _(
            "From {tokens} tokens on, the model's loss is, on average, proportional to the "
            "number of tokens to the power {exponent:.2}."
        )
        said.append(power.format(tokens=format_large(start), exponent=slope))
    if stages > 1:
        said.append(
            _("The curve jumps because the model learned in {count} stages.").format(count=stages)
        )
    caution = _(
        "The rule comes from decoder-only models that read every token once. This model "
        "translates, and it read its pairs several times."
    )
    return " ".join([*said, caution])


def describe_missing_record() -> str:
    """State the rule of tokens per parameter, for a model whose training was not recorded."""
    return _(
        "The rule asks for {rule} tokens per parameter. We have no record of how many this "
        "model read, so you see published models only."
    ).format(rule=CHINCHILLA_RATIO)


def describe_bleu(bleu: BleuCounts, has_typed_reference: bool) -> str:
    """Describe the BLEU of a translation, with its caveats.

    Args:
        bleu: n-gram counts of translation and reference.
        has_typed_reference: whether the reference was typed by a person.
    """
    if not bleu.reference:
        return _("The reference has no words. Type some to see the four precisions counted.")
    said = [_describe_score(bleu)]
    if not has_typed_reference:
        first = _("Until you type a reference, the runner-up of beam search serves as one.")
        said = [first, *said]
    if bleu.brevity_penalty < 1:
        short_of = _(
            "The translation is shorter than the reference, so the penalty takes off {share:%}."
        )
        said.append(short_of.format(share=1 - bleu.brevity_penalty))
    caution = _(
        "BLEU ignores synonyms: a good translation in other words scores low. It's "
        "meant for thousands of sentences, whose counts are added up first."
    )
    return " ".join([*said, caution])


def _describe_score(bleu: BleuCounts) -> str:
    """Describe the BLEU score and, where it is zero, the reason."""
    zero = next((n for n, p in enumerate(bleu.precisions, 1) if not p), None)
    if not zero:
        return _("**BLEU {score:.1}**.").format(score=bleu.score)
    if not bleu.counts[zero - 1][1]:
        return ngettext(
            "The translation is too short to have a run of words, so on its own it "
            "gets **BLEU 0**.",
            "The translation is too short to have a run of {count} words, so on its "
            "own it gets **BLEU 0**.",
            zero,
        ).format(count=zero)
    return ngettext(
        "Translation and reference have no word in common, so this sentence on its own "
        "gets **BLEU 0**.",
        "Translation and reference have no run of {count} words in common, so this "
        "sentence on its own gets **BLEU 0**.",
        zero,
    ).format(count=zero)
