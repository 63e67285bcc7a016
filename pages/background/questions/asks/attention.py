"""Questions about attention: weights, heads, masks."""

import math
from random import Random
from statistics import fmean

import torch

from model.changes.kinds import SilencedHead
from model.measures.attention_entropy import entropies, products
from model.measures.attention_entropy import weights as softmax_of
from model.measures.surprisal import surprisal
from pages.background.questions.asks.asking import (
    CHOICES,
    Measured,
    Question,
    among,
    ask_in_order,
    largest,
    rivals,
    some,
)
from ui.readings import passes, session
from ui.readings.changes import ATTENTION_NAMES
from ui.readings.reading import Reading, name_of
from ui.words import with_sign

CLEAR = 0.4  # a head that puts more on one token has a favourite worth asking for


def row_sum(reading: Reading, chance: Random) -> Question:
    """What do the weights of a row add up to?"""
    layer, head = _head("encoder", chance)
    place, n = some(reading.source, chance), len(reading.source)
    row = reading.attention("encoder", layer)["weights"][0, head, place]
    width = reading.attention("encoder", layer)["q"].shape[-1]
    total = round(row.sum().item(), 3)
    numbers, right = among([0.0, float(n), math.sqrt(width), round(row.max().item(), 3)], total)
    return ask_in_order(
        f"{_where('encoder', layer, head)}: {name_of(reading.source, place)} may look at {n} "
        "tokens. What do its weights add up to?",
        [f"{number:.3f}" for number in numbers],
        right,
        "The softmax divides by the sum over the keys. So each row adds up to 1, in every layer "
        f"and head (here {row.sum():.6f}). The largest weight of this row is {row.max():.3f}.",
        **_look("encoder", layer, head, place),
    )


def favourite(reading: Reading, chance: Random) -> Question:
    """Which token does a word look at most in one head of the encoder?"""
    return _favourite(reading, "encoder", some(reading.source, chance), chance)


def source_word(reading: Reading, chance: Random) -> Question:
    """Which source token does a step of decoding look at most?"""
    return _favourite(reading, "cross", chance.randrange(len(reading.output)), chance)


def _favourite(reading: Reading, kind: str, place: int, chance: Random) -> Question:
    queries, keys = reading.axes(kind)
    layers = session.glass().config.layers(kind)
    largest_weights = torch.stack(
        [reading.attention(kind, layer)["weights"][0, :, place].amax(dim=-1) for layer in layers]
    )
    clear = (largest_weights > CLEAR).nonzero().tolist()
    layer, head = chance.choice(clear) if clear else _head(kind, chance)
    row = reading.attention(kind, layer)["weights"][0, head, place]
    asks = name_of(queries, place)
    if kind == "cross":
        asks = f"the step after {asks}, which writes {name_of(reading.output, place)},"
    weights = row.tolist()
    best, effective = row.argmax().item(), 2 ** entropies(row).item()
    return largest(
        f"{_where(kind, layer, head)}: which token does {asks} look at most?",
        [
            Measured(name_of(keys, key), weights[key], f"{weights[key]:.3f}", weights[key])
            for key in rivals(weights, chance)
        ],
        chance,
        f"{name_of(keys, best)} gets {row.max():.3f} of the weight. The weights are spread "
        f"as if {effective:.1f} of {len(keys)} tokens shared them equally (2 to the power of the "
        "entropy). A token need not look most at itself or at its own translation, because query "
        "and key come from different matrices.",
        **_look(kind, layer, head, place),
    )


def reads_itself(reading: Reading, chance: Random) -> Question:
    """In how many heads of a layer does a word look most at itself?"""
    layer, _ = _head("encoder", chance)
    place = some(reading.source, chance)
    best = reading.attention("encoder", layer)["weights"][0, :, place].argmax(dim=-1)
    h, count = len(best), (best == place).sum().item()
    heads = [str(head + 1) for head in range(h) if best[head] == place]
    numbers, right = among([0, round(h / 4), round(h / 2), h], count)
    return ask_in_order(
        f"Encoder self-attention, layer {layer + 1}: in how many of the {h} heads does "
        f"{name_of(reading.source, place)} look most at itself?",
        [str(number) for number in numbers],
        right,
        f"In {_heads(heads)}. A position need not look most at itself: in some heads most words "
        "look at the word before, the word after or the end token.",
        attention="encoder",
        layer=layer + 1,
        word=place + 1,
    )


def without_division(reading: Reading, chance: Random) -> Question:
    """Which head's row narrows down most without the division by the root of d_k?"""
    layer, place = _head("encoder", chance)[0], some(reading.source, chance)
    part = reading.attention("encoder", layer)
    h, n, d_k = part["q"].shape[1], len(reading.source), part["q"].shape[-1]
    rows = products(part["q"][0], part["k"][0])[:, place : place + 1]
    visible = part["visible"][0].expand(h, n, n)[:, place : place + 1]
    divided, whole = (
        (2 ** entropies(softmax_of(rows, visible, divisor)))[:, 0].tolist()
        for divisor in (math.sqrt(d_k), 1.0)
    )
    lost = [before - after for before, after in zip(divided, whole, strict=True)]
    heads = sorted(rivals(lost, chance))
    most = max(heads, key=lost.__getitem__)
    return largest(
        f"{ATTENTION_NAMES['encoder']}, layer {layer + 1}: without the division by √{d_k}, "
        f"in which of these heads would the number of tokens that "
        f"{name_of(reading.source, place)} looks at fall most?",
        [
            Measured(
                f"head {head + 1}",
                lost[head],
                f"{divided[head]:.2f} → {whole[head]:.2f}",
                max(0, lost[head]) / max(*lost, 1e-6),
            )
            for head in heads
        ],
        chance,
        f"With the division, head {most + 1} spreads the weight as if {divided[most]:.2f} of {n} "
        "tokens shared it equally (2 to the power of the entropy). Without it, there are "
        f"{whole[most]:.2f}. Larger differences between scores make one weight large and the "
        "others small. Where one is almost 1, the gradient is almost 0.",
        **_look("encoder", layer, most, place),
        divide=False,
    )


