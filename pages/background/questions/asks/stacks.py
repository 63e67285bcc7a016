"""Questions about the stacks: residuals, hidden units, layers, the memory."""

from itertools import pairwise
from random import Random

from torch.nn.functional import cosine_similarity

from pages.background.questions.asks.asking import (
    MeasuredOption,
    Option,
    Question,
    ask_for_largest,
    ask_in_fixed_order,
    sample_positions,
    sample_token,
    sample_top_positions,
)
from ui.messages import _, pgettext
from ui.readings import session
from ui.readings.reading import Reading, token_name
from ui.readings.single_vector_decoding import decode_each_memory_vector
from ui.words import (
    in_quotes,
    language_name,
)

UNIT_FRACTIONS = (64, 16, 4)  # limits of the options: a 64th, a 16th and a quarter of the units
CHANGE_THRESHOLD = 1e-6  # smaller changes of the memory are rounding errors


def has_residuals(reading: Reading) -> bool:
    """Return whether all encoder self-attentions still have their residual connections.
    The user's changes to the model may have removed some.
    """
    layers = session.glass().config.layers("encoder")
    sums = (reading.trace[f"encoder.layers.{i}.add_and_norm_1.residual"][0] for i in layers)
    return all(rows.any(dim=-1).all() for rows in sums)


def ask_residual_update(reading: Reading, rng: Random) -> Question:
    """Return a question asking at which token self-attention changes the vector most.
    That is where the norm of the update, divided by the norm of the vector that it is added to, is
    largest.
    """
    layer = rng.choice(session.glass().config.layers("encoder"))
    add_and_norm = reading.trace.at(f"encoder.layers.{layer}.add_and_norm_1")
    old, new, total = (
        add_and_norm[name][0].norm(dim=-1).tolist() for name in ("residual", "sublayer", "sum")
    )
    shares = [b / a for a, b in zip(old, new, strict=True)]
    places = sorted(sample_top_positions(shares, rng))
    most = max(places, key=shares.__getitem__)
    return ask_for_largest(
        _(
            "Encoder, layer {layer}: self-attention adds an update to each token's "
            "vector x. At which of these tokens is the update longest, compared with x?"
        ).format(layer=layer + 1),
        [
            MeasuredOption(
                token_name(reading.source, place),
                shares[place],
                _("{new:.2} next to {old:.2}").format(new=new[place], old=old[place]),
                shares[place] / max(*shares, 1e-6),
            )
            for place in places
        ],
        rng,
        _(
            "At {token}: x has a length of {old:.2}, and the update a length of {new:.2}. Their "
            "sum has a length of {sum:.2}. (The length is the root of the sum of squares.) Thanks "
            "to the residual, x itself isn't lost."
        ).format(
            token=token_name(reading.source, most), old=old[most], new=new[most], sum=total[most]
        ),
        sublayer="encoder-attention",
        layer=layer + 1,
        word=most + 1,
    )


