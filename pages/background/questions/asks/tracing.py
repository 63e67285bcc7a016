"""Questions about the exact attribution of a decision to tokens and heads."""

from random import Random

from model.changes.kinds import Steering
from model.flow.decomposition import Flow
from model.flow.kinds import GENDER, other_article_form
from model.flow.nodes import STACKS, list_nodes, node_attributions
from model.parts import Head
from pages.background.questions.asks.asking import (
    MAX_OPTIONS,
    MeasuredOption,
    Question,
    ask_for_largest,
    sample_top_positions,
)
from ui.messages import _
from ui.readings import session
from ui.readings.changes import label_head
from ui.readings.reading import Reading, quote_pieces, token_name
from ui.words import format_decimal

LONGEST = 40  # most tokens of a sentence and its translation that are traced quickly


def is_traceable(reading: Reading) -> bool:
    """Return whether the choice of an output token can be traced back for this sentence.
    It cannot if the sentence is too short, if sentence and translation together are too long, or if
    one of the user's changes steers the model.
    """
    if any(isinstance(change, Steering) for change in reading.changes):
        return False
    return len(reading.source) > 2 and len(reading.source) + len(reading.output) <= LONGEST


def ask_decisive_token(reading: Reading, rng: Random) -> Question:
    """Return a question asking which source token favours an output token most over its rival.
    The rival is a competing token, such as the runner-up. Measured are contributions to the
    difference between the two tokens' logits at one step.
    """
    step, flow = _trace_decision(reading, rng)
    parts, (said, rival) = flow.source, _quote_decision(flow)
    answers = [
        MeasuredOption(
            token_name(reading.source, place),
            parts[place],
            format_decimal(parts[place], with_plus=True),
        )
        for place in sample_top_positions(parts, rng)
    ]
    return ask_for_largest(
        _(
            "At step {step} the model wrote {said}; the rival was {rival}. Which token of the "
            "sentence contributes the largest part of the difference between the two logits?"
        ).format(step=step + 1, said=said, rival=rival),
        answers,
        rng,
        _(
            "The difference is {difference:+.2}. The parts of all tokens, positions and biases add "
            "up to exactly that."
        ).format(difference=flow.m),
        step=step + 1,
    )


def ask_strongest_head(reading: Reading, rng: Random) -> Question:
    """Return a question asking which head favours an output token most over its rival.
    The rival is a competing token, such as the runner-up. Measured are contributions to the
    difference between the two tokens' logits at one step.
    """
    step, flow = _trace_decision(reading, rng)
    said, rival = _quote_decision(flow)
    parts = {
        node: part
        for stack in STACKS
        for node, part in zip(
            list_nodes(flow.linearized.network.config, stack),
            node_attributions(flow.linearized, stack).sum(dim=1).tolist(),
            strict=True,
        )
        if node.head >= 0
    }
    order = sorted(parts, key=lambda node: -parts[node])
    some = [order[0], *rng.sample(order[1:], min(MAX_OPTIONS, len(order)) - 1)]
    answers = [
        MeasuredOption(
            label_head(Head(node.kind, node.layer, node.head)),
            parts[node],
            format_decimal(parts[node], with_plus=True),
        )
        for node in some
    ]
    return ask_for_largest(
        _(
            "At step {step} the model wrote {said}; the rival was {rival}. Which of these "
            "heads carries the largest part of the difference between the two logits?"
        ).format(step=step + 1, said=said, rival=rival),
        answers,
        rng,
        _(
            "The difference is {difference:+.2}. Over all positions together, the head carries "
            "{part:+.2} of it."
        ).format(difference=flow.m, part=parts[order[0]]),
        step=step + 1,
    )


def _trace_decision(reading: Reading, rng: Random) -> tuple[int, Flow]:
    """Return a random decoding step, and the flow behind its token against the default foil."""
    step = rng.randrange(len(reading.output))
    other = other_article_form(GENDER, reading, step, session.glass().tokenizer)
    return step, reading.flow(step, rival="runner-up" if other is None else other)


def _quote_decision(flow: Flow) -> list[str]:
    """Return the output token and the token it competes with (the foil), in quotes."""
    ids = flow.linearized.decision.token, flow.linearized.decision.foil
    return quote_pieces(session.glass().tokenizer.pieces([one for one in ids if one is not None]))
