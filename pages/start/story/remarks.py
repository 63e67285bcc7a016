"""Sentences of the story's scenes about the current sentence."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from pages.start.story import compute
from pages.start.story.compute import AttentionExample
from pages.start.story.pictures import SimilarRows, TrainingFrame
from ui.messages import _
from ui.readings.reading import Reading, distinct_names
from ui.sentence import Remark, join_remarks, say, say_count
from ui.words import format_integer, format_percent, in_quotes, join_names

OWN_EXAMPLE = "The cat drinks because it is thirsty."  # "it" attends to "cat"
LISTED = 3  # tokens that a remark names


def describe_translation(reading: Reading) -> Remark:
    """Describe the sentence and its translation, both shortened if they are long."""
    return say(
        "“{sentence}” becomes **“{translation}”**",
        sentence=shorten(reading.text),
        translation=shorten(reading.translation),
    )


def shorten(text: str, max_chars: int = 90) -> str:
    """Return a text, cut to at most ``max_chars`` characters; a cut text ends in "…"."""
    return text if len(text) <= max_chars else f"{text[: max_chars - 1].rstrip()}…"


def describe_pieces(reading: Reading, rare_word: Sequence[str]) -> Remark:
    """Describe how many pieces the sentence has, and how its first split word is split; or, if
    every word stays whole, how another word is.

    Args:
        reading: the sentence.
        rare_word: pieces of a word that is not in the vocabulary; empty for none.
    """
    pieces = reading.source[:-1]  # all but the end token
    if split := compute.find_split_word(pieces):
        parts = [one.text for one in pieces[split.start : split.stop]]
        return say(
            "Not counting “</s>”, your sentence has **{count} pieces**; “{word}” is made up "
            "of {parts}.",
            count=len(pieces),
            word="".join(parts),
            parts=join_names([in_quotes(part) for part in parts]),
        )
    counted = say_count(
        "Not counting “</s>”, your sentence has **{count} piece**, and every word stays whole.",
        "Not counting “</s>”, your sentence has **{count} pieces**, and every word stays whole.",
        len(pieces),
    )
    if not rare_word:
        return counted
    other = say(
        "A rarer word is cut: “{word}” becomes {parts}.",
        word="".join(rare_word),
        parts=join_names([in_quotes(part) for part in rare_word]),
    )
    return join_remarks(counted, other)


def describe_piece_id(reading: Reading, position: int, similar: SimilarRows | None) -> Remark:
    """Describe which vocabulary id a source token has, and which rows of E are alike.

    Args:
        reading: the sentence.
        position: position of the source token, from 0.
        similar: a word of the sentence with the rows most similar to its own; None: only the id of
            the token at ``position`` is described.
    """
    place = similar.position if similar else position
    gaps = {
        "token": reading.source[place].text,
        "number": format_integer(reading.source_ids[place]),
    }
    if similar is None:
        return say(
            "“{token}” has the number {number}, and its row slides out of the table.", **gaps
        )
    return say(
        "Nearest to “{token}” (number {number}) are **{others}**: {angle}° to the first. Seen "
        "from the mean row, random rows are about 90° apart.",
        **gaps,
        others=join_names([in_quotes(name) for name in similar.names]),
        angle=round(similar.angle),
    )


def describe_equal_tokens(reading: Reading, pair: tuple[int, int] | None, angle: float) -> Remark:
    """Describe the angle that the positional encodings cause between the vectors of equal tokens.

    Args:
        reading: the sentence.
        pair: positions of two equal tokens; None if all tokens differ.
        angle: angle between their vectors once the positional encodings are added, in degrees.
    """
    if pair is None:
        return say("No two places have the same pattern.")
    return say(
        "“{token}” appears twice here, with the same row both times: an angle of 0°. With the "
        "waves added, the two arrows point **{angle}°** apart.",
        token=reading.source[pair[0]].text,
        angle=round(angle),
    )


def describe_attention_example(reading: Reading, example: AttentionExample | None) -> Remark:
    """Describe which word attends to which other word, and with what weight.

    Args:
        reading: the sentence.
        example: positions of both words, head and weight; None if the sentence has only one word.
    """
    if example is None:
        return say("Your sentence has a single word, so there's no other word to attend to.")
    names = distinct_names(reading.source)
    gaps = {
        "query": names[example.query],
        "key": names[example.key],
        "weight": format_percent(example.weight),
        "layer": example.layer + 1,
        "head": example.head + 1,
    }
    if example.is_clear:
        return say(
            "Here, {query} attends mainly to **{key}** ({weight} in layer {layer}, head "
            "{head}). Expected another word? Training found the question; we can only guess what "
            "it asks.",
            **gaps,
        )
    return say(
        "Nothing stands out in your sentence. The strongest link we found: {query} gives {key} "
        "**{weight}** of its attention, in layer {layer}, head {head}.",
        **gaps,
    )


def describe_head_patterns(layer: int, pattern_names: Mapping[int, str]) -> Remark:
    """Describe which heads of one encoder layer follow a simple attention pattern.

    Args:
        layer: index of the encoder layer, from 0.
        pattern_names: head, from 0 -> name of its pattern; the clearest pattern first.
    """
    one = _("head {head} (“{habit}”)")
    listed = [one.format(head=head + 1, habit=habit) for head, habit in pattern_names.items()]
    if not pattern_names:
        return say("In layer {layer}, no head follows a simple pattern here.", layer=layer + 1)
    return say(
        "In layer {layer}, you can see a simple pattern in **{heads}**.",
        layer=layer + 1,
        heads=join_names(listed),
    )


def describe_active_units(
    reading: Reading,
    position: int,
    layer: int,
    units: Float[Tensor, " d_ff"],
    also_active: Sequence[int],
) -> Remark:
    """Describe how many units of an encoder layer's feed-forward network are active at one token,
    and at which other tokens the strongest of them is.

    Args:
        reading: the sentence.
        position: position of the source token, from 0.
        layer: the encoder layer, from 0.
        units: activations of the network's units at this token.
        also_active: the other positions at which the strongest of them is active.
    """
    active = compute.count_active_units(units)
    counted = say(
        "For “{token}”, **{active}** of the {units} detectors in layer {layer} react.",
        token=reading.source[position].text,
        active=format_integer(active),
        units=format_integer(len(units)),
        layer=layer + 1,
    )
    if not active:
        return counted
    strongest = say("The strongest one reacts to no other piece of your sentence.")
    if also_active:
        names = distinct_names(reading.source)
        strongest = say(
            "The strongest one also reacts to {others}.",
            others=join_names([names[place] for place in also_active[:LISTED]]),
        )
    if len(also_active) > LISTED:
        strongest = say_count(
            "The strongest one also reacts to {count} other piece of your sentence.",
            "The strongest one also reacts to {count} other pieces of your sentence.",
            len(also_active),
        )
    return join_remarks(counted, strongest)


def describe_vector_angle(reading: Reading, position: int, angle: float) -> Remark:
    """Describe how far the encoder turns a token's vector: the angle between its input and its
    output.

    Args:
        reading: the sentence.
        position: position of the source token, from 0.
        angle: angle between the vectors at the first layer's input and at the encoder's output, in
            degrees.
    """
    return say(
        "Watch “{token}”: what heads and detectors added has turned its arrow by **{angle}°**. At "
        "0° nothing would have changed.",
        token=reading.source[position].text,
        angle=round(angle),
    )


def describe_first_step(reading: Reading, probability: float, is_likeliest: bool) -> Remark:
    """Describe the first token of the translation and its probability.

    Args:
        reading: the reading with the translation.
        probability: probability of its first token.
        is_likeliest: whether this token was the likeliest one.
    """
    gaps = {"token": reading.output[0].text, "probability": format_percent(probability)}
    if is_likeliest:
        return say(
            "The first piece is **“{token}”** ({probability}). It becomes the next input.",
            **gaps,
        )
    return say(
        "The first piece is **“{token}”** ({probability}). Another piece was likelier, but led to "
        "a less likely sentence.",
        **gaps,
    )


def describe_training_frames(frames: Sequence[TrainingFrame], sentence: str) -> Remark:
    """Describe which sentence's translations were recorded during training, from which step to
    which.

    Args:
        frames: the recorded translations; empty if the training was not recorded.
        sentence: the sentence that was translated.
    """
    if not frames:
        return say("These weights came without a record of their training.")
    return say(
        "In the picture: “{sentence}” at steps {first} to {last}.",
        sentence=sentence,
        first=format_integer(frames[0].step),
        last=format_integer(frames[-1].step),
    )


def describe_least_sure_token(reading: Reading) -> Remark:
    """Describe how many pieces the model wrote, and which of them had the least probability."""
    written = [n for n, token in enumerate(reading.output) if not token.special]
    probabilities = reading.trace["logits"][0].softmax(dim=-1)
    sure = {n: probabilities[n, reading.output_ids[n]].item() for n in written}
    if not sure:
        return say("The model wrote nothing.")
    least = min(sure, key=lambda n: sure[n])
    return say_count(
        "The model wrote a single piece, {token}, and was {probability:%} sure of it.",
        "The model wrote **{count} pieces**, one after another, and gave each of its "
        "{vocabulary:,} pieces a probability every time. It was least sure of **{token}**: "
        "{probability:%}. A word of several pieces can be less sure still.",
        len(sure),
        vocabulary=probabilities.shape[1],
        token=distinct_names(reading.output)[least],
        probability=sure[least],
    )
