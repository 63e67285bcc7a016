"""Sentences about this example's loss, its gradients and the step."""

from collections.abc import Sequence

from model.backward.step import MOST_STEPS
from model.tokenizer import SPACE
from pages.training.one_step.cached import StepOutcome
from pages.training.one_step.compute import (
    GradientFlow,
    InspectedMatrix,
    LogitGradients,
    RowGradient,
)
from pages.training.one_step.training_setup import TrainingSetup
from ui.messages import N_, _, ngettext
from ui.sentence import Remark, join_remarks, say, say_count
from ui.words import SMALL, format_decimal, format_factor, format_scientific

FADED = 10  # times smaller: then a gradient has nearly vanished
CLOSE = 1e-3  # relative difference below which two derivatives agree
MATRICES = {  # weight matrices of a layer, by sub-module
    "self_attention": ("W_Q", "W_K", "W_V", "W_O"),
    "cross_attention": ("W_Q", "W_K", "W_V", "W_O"),
    "feed_forward": ("W_1", "W_2"),
}
NEXT = N_("The copy has taken as many steps as it's allowed to. Go back to normal to begin again.")


def format_number(value: float, digits: int = 3) -> str:
    """Return a number as text, with "−" if it is negative; below 0.01, in scientific notation.

    Args:
        value: the number.
        digits: number of decimals; in scientific notation, two fewer.
    """
    plain = abs(value)
    if not plain:
        return "0"
    said = format_decimal(plain, digits) if plain >= SMALL else format_scientific(plain, digits - 2)
    return f"−{said}" if value < 0 else said


def describe_takeaway(
    flows: tuple[GradientFlow, GradientFlow], token_texts: Sequence[str]
) -> Remark:
    """Return the takeaway: the token with the largest loss, and how much error comes back.

    Args:
        flows: gradients with residual connections, and without.
        token_texts: texts of the reference tokens.
    """
    losses, given = flows[0].losses, flows[0].probabilities
    worst = max(range(len(losses)), key=losses.__getitem__)
    most = say(
        "**“{token}”** pulls the loss up most: the model gave it {p:%}.",
        token=token_texts[worst],
        p=given[worst],
    )
    return join_remarks(most, _describe_way_back(flows))


def _describe_way_back(flows: tuple[GradientFlow, GradientFlow]) -> Remark:
    """Describe how much error comes back to the words that the encoder read,
    with residual connections and without.

    Args:
        flows: gradients with residual connections, and without.
    """
    here, cut = (one.gradient_norm("source_embedding") for one in flows)
    if cut > 0 and here >= FADED * cut:
        return say(
            "All errors together find their way back to the words you typed. With the thick roads "
            "cut, only **1/{factor}** would arrive.",
            factor=format_factor(here / cut),
        )
    return say(
        "All errors together find their way back to the words you typed: there, their length is "
        "{here}, and {cut} with the thick roads cut.",
        here=format_number(here),
        cut=format_number(cut),
    )


def describe_reference(setup: TrainingSetup, source: str, reference: str) -> Remark:
    """Describe which translation is the reference: the model's own, a typed one or the source
    itself.

    It also explains why even the model's own translation has a loss.

    Args:
        setup: the training example, its label smoothing, and the training steps already taken.
        source: text of the source.
        reference: text of the reference.
    """
    if reference.strip() == source.strip():
        return say(
            "The right answer is the sentence itself. The model never learned to copy, so expect "
            "a large loss."
        )
    if not setup.is_own_translation:
        return say(
            "The right answer is the one you typed. Empty the field to go back to the model's own."
        )
    if setup.smoothing:
        return say(
            "The right answer is the model's own translation. There is still an error: a "
            "smoothed target never asks for certainty, and the model is never exactly as unsure "
            "as it's asked to be."
        )
    return say(
        "The right answer is the model's own translation. Each token got a probability below 1, "
        "and this gap is the error. Label smoothing (below) asks for about 90% only."
    )


def describe_steps_taken(step_count: int) -> Remark:
    """Describe that the page shows the visitor's copy of the model, after ``step_count`` training
    steps.
    """
    return say_count(
        "Everything on this page is computed from **your copy after {count} step**. The next step "
        "continues from there. No other page sees this copy.",
        "Everything on this page is computed from **your copy after {count} steps**. The next "
        "step continues from there. No other page sees this copy.",
        step_count,
    )


