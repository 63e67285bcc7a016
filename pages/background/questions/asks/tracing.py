"""Questions about the exact way of a decision."""

from random import Random

from model.flow.kinds import GENDER, other_form
from model.flow.nodes import STACKS, attributions, nodes
from model.flow.ways import Flow
from pages.background.questions.asks.asking import CHOICES, Measured, Question, largest, rivals
from ui.readings import session
from ui.readings.changes import ATTENTION_NAMES
from ui.readings.reading import Reading, name_of, quote
from ui.words import with_sign

LONGEST = 40  # tokens of a sentence and its translation: beyond them it takes too long to ask


def is_short(reading: Reading) -> bool:
    """Whether the ways of a step are followed quickly."""
    return len(reading.source) > 2 and len(reading.source) + len(reading.output) <= LONGEST


def counts_most(reading: Reading, chance: Random) -> Question:
    """Which token of the sentence has the largest part in a decision?"""
    step, flow, against = _decision(reading, chance)
    parts = flow.source
    answers = [
        Measured(name_of(reading.source, place), parts[place], with_sign(parts[place], plus=True))
        for place in rivals(parts, chance)
    ]
    return largest(
        f"{against} Which token of the sentence has the largest part in the difference of the two "
        "logits?",
        answers,
        chance,
        f"The difference is {with_sign(flow.m, plus=True)}. All tokens, positions and biases "
        "together make exactly that.",
        step=step + 1,
    )


def strongest_head(reading: Reading, chance: Random) -> Question:
    """Which head carries most of a decision?"""
    step, flow, against = _decision(reading, chance)
    parts = {
        node: part
        for stack in STACKS
        for node, part in zip(
            nodes(flow.held.network.config, stack),
            attributions(flow.held, stack).sum(dim=1).tolist(),
            strict=True,
        )
        if node.head >= 0
    }
    order = sorted(parts, key=lambda node: -parts[node])
    some = [order[0], *chance.sample(order[1:], min(CHOICES, len(order)) - 1)]
    answers = [
        Measured(
            f"{ATTENTION_NAMES[node.kind]}, layer {node.layer + 1}, head {node.head + 1}",
            parts[node],
            with_sign(parts[node], plus=True),
        )
        for node in some
    ]
    return largest(
        f"{against} Which of these heads carries most of the difference of the two logits?",
        answers,
        chance,
        f"The difference is {with_sign(flow.m, plus=True)}. The head carries "
        f"{with_sign(parts[order[0]], plus=True)} of it, all positions together.",
        step=step + 1,
    )


def _decision(reading: Reading, chance: Random) -> tuple[int, Flow, str]:
    """Return a step, its ways against the rival that Trace it begins with, and both in words."""
    step = chance.randrange(len(reading.output))
    other = other_form(GENDER, reading, step, session.glass().tokenizer)
    flow = reading.flow(step, rival="runner-up" if other is None else other)
    ids = [flow.held.decision.said, flow.held.decision.rival]
    said, rival = quote(session.glass().tokenizer.pieces(ids))
    return step, flow, f"At step {step + 1} the model writes {said}, and {rival} was its rival."
