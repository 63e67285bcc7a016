"""Questions about the output: probabilities, layers, the loss."""

import math
from itertools import pairwise
from random import Random

from model.measures.attention_entropy import entropies
from model.measures.logit_lens import decision_layers, logit_lens, token_ranks
from model.tokenizer import Tokenizer
from model.training.loss import target_distribution
from pages.background.questions.asks.asking import (
    CHOICES,
    Measured,
    Option,
    Question,
    ask_in_order,
    largest,
    pick_places,
)
from ui.messages import _
from ui.readings import session, without_changes
from ui.readings.reading import Reading, quote, target_tokens
from ui.words import decimal, percent, shortest_decimal, size, whole

CONTESTED = 3  # number of closest steps, one of which is asked about
ABOVE = (0.1, 0.2, 0.4)  # nats above the floor
NATS = math.log(2)  # per bit


def second_choice(reading: Reading, chance: Random) -> Question:
    """Ask which token was the second most probable at a step."""
    left_out = without_changes.say_omissions(reading, without_changes.of_the_mask)
    reading = without_changes.translation_without(reading, without_changes.of_the_mask)
    steps, ids = range(len(reading.output)), reading.output_ids
    unsaid = reading.trace["logits"][0].softmax(dim=-1)
    unsaid[steps, list(ids)] = 0
    contested = sorted(steps, key=lambda step: -unsaid[step].max().item())
    step = chance.choice(contested[:CONTESTED])
    p, said = reading.trace["logits"][0, step].softmax(dim=-1), ids[step]
    others = [token for token in p.topk(CHOICES + 1).indices.tolist() if token != said][:CHOICES]
    tokenizer = session.glass().tokenizer
    own, *names = quote(tokenizer.pieces([said, *others]))
    answers = [
        Measured(name, share, percent(share, 2), share / p[others[0]].item())
        for name, share in zip(names, p[others].tolist(), strict=True)
    ]
    read = "… " if step > 5 else ""
    read += " ".join(token.text for token in reading.target[: step + 1][-6:])
    return largest(
        _("The decoder has read “{read}” and writes {token}. Which token came second?").format(
            read=read, token=own
        ),
        answers,
        chance,
        _(
            "{token} got {share}, {other} {other_share}. All {count} tokens together get {all}."
        ).format(
            token=own,
            share=percent(p[said].item(), 2),
            other=names[0],
            other_share=percent(p[others[0]].item(), 2),
            count=whole(len(p)),
            all=percent(1),
        )
        + f" {left_out}".rstrip(),
        step=step + 1,
    )


def least_sure(reading: Reading, chance: Random) -> Question:
    """Ask at which step the model was least sure of its token."""
    left_out = without_changes.say_omissions(reading, without_changes.of_the_mask)
    reading = without_changes.translation_without(reading, without_changes.of_the_mask)
    p = _output_probabilities(reading)
    places = sorted(pick_places(len(p), [min(range(len(p)), key=p.__getitem__)], chance))
    least = min(places, key=p.__getitem__)
    return ask_in_order(
        _("Which of these tokens was the model least sure of when it wrote it?"),
        [
            Option(
                _("“{token}”, step {step}").format(
                    token=reading.output[place].text, step=place + 1
                ),
                percent(p[place], 1),
                p[place],
            )
            for place in places
        ],
        places.index(least),
        _(
            "Step {step}, “{token}”, with {share}. Of all {count} steps, that's where the "
            "model is least sure. The probability of the whole translation is the product over "
            "all steps: {product}."
        ).format(
            step=least + 1,
            token=reading.output[least].text,
            share=percent(p[least], 1),
            count=len(p),
            product=size(math.prod(p)),
        )
        + f" {left_out}".rstrip(),
        step=least + 1,
    )


def settling_layer(reading: Reading, chance: Random) -> Question:
    """Ask from which layer on the next token leads in the logit lens."""
    left_out = without_changes.say_omissions(reading, without_changes.of_the_steps)
    reading = without_changes.translation_without(reading, without_changes.of_the_steps)
    step = chance.randrange(len(reading.output))
    E, b = session.embedding_matrix(reading.changes), session.glass().network.b
    logits = logit_lens(reading.trace, E, b)[:, step : step + 1]
    token = int(logits[-1, 0].argmax())
    places = token_ranks(logits, [token])
    first = int(decision_layers(places))
    depths = [
        _("before layer 1"),
        *(_("after layer {layer}").format(layer=n) for n in range(1, len(logits))),
    ]
    text = _text(session.glass().tokenizer, token)
    return ask_in_order(
        _(
            "At step {step}, “{token}” ends up with the highest logit. You can compare "
            "the decoder's vector with E after each layer. From which point on does "
            "this token lead and keep the lead?"
        ).format(step=step + 1, token=text),
        [
            Option(name, _("place {place}").format(place=whole(place)))
            for name, place in zip(depths, places[:, 0].tolist(), strict=True)
        ],
        first,
        f"{_say_depth(first)} {left_out}".rstrip(),
        step=step + 1,
    )


def _say_depth(first: int) -> str:
    """Return the explanation: after which layer a token leads, and the limits of the logit lens."""
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


def above_floor(reading: Reading, chance: Random) -> Question:
    """Ask how far the label-smoothed loss of this translation is above its minimum.

    Raises:
        ValueError: if the model has no training record.
    """
    epsilon = session.smoothing()
    if epsilon is None:
        raise ValueError("nobody wrote down how this model was trained")
    logits = reading.trace["logits"][0, : len(reading.output)]
    vocab, log_p = logits.shape[-1], logits.log_softmax(dim=-1)
    least = entropies(target_distribution(vocab, epsilon)).item() * NATS
    plain = -sum(math.log(max(p, 1e-30)) for p in _output_probabilities(reading)) / len(log_p)
    smoothed = (1 - epsilon) * plain - epsilon * log_p.mean().item()
    above = smoothed - least
    limits = [decimal(limit, 1) for limit in ABOVE]
    return ask_in_order(
        _(
            "This model learned with label smoothing (ε = {epsilon}). With that, no model's "
            "loss can be below {least} nats per token. How far above that is this model, on "
            "its own translation?"
        ).format(epsilon=shortest_decimal(epsilon), least=decimal(least, 3)),
        [
            _("less than {limit}").format(limit=limits[0]),
            *(_("{low} to {high}").format(low=low, high=high) for low, high in pairwise(limits)),
            _("{limit} or more").format(limit=limits[-1]),
        ],
        sum(above >= limit for limit in ABOVE),
        _(
            "{above} nats: with smoothing, its loss is {smoothed}. (Without smoothing, it's "
            "{plain}.) The lowest possible loss is the entropy of the smoothed target. To "
            "reach it, a model would have to give every wrong token exactly {epsilon}/{count}. "
            "Where several translations are good, no model can do that and be right."
        ).format(
            above=decimal(above, 3),
            smoothed=decimal(smoothed, 3),
            plain=decimal(plain, 3),
            epsilon=shortest_decimal(epsilon),
            count=whole(vocab),
        ),
    )


def has_record(reading: Reading) -> bool:
    """Return whether the model has a training record."""
    return session.smoothing() is not None


def _output_probabilities(reading: Reading) -> list[float]:
    """Return the probability of each output token."""
    p = reading.trace["logits"][0].softmax(dim=-1)
    return p[range(len(reading.output)), list(reading.output_ids)].tolist()


def _text(tokenizer: Tokenizer, token: int) -> str:
    """Return the text of a target token."""
    return target_tokens(tokenizer, [token])[0].text
