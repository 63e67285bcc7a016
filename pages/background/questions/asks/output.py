"""Questions about the output: probabilities, layers, the loss."""

import math
from itertools import pairwise
from random import Random

from model.measures.attention_entropy import row_entropies
from model.measures.logit_lens import decision_layers, logit_lens, token_ranks
from model.tokenizer import Tokenizer
from model.training.loss import target_distribution
from pages.background.questions.asks.asking import (
    MAX_OPTIONS,
    MeasuredOption,
    Option,
    Question,
    ask_for_largest,
    ask_in_fixed_order,
    sample_positions,
)
from ui.messages import _
from ui.readings import session, without_changes
from ui.readings.reading import Reading, quote_pieces, target_tokens
from ui.words import (
    format_decimal,
    format_magnitude,
    format_percent,
)

MAX_CONTESTED_STEPS = 3  # number of closest steps, one of which is asked about
FLOOR_LIMITS = (0.1, 0.2, 0.4)  # nats above the floor
NATS_PER_BIT = math.log(2)  # per bit


def ask_second_choice(reading: Reading, rng: Random) -> Question:
    """Return a question asking which token was the second most probable at a step."""
    left_out = without_changes.describe_omissions(reading, without_changes.removes_causal_mask)
    reading = without_changes.read_without_changes(reading, without_changes.removes_causal_mask)
    steps, ids = range(len(reading.output)), reading.output_ids
    unsaid = reading.trace["logits"][0].softmax(dim=-1)
    unsaid[steps, list(ids)] = 0
    contested = sorted(steps, key=lambda step: -unsaid[step].max().item())
    step = rng.choice(contested[:MAX_CONTESTED_STEPS])
    p, said = reading.trace["logits"][0, step].softmax(dim=-1), ids[step]
    others = [token for token in p.topk(MAX_OPTIONS + 1).indices.tolist() if token != said][
        :MAX_OPTIONS
    ]
    tokenizer = session.glass().tokenizer
    own, *names = quote_pieces(tokenizer.pieces([said, *others]))
    answers = [
        MeasuredOption(name, share, format_percent(share, 2), share / p[others[0]].item())
        for name, share in zip(names, p[others].tolist(), strict=True)
    ]
    read = "… " if step > 5 else ""
    read += " ".join(token.text for token in reading.target[: step + 1][-6:])
    return ask_for_largest(
        _("The decoder has read “{read}” and writes {token}. Which token came second?").format(
            read=read, token=own
        ),
        answers,
        rng,
        _(
            "{token} got {share:.2%}, {other} {other_share:.2%}. All {count:,} tokens together "
            "get {all:%}."
        ).format(
            token=own,
            share=p[said].item(),
            other=names[0],
            other_share=p[others[0]].item(),
            count=len(p),
            all=1,
        )
        + f" {left_out}".rstrip(),
        step=step + 1,
    )


def ask_least_confident_step(reading: Reading, rng: Random) -> Question:
    """Return a question asking at which step the output token had the lowest probability."""
    left_out = without_changes.describe_omissions(reading, without_changes.removes_causal_mask)
    reading = without_changes.read_without_changes(reading, without_changes.removes_causal_mask)
    p = _compute_output_probabilities(reading)
    places = sorted(sample_positions(len(p), [min(range(len(p)), key=p.__getitem__)], rng))
    least = min(places, key=p.__getitem__)
    return ask_in_fixed_order(
        _("Which of these tokens was the model least sure of when writing it?"),
        [
            Option(
                _("“{token}”, step {step}").format(
                    token=reading.output[place].text, step=place + 1
                ),
                format_percent(p[place], 1),
                p[place],
            )
            for place in places
        ],
        places.index(least),
        _(
            "Step {step}, “{token}”, with {share:.1%}. Of all {count} steps, that's where the "
            "model is least sure. The probability of the whole translation is the product over "
            "all steps: {product}."
        ).format(
            step=least + 1,
            token=reading.output[least].text,
            share=p[least],
            count=len(p),
            product=format_magnitude(math.prod(p)),
        )
        + f" {left_out}".rstrip(),
        step=least + 1,
    )