def ask_active_units(reading: Reading, rng: Random) -> Question:
    """Return a question asking how many hidden units are active at a token."""
    layer = rng.choice(session.glass().config.layers("encoder"))
    place = sample_token(reading.source, rng)
    hidden = reading.trace[f"encoder.layers.{layer}.feed_forward.hidden"][0]
    count, d_ff = int((hidden[place] > 0).sum()), hidden.shape[1]
    average = (hidden > 0).float().mean().item()
    limits = [d_ff // part for part in UNIT_FRACTIONS]
    between = [
        _("{low} to {high}").format(low=low, high=high - 1) for low, high in pairwise(limits)
    ]
    return ask_in_fixed_order(
        _(
            "Encoder, layer {layer}: how many of the {units:,} hidden units of the feed-forward "
            "network are active (above 0) at {token}?"
        ).format(layer=layer + 1, units=d_ff, token=token_name(reading.source, place)),
        [
            _("fewer than {limit}").format(limit=limits[0]),
            *between,
            _("{limit} or more").format(limit=limits[-1]),
        ],
        sum(count >= limit for limit in limits),
        _(
            "{count:,} of {units:,}. That's {share:.1%}; on average, a token of this sentence "
            "activates {mean:.1%}. The ReLU sets negative numbers to exactly 0. Other tokens "
            "activate other units."
        ).format(count=count, units=d_ff, share=count / d_ff, mean=average),
        stack="encoder",
        layer=layer + 1,
        word=place + 1,
    )


def ask_turning_layer(reading: Reading, rng: Random) -> Question:
    """Return a question asking which encoder layer turns a word's vector most.
    That is where the cosine of the layer's input and output is lowest.
    """
    place = sample_token(reading.source, rng)
    rows = reading.trace.residual_stream("encoder")[:, place]
    cosines = [cosine_similarity(before, after, dim=0).item() for before, after in pairwise(rows)]
    least = cosines.index(min(cosines))
    return ask_in_fixed_order(
        _("Follow {token} through the encoder: which layer turns its vector furthest?").format(
            token=token_name(reading.source, place)
        ),
        [
            Option(
                _("layer {layer}").format(layer=layer),
                _("cosine {value:.3}").format(value=cosine),
                max(0, cosine),
            )
            for layer, cosine in enumerate(cosines, 1)
        ],
        least,
        _(
            "Layer {layer}: the cosine between its input and its output is only {cosine:.3}. A "
            "cosine of 1 would mean the same direction. (The first layer's input is the "
            "embedding with its position.)"
        ).format(layer=least + 1, cosine=cosines[least]),
        word=place + 1,
    )


def has_several_languages(reading: Reading) -> bool:
    """Return whether the decoder has start tokens of several languages."""
    tokenizer = session.glass().tokenizer
    return len({tokenizer.start(code) for code in tokenizer.languages}) > 1


def ask_other_language(reading: Reading, rng: Random) -> Question:
    """Return a question asking how many encoder output vectors depend on the target language."""
    codes = [code for code in session.glass().tokenizer.languages if code != reading.language]
    other = rng.choice(codes)
    said = reading.output_ids
    here, there = (
        session.read_with_translation(reading.text, code, said, reading.changes).trace["memory"][0]
        for code in (reading.language, other)
    )
    moved = ((here - there).abs().amax(dim=-1) > CHANGE_THRESHOLD).sum().item()
    n = len(here)
    why = (
        _(
            "{count} of {rows}. The encoder is never told which language to write. Only the "
            "decoder is, by its start token: {other} instead of {own}. So one memory serves "
            "all languages."
        )
        if moved
        else _(
            "None of the {rows}. The encoder is never told which language to write. Only the "
            "decoder is, by its start token: {other} instead of {own}. So one memory serves "
            "all languages."
        )
    )
    return ask_in_fixed_order(
        _(
            "Translate the same sentence into {other} instead of {own}: how many of "
            "the {rows} rows of the memory change?"
        ).format(other=language_name(other), own=language_name(reading.language), rows=n),
        [
            pgettext("rows", "none"),
            pgettext("rows", "only the end token's"),
            pgettext("rows", "some others"),
            pgettext("rows", "all"),
        ],
        0 if not moved else 3 if moved == n else 1 if moved == 1 else 2,
        why.format(count=moved, rows=n, other=f"<2{other}>", own=f"<2{reading.language}>"),
        compare=other,
    )


def ask_vector_alone(reading: Reading, rng: Random) -> Question:
    """Return a question asking from which encoder output vector alone the decoder wrote a text.
    The decoder reads only this vector instead of one for each token of the sentence.
    """
    said = [
        " ".join(one.words) or _("(nothing)")
        for one in decode_each_memory_vector(reading, reading.language)
    ]
    place = sample_token(reading.source, rng)
    places = sorted(sample_positions(len(said), [place], rng))
    answers = [
        MeasuredOption(token_name(reading.source, one), float(text == said[place]), in_quotes(text))
        for one, text in ((one, said[one]) for one in places)
    ]
    return ask_for_largest(
        _(
            "We let the decoder read just one token's vector from the encoder's last layer, "
            "and it wrote “{said}”. Which token was it?"
        ).format(said=said[place]),
        answers,
        rng,
        _(
            "From the vector of {token} alone, the decoder writes “{said}”. If that's more "
            "than the token's own word, the vector has taken in the words around it."
        ).format(token=token_name(reading.source, place), said=said[place]),
        word=place + 1,
        sections="alone",
    )