def hidden_cells(reading: Reading, chance: Random) -> Question:
    """How many cells does the causal mask hide?"""
    visible = reading.attention("decoder", 0)["visible"][0, 0]
    m, hidden = len(visible), (~visible).sum().item()
    numbers, right = among([m * (m + 1) // 2, m, m * m // 2 + m, m * m], hidden)
    return ask_in_order(
        f"The decoder reads {m} tokens. How many of its {m} × {m} scores does the mask hide?",
        [str(number) for number in numbers],
        right,
        f"{hidden}. Each token may look at itself and at the tokens before it. So {visible.sum()} "
        f"scores stay, the diagonal among them, and {m}·({m} − 1)/2 are hidden."
        if hidden == m * (m - 1) // 2
        else f"{hidden}: a change of the model that is on has taken the mask away.",
    )


def without_a_head(reading: Reading, chance: Random) -> Question:
    """Which head's silencing hurts the translation most?"""
    config = session.glass().config
    kind = chance.choice(list(ATTENTION_NAMES))
    layer = chance.choice(config.layers(kind))
    heads = sorted(chance.sample(range(config.h), min(CHOICES, config.h)))
    variants = [(*reading.changes, SilencedHead(kind, layer, head)) for head in heads]
    now, *without = session.probabilities(
        reading.text, reading.language, reading.output_ids, (reading.changes, *variants)
    )
    falls = [now - one for one in without]
    most = max(*falls, 1e-6)
    answers = [
        Measured(
            f"head {head + 1}", fall, f"ln p {with_sign(-fall, 3, plus=True)}", max(0, fall / most)
        )
        for head, fall in zip(heads, falls, strict=True)
    ]  # fmt: skip
    worst = heads[falls.index(max(falls))]
    return largest(
        f"{ATTENTION_NAMES[kind]}, layer {layer + 1}: one of these heads is switched off, so "
        "its output is 0. Without which one is this translation least probable?",
        answers,
        chance,
        f"ln p of the whole translation is {with_sign(now, 3)} as it is, and "
        f"{with_sign(now - max(falls), 3)} without head {worst + 1}. A head that changes little "
        "may still matter for another sentence.",
        attention=kind,
        layer=layer + 1,
        head=worst + 1,
    )


def without_the_mask(reading: Reading, chance: Random) -> Question:
    """Which token loses most of its probability without the causal mask?"""
    masked = passes.comparable(reading)
    opened = passes.pass_without_mask(masked)
    before, after = (
        (-surprisal(one.trace["logits"][0], one.output_ids)).tolist() for one in (masked, opened)
    )
    falls = [a - b for a, b in zip(before, after, strict=True)]
    places = sorted(rivals(falls, chance))
    most = max(places, key=falls.__getitem__)
    texts = [f"“{token.text}”, step {step + 1}" for step, token in enumerate(masked.output)]
    means = [-fmean(each) for each in (before, after)]
    return largest(
        "The mask of the decoder is opened in all layers: each position sees the words that it "
        "has to predict. Which of these tokens then loses most of its log-probability?",
        [
            Measured(
                texts[place],
                falls[place],
                f"ln p {with_sign(before[place], 3)} → {with_sign(after[place], 3)}",
                max(0, falls[place]) / max(*falls, 1e-6),
            )
            for place in places
        ],
        chance,
        f"{texts[most]}. The loss of the whole translation goes from {means[0]:.3f} to "
        f"{means[1]:.3f} nats per token. In training the open mask would be a way to copy the "
        "answer. But this model learned with the mask, so it never learned to use later words. "
        "What it makes of them can only be measured.",
        causal=False,
    )


def _look(kind: str, layer: int, head: int, place: int) -> dict[str, object]:
    """Return where a row of weights is shown: cross-attention has a page of its own."""
    where = {"layer": layer + 1, "head": head + 1}
    if kind == "cross":
        return where | {"step": place + 1, "rows": "writes", "hide_end": False}
    return where | {"attention": kind, "word": place + 1}


def _head(kind: str, chance: Random) -> tuple[int, int]:
    config = session.glass().config
    return chance.choice(config.layers(kind)), chance.randrange(config.h)


def _where(kind: str, layer: int, head: int) -> str:
    return f"{ATTENTION_NAMES[kind]}, layer {layer + 1}, head {head + 1}"


def _heads(heads: list[str]) -> str:
    if len(heads) < 2:
        return f"one: head {heads[0]}" if heads else "none"
    return f"{len(heads)}: heads {', '.join(heads[:-1])} and {heads[-1]}"
