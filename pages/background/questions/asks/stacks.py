"""Questions about what happens between the attentions: residuals, units, layers, the memory."""

from itertools import pairwise
from random import Random

from torch.nn.functional import cosine_similarity

from model.languages import language_name
from pages.background.questions.asks.asking import (
    Measured,
    Option,
    Question,
    ask_in_order,
    largest,
    rivals,
    some,
)
from ui.readings import session
from ui.readings.reading import Reading, name_of
from ui.words import percent, with_sign

PARTS = (64, 16, 4)  # of the hidden units: a 64th of them, a 16th, a quarter
MOVED = 1e-6  # a number of the memory that changes by less is the same


def residual(reading: Reading, chance: Random) -> Question:
    """At which token is what attention adds longest, beside what it is added to?"""
    layer = chance.choice(session.glass().config.layers("encoder"))
    add_and_norm = reading.trace.at(f"encoder.layers.{layer}.add_and_norm_1")
    old, new, total = (
        add_and_norm[name][0].norm(dim=-1).tolist() for name in ("residual", "sublayer", "sum")
    )
    shares = [b / max(a, 1e-6) for a, b in zip(old, new, strict=True)]
    places = sorted(rivals(shares, chance))
    most = max(places, key=shares.__getitem__)
    return largest(
        f"Encoder, layer {layer + 1}: self-attention adds a vector to each token's vector x. At "
        "which of these tokens is the added vector longest, compared with x?",
        [
            Measured(
                name_of(reading.source, place),
                shares[place],
                f"{new[place]:.2f} beside {old[place]:.2f}",
                shares[place] / max(*shares, 1e-6),
            )
            for place in places
        ],
        chance,
        f"At {name_of(reading.source, most)}: x is {old[most]:.2f} long, and the added vector "
        f"{new[most]:.2f}. Their sum has a length of {total[most]:.2f}. (The length is the root of "
        "the sum of the squares.) Because of the residual, x itself is not lost.",
        sublayer="encoder-attention",
        layer=layer + 1,
        word=most + 1,
    )


def active_units(reading: Reading, chance: Random) -> Question:
    """Which share of the hidden units is active at a token?"""
    layer = chance.choice(session.glass().config.layers("encoder"))
    place = some(reading.source, chance)
    hidden = reading.trace[f"encoder.layers.{layer}.feed_forward.hidden"][0]
    count, d_ff = (hidden[place] > 0).sum().item(), hidden.shape[1]
    average = (hidden > 0).float().mean().item()
    limits = [d_ff // part for part in PARTS]
    between = [f"{low} to {high - 1}" for low, high in pairwise(limits)]
    return ask_in_order(
        f"Encoder, layer {layer + 1}: how many of the {d_ff:,} hidden units of the feed-forward "
        f"network are active (above 0) at {name_of(reading.source, place)}?",
        [f"fewer than {limits[0]}", *between, f"{limits[-1]} or more"],
        sum(count >= limit for limit in limits),
        f"{count:,} of {d_ff:,}. That is {percent(count / d_ff, 1)}; at a token of this sentence "
        f"the mean is {percent(average, 1)}. The ReLU sets negative numbers to exactly 0. Other "
        "tokens activate other units.",
        stack="encoder",
        layer=layer + 1,
        word=place + 1,
    )


def turns_most(reading: Reading, chance: Random) -> Question:
    """In which layer does a word's vector turn most?"""
    place = some(reading.source, chance)
    rows = reading.trace.residual_stream("encoder")[:, place]
    cosines = [cosine_similarity(before, after, dim=0).item() for before, after in pairwise(rows)]
    least = cosines.index(min(cosines))
    return ask_in_order(
        f"On its way through the encoder: which layer turns the vector of "
        f"{name_of(reading.source, place)} most?",
        [
            Option(f"layer {layer + 1}", f"cosine {with_sign(cosine, 3)}", max(0, cosine))
            for layer, cosine in enumerate(cosines)
        ],
        least,
        f"Layer {least + 1}: the cosine between what goes in and what comes out is only "
        f"{with_sign(cosines[least], 3)}. 1 means the same direction. The first layer's input is "
        "the embedding with its position.",
        word=place + 1,
    )


def several_languages(reading: Reading) -> bool:
    """Whether the decoder can be asked for another language, by another start token."""
    tokenizer = session.glass().tokenizer
    return len({tokenizer.start(code) for code in tokenizer.languages}) > 1


def other_language(reading: Reading, chance: Random) -> Question:
    """What happens to the memory when the translation is into another language?"""
    codes = [code for code in session.glass().tokenizer.languages if code != reading.language]
    other = chance.choice(codes)
    said = reading.output_ids
    here, there = (
        session.read_given(reading.text, code, said, reading.changes).trace["memory"][0]
        for code in (reading.language, other)
    )
    moved = ((here - there).abs().amax(dim=-1) > MOVED).sum().item()
    n = len(here)
    return ask_in_order(
        f"The same sentence into {language_name(other)} instead of "
        f"{language_name(reading.language)}: how many of the {n} rows of the memory change?",
        ["none", "only the end token's", "some others", "all"],
        0 if not moved else 3 if moved == n else 1 if moved == 1 else 2,
        f"{moved or 'None'} of {n}. The encoder is never told which language to write. Only the "
        f"decoder is, by its start token: <2{other}> instead of <2{reading.language}>. So one "
        "memory serves all languages.",
        compare=other,
    )