def describe_logit_gradients(
    gradients: LogitGradients, token: str, token_texts: Sequence[str], right_id: int
) -> Remark:
    """Describe the logit gradient of the right token, and the largest positive one of the other
    tokens.

    Args:
        gradients: the largest logit gradients where one token of the reference is predicted.
        token: text of the right token.
        token_texts: texts of the tokens in ``gradients``.
        right_id: vocabulary id of the right token.
    """
    place = gradients.ids.index(right_id) if right_id in gradients.ids else 0
    values = {
        "token": token,
        "p": format_decimal(gradients.p[place], 3),
        "y": format_decimal(gradients.y[place], 3),
        "slope": format_decimal(gradients.gradients[place], 3),
    }
    first = say(
        "“{token}” is right: p − y = {p} − {y} = **{slope}**, so its logit rises.", **values
    )
    if gradients.gradients[place] > 0:
        first = say(
            "“{token}” is right, and already more probable than its target asks for: p − y = {p} "
            "− {y} = **{slope}**, so its logit falls.",
            **values,
        )
    others = [
        i
        for i, slope in enumerate(gradients.gradients)
        if slope > 0 and gradients.ids[i] != right_id
    ]
    if not others:
        return first
    best = others[0]
    second = say(
        "“{token}” got {p:.3} and should have got {y:.3}, so its logit is pushed down hardest.",
        token=token_texts[best],
        p=gradients.p[best],
        y=gradients.y[best],
    )
    return join_remarks(first, second)


def describe_residual_effect(flows: tuple[GradientFlow, GradientFlow]) -> Remark:
    """Describe how much gradient reaches the encoder's input, with residual connections and
    without.

    Args:
        flows: gradients with residual connections, and without.
    """
    top = flows[0].gradient_norm("linear")
    here, cut = (one.gradient_norm("source_embedding") for one in flows)
    return say(
        "Over all tokens, the error at the logits has length {top}. With the road, **{here}** "
        "reaches the vectors that enter the encoder's first layer. Without it, **{cut}**.",
        top=format_number(top),
        here=format_number(here),
        cut=format_number(cut),
    )


def describe_weight_gradient(
    name: str, position: tuple[int, int], matrix: InspectedMatrix, tokens: Sequence[str]
) -> Remark:
    """Describe one weight's gradient as a sum over tokens, with its largest term.

    Args:
        name: parameter name of the matrix, such as "encoder.layers.0.self_attention.W_Q.weight".
        position: row and column of the weight, from 0.
        matrix: the weight's value, and the terms of its gradient.
        tokens: texts of the tokens at the positions that the matrix multiplies.
    """
    products = matrix.sum.products.tolist()
    most = max(range(len(products)), key=lambda i: abs(products[i]))
    return say_count(
        "The weight in row {row}, column {column} ({matrix}) is {weight}. Its gradient is "
        "**{total}**, the product for a single token.",
        "The weight in row {row}, column {column} ({matrix}) is {weight}. Its gradient is "
        "**{total}**, the sum of {count} products, one per token. The largest comes from "
        "“{token}”: its error {error} times its input {given} gives {product}.",
        len(products),
        row=position[0] + 1,
        column=position[1] + 1,
        matrix=matrix_name(name),
        weight=format_number(matrix.weight),
        total=format_number(matrix.sum.total),
        token=tokens[most],
        error=format_number(matrix.sum.errors[most].item()),
        given=format_number(matrix.sum.inputs[most].item()),
        product=format_number(products[most]),
    )


def describe_numerical_check(gradient: float, numerical: float) -> Remark:
    """Describe whether a weight's gradient agrees with the numerical derivative, to one part in
    1,000.

    Args:
        gradient: the gradient that backpropagation computed.
        numerical: the slope of the loss between a slightly smaller and a slightly larger weight.
    """
    difference = abs(gradient - numerical) / max(abs(numerical), 1e-12)
    numbers = {"slope": format_number(numerical, 6), "total": format_number(gradient, 6)}
    if max(abs(gradient), abs(numerical)) < 1e-9:
        return say("Moving the weight changes nothing: both derivatives are 0 here.")
    if difference <= CLOSE:
        return say(
            "Now without the chain rule. We moved the weight up and down by a millionth and "
            "computed both losses. Their slope is **{slope}**. Backpropagation said {total}: "
            "the two agree.",
            **numbers,
        )
    return say(
        "Now without the chain rule. We moved the weight up and down by a millionth and "
        "computed both losses. Their slope is **{slope}**; backpropagation said {total}. The "
        "two differ by {share:.1%}, because single precision rounds a gradient this small.",
        share=difference,
        **numbers,
    )


def describe_row_gradients(
    rows: Sequence[RowGradient], token_texts: Sequence[str], median: float, vocab: int
) -> Remark:
    """Describe the largest gradient norm of a row of the embedding matrix E, beside the median.

    Args:
        rows: the rows with their gradient norms, the largest first.
        token_texts: texts of the rows' tokens.
        median: median of the gradient norms of all rows.
        vocab: number of all rows: the size of the vocabulary.
    """
    top = rows[0]
    jobs = {
        _("as a word that the encoder read"): top.source,
        _("as a word that the decoder read"): top.target,
        _("as a candidate for the next word"): top.output,
    }
    return say(
        "The row of **“{token}”** is pulled hardest, with a gradient of length {length}, mostly "
        "{job}. The median of all {vocab:,} rows is {middle}: the softmax pulls on every row, but "
        "on most of them very little.",
        token=token_texts[0],
        length=format_number(top.total),
        job=max(jobs, key=jobs.__getitem__),
        vocab=vocab,
        middle=format_number(median),
    )


