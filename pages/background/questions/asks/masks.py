"""Questions about the mask of the decoder: what it hides, and what opening it changes."""

from random import Random
from statistics import fmean

from model.measures.surprisal import surprisal
from pages.background.questions.asks.asking import (
    MeasuredOption,
    Question,
    ask_for_largest,
    ask_in_fixed_order,
    sample_top_positions,
    sort_number_options,
)
from ui.messages import _
from ui.readings import passes
from ui.readings.reading import Reading
from ui.words import format_decimal


def ask_hidden_cells(reading: Reading, rng: Random) -> Question:
    """Return a question asking how many decoder self-attention scores the causal mask hides."""
    visible = reading.attention("decoder", 0)["visible"][0, 0]
    m, hidden = len(visible), (~visible).sum().item()
    numbers, right = sort_number_options([m * (m + 1) // 2, m, m * m // 2 + m, m * m], hidden)
    why = (
        _(
            "{hidden}. Each token can see itself and the tokens before it. That leaves "
            "{seen} scores, the diagonal included, and hides {m}·({m} − 1)/2."
        )
        if hidden == m * (m - 1) // 2
        else _("{hidden}: one of your changes has taken the mask away.")
    )
    return ask_in_fixed_order(
        _(
            "The decoder reads {m} tokens. How many of its {m} × {m} scores does the mask hide?"
        ).format(m=m),
        [str(number) for number in numbers],
        right,
        why.format(hidden=hidden, seen=m * m - hidden, m=m),
    )


def ask_without_mask(reading: Reading, rng: Random) -> Question:
    """Return a question asking which token's log-probability falls most without the causal mask."""
    masked = passes.truncate_reading(reading)
    opened = passes.pass_without_mask(masked)
    before, after = (
        (-surprisal(one.trace["logits"][0], one.output_ids)).tolist() for one in (masked, opened)
    )
    falls = [a - b for a, b in zip(before, after, strict=True)]
    places = sorted(sample_top_positions(falls, rng))
    most = max(places, key=falls.__getitem__)
    texts = [
        _("“{token}”, step {step}").format(token=token.text, step=step)
        for step, token in enumerate(masked.output, 1)
    ]
    means = [format_decimal(-fmean(each), 3) for each in (before, after)]
    return ask_for_largest(
        _(
            "Switch off the decoder's mask in all layers, and each position sees the words it "
            "has to predict. Which token's log-probability falls furthest?"
        ),
        [
            MeasuredOption(
                texts[place],
                falls[place],
                f"ln p {format_decimal(before[place], 3)} → {format_decimal(after[place], 3)}",
                max(0, falls[place]) / max(*falls, 1e-6),
            )
            for place in places
        ],
        rng,
        _(
            "{token}. The loss of the whole translation goes from {before} to {after} nats "
            "per token. Without a mask in training, a model could copy the answer. But this "
            "model was trained with the mask, so it never learned to use later words. We can "
            "only measure what it does with them."
        ).format(token=texts[most], before=means[0], after=means[1]),
        causal=False,
    )
