"""Questions about attention: weights and heads."""

import math
from random import Random

import torch

from model.changes.kinds import SilencedHead
from model.measures.attention_entropy import query_key_products, row_entropies
from model.measures.attention_entropy import weights_with_divisor as softmax_of
from model.parts import Head
from pages.background.questions.asks.asking import (
    MAX_OPTIONS,
    MeasuredOption,
    Question,
    ask_for_largest,
    ask_in_fixed_order,
    sample_token,
    sample_top_positions,
    sort_number_options,
)
from ui.messages import _, ngettext
from ui.readings import session
from ui.readings.changes import ATTENTION_NAMES, label_head
from ui.readings.reading import Reading, token_name
from ui.words import format_decimal, join_names

CLEAR_WEIGHT = 0.4  # least top weight of a head worth asking about


def ask_row_sum(reading: Reading, rng: Random) -> Question:
    """Return a question asking what the attention weights of one query add up to."""
    layer, head = _sample_head("encoder", rng)
    place, n = sample_token(reading.source, rng), len(reading.source)
    row = reading.attention("encoder", layer)["weights"][0, head, place]
    width = reading.attention("encoder", layer)["q"].shape[-1]
    total = round(row.sum().item(), 3)
    numbers, right = sort_number_options(
        [0.0, float(n), math.sqrt(width), round(row.max().item(), 3)], total
    )
    return ask_in_fixed_order(
        _("{where}: {token} can see {count} tokens. What do its weights add up to?").format(
            where=label_head(Head("encoder", layer, head)),
            token=token_name(reading.source, place),
            count=n,
        ),
        [format_decimal(number, 3) for number in numbers],
        right,
        _(
            "The softmax divides by the sum over all keys, so every row adds up to 1, in every "
            "layer and head (here {sum:.6}). The largest weight in this row is {largest:.3}."
        ).format(sum=row.sum().item(), largest=row.max().item()),
        **_row_link_choices("encoder", layer, head, place),
    )


def ask_strongest_key(reading: Reading, rng: Random) -> Question:
    """Return a question asking which token a word attends to most in one head of the encoder."""
    return _ask_strongest_key(reading, "encoder", sample_token(reading.source, rng), rng)


def ask_source_word(reading: Reading, rng: Random) -> Question:
    """Return a question asking which source token gets the most weight at a step."""
    return _ask_strongest_key(reading, "cross", rng.randrange(len(reading.output)), rng)


def _ask_strongest_key(reading: Reading, attention: str, query: int, rng: Random) -> Question:
    """Return a question asking which key gets the largest weight from a query.
    The head is one in which this weight is large, if there is one.
    """
    queries, keys = reading.axes(attention)
    layers = session.glass().config.layers(attention)
    largest_weights = torch.stack(
        [
            reading.attention(attention, layer)["weights"][0, :, query].amax(dim=-1)
            for layer in layers
        ]
    )
    clear = (largest_weights > CLEAR_WEIGHT).nonzero().tolist()
    layer, head = rng.choice(clear) if clear else _sample_head(attention, rng)
    row = reading.attention(attention, layer)["weights"][0, head, query]
    where, token = label_head(Head(attention, layer, head)), token_name(queries, query)
    prompt = _("{where}: which token gets the largest weight from {token}?").format(
        where=where, token=token
    )
    if attention == "cross":
        prompt = _(
            "{where}: the step after {read} writes {token}. Which token gets the largest weight at "
            "that step?"
        ).format(where=where, read=token, token=token_name(reading.output, query))
    weights = row.tolist()
    best, effective = int(row.argmax()), 2 ** row_entropies(row).item()
    return ask_for_largest(
        prompt,
        [
            MeasuredOption(
                token_name(keys, key), weights[key], format_decimal(weights[key], 3), weights[key]
            )
            for key in sample_top_positions(weights, rng)
        ],
        rng,
        _(
            "{token} gets {weight:.3} of the weight. The weights are spread as if {some:.1} "
            "of {count} tokens shared them equally (2 to the power of the entropy). A "
            "token doesn't have to attend mainly to itself, or to its own translation: "
            "query and key come from different matrices."
        ).format(
            token=token_name(keys, best), weight=weights[best], some=effective, count=len(keys)
        ),
        **_row_link_choices(attention, layer, head, query),
    )


def ask_self_attending_heads(reading: Reading, rng: Random) -> Question:
    """Return a question asking in how many heads of a layer a word attends most to itself."""
    layer = _sample_head("encoder", rng)[0]
    place = sample_token(reading.source, rng)
    best = reading.attention("encoder", layer)["weights"][0, :, place].argmax(dim=-1)
    h, count = len(best), (best == place).sum().item()
    heads = [str(head + 1) for head in range(h) if best[head] == place]
    numbers, right = sort_number_options([0, round(h / 4), round(h / 2), h], count)
    return ask_in_fixed_order(
        _(
            "Encoder self-attention, layer {layer}: in how many of the {count} heads does "
            "{token} attend more to itself than to any other token?"
        ).format(layer=layer + 1, count=h, token=token_name(reading.source, place)),
        [str(number) for number in numbers],
        right,
        _describe_head_count(heads)
        + " "
        + _(
            "A token doesn't have to attend mainly to itself. In some heads, most words attend "
            "to the previous word, the next word or the end token."
        ),
        attention="encoder",
        layer=layer + 1,
        word=place + 1,
    )