def describe_loss_by_rate(points: Sequence[tuple[float, float]], initial_loss: float) -> str:
    """Describe which learning rate gives the lowest loss, and from which rate on the loss rises.

    Args:
        points: learning rate, and loss in nats after a step at this rate.
        initial_loss: loss before the step, in nats.
    """
    rate, lowest = min(points, key=lambda point: point[1])
    if lowest >= initial_loss:
        return _("Every step on this curve makes the loss larger, so all of them are too long.")
    said = _("The loss falls from {begun:.2} to **{lowest:.2}** at η = {rate}.").format(
        begun=initial_loss, lowest=lowest, rate=format_rate(rate)
    )
    above = [point for point in points if point[0] > rate and point[1] > initial_loss]
    if not above:
        return said
    beyond = _(
        "From η = {rate} on, the loss ends up higher than it began: the gradient only holds "
        "near the weights it was computed at."
    )
    return f"{said} {beyond.format(rate=format_rate(above[0][0]))}"


def format_rate(rate: float) -> str:
    """Return a learning rate as text; below 0.01, in scientific notation."""
    return format_number(rate) if rate < SMALL else format_decimal(rate, 3)


def describe_step_outcome(
    outcome_before: StepOutcome, outcome_after: StepOutcome, step_count: int
) -> str:
    """Describe how the training steps changed the loss, and how many other translations they
    changed.

    The first translation is that of the training sentence; the others were not trained on.

    Args:
        outcome_before: translations and loss before the steps.
        outcome_after: translations and loss after them.
        step_count: number of training steps.
    """
    said = ngettext(
        "After {count} step, the loss is **{now:.2}** instead of {before:.2}.",
        "After {count} steps, the loss is **{now:.2}** instead of {before:.2}.",
        step_count,
    ).format(count=step_count, now=outcome_after.loss, before=outcome_before.loss)
    others = list(zip(outcome_before.translations[1:], outcome_after.translations[1:], strict=True))
    changed = sum(old != new for old, new in others)
    if not others:
        return said
    if not changed:
        return f"{said} {_('The other sentences are translated as before.')}"
    also = ngettext(
        "Of {all} other sentences, {count} is translated differently now.",
        "Of {all} other sentences, {count} are translated differently now.",
        changed,
    )
    return f"{said} {also.format(all=len(others), count=changed)}"


def can_take_step(step_count: int) -> bool:
    """Whether the visitor's copy of the model, after ``step_count`` steps, may take one more."""
    return step_count < MOST_STEPS


def matrix_name(name: str) -> str:
    """Return the label of a matrix, such as "encoder layer 1, self-attention: W_Q".

    Args:
        name: its parameter name, such as "encoder.layers.0.self_attention.W_Q.weight".
    """
    stack, _layers, layer, part, matrix, _weight = name.split(".")
    messages = {
        ("encoder", "self_attention"): N_("encoder layer {layer}, self-attention: {matrix}"),
        ("encoder", "feed_forward"): N_("encoder layer {layer}, feed-forward: {matrix}"),
        ("decoder", "self_attention"): N_("decoder layer {layer}, self-attention: {matrix}"),
        ("decoder", "cross_attention"): N_("decoder layer {layer}, cross-attention: {matrix}"),
        ("decoder", "feed_forward"): N_("decoder layer {layer}, feed-forward: {matrix}"),
    }
    return _(messages[stack, part]).format(layer=int(layer) + 1, matrix=matrix)


def format_piece(piece: str) -> str:
    """Return a piece without "▁", which marks the beginning of a word: "cat" for "▁cat".

    The piece "▁" becomes "␣".
    """
    return piece.replace(SPACE, "␣") if piece == SPACE else piece.replace(SPACE, "")


def logit_gradient_latex(gradients: LogitGradients, right_id: int) -> str:
    """Return, as LaTeX, the right token's logit gradient in numbers: p − y.

    If ``gradients`` lacks the right token, its first token is taken instead.

    Args:
        gradients: the largest logit gradients where one token of the reference is predicted.
        right_id: vocabulary id of the right token.
    """
    place = gradients.ids.index(right_id) if right_id in gradients.ids else 0
    p, y, slope = gradients.p[place], gradients.y[place], gradients.gradients[place]
    return rf"{p:.3f} - {y:.3f} = {slope:.3f}"