def ask_settling_layer(reading: Reading, rng: Random) -> Question:
    """Return a question asking from which decoder layer on the output token has the highest logit.
    The logits after each layer come from the logit lens: E is applied to the layer's output.
    """
    left_out = without_changes.describe_omissions(reading, without_changes.affects_decoding_steps)
    reading = without_changes.read_without_changes(reading, without_changes.affects_decoding_steps)
    step = rng.randrange(len(reading.output))
    E, b = session.embedding_matrix(reading.changes), session.glass().network.b
    logits = logit_lens(reading.trace, E, b)[:, step : step + 1]
    token = int(logits[-1, 0].argmax())
    places = token_ranks(logits, [token])
    first = int(decision_layers(places))
    depths = [
        _("before layer 1"),
        *(_("after layer {layer}").format(layer=n) for n in range(1, len(logits))),
    ]
    text = _get_token_text(session.glass().tokenizer, token)
    return ask_in_fixed_order(
        _(
            "At step {step}, “{token}” ends up with the highest logit. You can compare the "
            "decoder's vector with E after each layer. From which point on does this token stay in "
            "the lead?"
        ).format(step=step + 1, token=text),
        [
            Option(name, _("place {place:,}").format(place=place))
            for name, place in zip(depths, places[:, 0].tolist(), strict=True)
        ],
        first,
        f"{_explain_settling_layer(first)} {left_out}".rstrip(),
        step=step + 1,
    )


def _explain_settling_layer(first: int) -> str:
    """Explain after which layer a token leads in the logit lens, and the limits of that lens."""
    why = (
        _(
            "After layer {layer}. Comparing an earlier layer with E is called the logit lens. "
            "It's only a rough look, because only the last layer was trained to be read this "
            "way."
        )
        if first
        else _(
            "Before layer 1. Comparing an earlier layer with E is called the logit lens. It's "
            "only a rough look, because only the last layer was trained to be read this way."
        )
    )
    return why.format(layer=first)


def ask_loss_above_floor(reading: Reading, rng: Random) -> Question:
    """Return a question asking how far the translation's loss is above the least possible one.
    With label smoothing, no model's loss can be 0. Losses are in nats per token.

    Raises:
        ValueError: if the model has no training record, so that its smoothing is unknown.
    """
    epsilon = session.label_smoothing()
    if epsilon is None:
        raise ValueError("nobody wrote down how this model was trained")
    logits = reading.trace["logits"][0, : len(reading.output)]
    vocab, log_p = logits.shape[-1], logits.log_softmax(dim=-1)
    least = row_entropies(target_distribution(vocab, epsilon)).item() * NATS_PER_BIT
    plain = -sum(math.log(max(p, 1e-30)) for p in _compute_output_probabilities(reading)) / len(
        log_p
    )
    smoothed = (1 - epsilon) * plain - epsilon * log_p.mean().item()
    above = smoothed - least
    limits = [format_decimal(limit, 1) for limit in FLOOR_LIMITS]
    return ask_in_fixed_order(
        _(
            "This model was trained with label smoothing (ε = {epsilon:g}). With that, no model's "
            "loss can be below {least:.3} nats per token. How far above that is this model, on its "
            "own translation?"
        ).format(epsilon=epsilon, least=least),
        [
            _("less than {limit}").format(limit=limits[0]),
            *(_("{low} to {high}").format(low=low, high=high) for low, high in pairwise(limits)),
            _("{limit} or more").format(limit=limits[-1]),
        ],
        sum(above >= limit for limit in FLOOR_LIMITS),
        _(
            "{above:.3} nats: with smoothing, its loss is {smoothed:.3}. (Without smoothing, it's "
            "{plain:.3}.) The lowest possible loss is the entropy of the smoothed target. To "
            "reach it, a model would have to give every wrong token exactly {epsilon:g}/{count:,}. "
            "Where several translations are good, no model can do that and be right."
        ).format(above=above, smoothed=smoothed, plain=plain, epsilon=epsilon, count=vocab),
    )


def has_training_record(reading: Reading) -> bool:
    """Return whether the model has a training record."""
    return session.label_smoothing() is not None


def _compute_output_probabilities(reading: Reading) -> list[float]:
    """Return the probability of each output token."""
    p = reading.trace["logits"][0].softmax(dim=-1)
    return p[range(len(reading.output)), list(reading.output_ids)].tolist()


def _get_token_text(tokenizer: Tokenizer, token: int) -> str:
    """Return the text of a target token."""
    return target_tokens(tokenizer, [token])[0].text