def ask_without_division(reading: Reading, rng: Random) -> Question:
    """Return a question asking which head's attention would narrow most without division by √d_k.
    Attention is narrow if the effective number of keys is small: 2 to the power of the entropy of
    the weights, in bits.
    """
    layer, place = _sample_head("encoder", rng)[0], sample_token(reading.source, rng)
    part = reading.attention("encoder", layer)
    h, n, d_k = part["q"].shape[1], len(reading.source), part["q"].shape[-1]
    rows = query_key_products(part["q"][0], part["k"][0])[:, place : place + 1]
    visible = part["visible"][0].expand(h, n, n)[:, place : place + 1]
    divided, whole = (
        (2 ** row_entropies(softmax_of(rows, visible, divisor)))[:, 0].tolist()
        for divisor in (math.sqrt(d_k), 1.0)
    )
    lost = [before - after for before, after in zip(divided, whole, strict=True)]
    heads = sorted(sample_top_positions(lost, rng))
    most = max(heads, key=lost.__getitem__)
    before, after = (format_decimal(spread[most], 2) for spread in (divided, whole))
    return ask_for_largest(
        _(
            "Encoder self-attention, layer {layer}: suppose the scores weren't divided by "
            "√{d_k}. In which of these heads would the effective number of keys for {token} "
            "fall furthest?"
        ).format(layer=layer + 1, d_k=d_k, token=token_name(reading.source, place)),
        [
            MeasuredOption(
                _("head {head}").format(head=head + 1),
                lost[head],
                f"{format_decimal(divided[head], 2)} → {format_decimal(whole[head], 2)}",
                max(0, lost[head]) / max(*lost, 1e-6),
            )
            for head in heads
        ],
        rng,
        _(
            "With the division, head {head} spreads the weight as if {some} of {count} tokens "
            "shared it equally (2 to the power of the entropy). Without it, only {fewer} would "
            "share it. Larger differences between the scores make one weight large and the "
            "rest small. And where a weight is almost 1, its gradient is almost 0."
        ).format(head=most + 1, some=before, count=n, fewer=after),
        **_row_link_choices("encoder", layer, most, place),
        divide=False,
    )


def ask_silenced_head(reading: Reading, rng: Random) -> Question:
    """Return a question asking which head, if silenced, lowers ln p of the translation most."""
    config = session.glass().config
    kind = rng.choice(list(ATTENTION_NAMES))
    layer = rng.choice(config.layers(kind))
    heads = sorted(rng.sample(range(config.h), min(MAX_OPTIONS, config.h)))
    variants = [(*reading.changes, SilencedHead(kind, layer, head)) for head in heads]
    now, *without = session.log_probabilities(
        reading.text, reading.language, reading.output_ids, (reading.changes, *variants)
    )
    falls = [now - one for one in without]
    most = max(*falls, 1e-6)
    answers = [
        MeasuredOption(
            _("head {head}").format(head=head + 1),
            fall,
            f"ln p {format_decimal(-fall, 3, with_plus=True)}",
            max(0, fall / most),
        )
        for head, fall in zip(heads, falls, strict=True)
    ]
    worst = heads[falls.index(max(falls))]
    return ask_for_largest(
        _(
            "{attention}, layer {layer}: when you switch off one of these heads, its output is 0. "
            "Without which one is this translation least probable?"
        ).format(attention=_(ATTENTION_NAMES[kind]), layer=layer + 1),
        answers,
        rng,
        _(
            "ln p of the whole translation is {now:.3} with all heads, and {without:.3} "
            "without head {head}. A head that changes little here may still matter for "
            "another sentence."
        ).format(now=now, without=now - max(falls), head=worst + 1),
        attention=kind,
        layer=layer + 1,
        head=worst + 1,
    )


def _row_link_choices(attention: str, layer: int, head: int, query: int) -> dict[str, object]:
    """Return the query parameters with which a page shows one row of attention weights."""
    where = {"layer": layer + 1, "head": head + 1}
    if attention == "cross":
        return where | {"step": query + 1, "rows": "writes", "hide_end": False}
    return where | {"attention": attention, "word": query + 1}


def _sample_head(attention: str, rng: Random) -> tuple[int, int]:
    """Return a random layer and head of one type of attention."""
    config = session.glass().config
    return rng.choice(config.layers(attention)), rng.randrange(config.h)


def _describe_head_count(heads: list[str]) -> str:
    """Describe how many heads there are, and name them."""
    if not heads:
        return _("In none.")
    return ngettext("In one: head {heads}.", "In {count}: heads {heads}.", len(heads)).format(
        count=len(heads), heads=join_names(heads)
    )
