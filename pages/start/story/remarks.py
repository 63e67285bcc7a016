"""Sentences of the story's scenes about the current sentence."""

from collections.abc import Mapping, Sequence

from pages.start.story.compute import AttentionExample
from pages.start.story.pictures import TrainingFrame
from ui.messages import _
from ui.readings.reading import Reading, distinct_names
from ui.sentence import Remark, join_remarks, say, say_count
from ui.words import format_integer, format_percent, in_quotes, join_names

OWN_EXAMPLE = "The cat drinks because it is thirsty."  # "it" attends to "cat"


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


def describe_pieces(reading: Reading) -> Remark:
    """Describe how many pieces the sentence has, and how the first split word, if any, is split."""
    pieces = reading.source[:-1]  # all but the end token
    counted = say_count(
        "Not counting “</s>”, your sentence has **{count} piece**, and every word stays whole.",
        "Not counting “</s>”, your sentence has **{count} pieces**, and every word stays whole.",
        len(pieces),
    )
    for start, piece in enumerate(pieces[:-1]):
        end = start + 1
        while end < len(pieces) and pieces[end].joined and _has_letter(pieces[end].text):
            end += 1
        if end > start + 1 and not piece.joined and _has_letter(piece.text):
            parts = [in_quotes(one.text) for one in pieces[start:end]]
            word = "".join(one.text for one in pieces[start:end])
            return say(
                "Not counting “</s>”, your sentence has **{count} pieces**; “{word}” is made up "
                "of {parts}.",
                count=len(pieces),
                word=word,
                parts=join_names(parts),
            )
    return counted


def _has_letter(text: str) -> bool:
    """Return whether a text contains a letter."""
    return any(map(str.isalpha, text))


def describe_piece_id(reading: Reading, position: int) -> Remark:
    """Describe which vocabulary id the source token at ``position`` (from 0) has."""
    return say(
        "“{token}” has the number {number}, and its row slides out of the table.",
        token=reading.source[position].text,
        number=format_integer(reading.source_ids[position]),
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
        "“{token}” appears twice here, with the same row both times. With the waves added, the two "
        "arrows point **{angle}°** apart.",
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
    }
    if example.is_clear:
        return say(
            "Here, {query} attends mainly to **{key}**, with {weight} of its attention. Expected "
            "another word? This question looks for something else. The next scene has more "
            "questions.",
            **gaps,
        )
    return say(
        "Nothing stands out in your sentence. The strongest link we found: {query} gives {key} "
        "**{weight}** of its attention.",
        **gaps,
    )


def describe_head_patterns(
    layer: int, pattern_names: Mapping[int, str], example: AttentionExample | None
) -> Remark:
    """Describe which heads of one encoder layer follow a simple attention pattern.

    The text also names the head of the previous scene.

    Args:
        layer: index of the encoder layer, from 0.
        pattern_names: head, from 0 -> name of its pattern; the clearest pattern first.
        example: the example of attention in the previous scene; None if it had none.
    """
    one = _("head {head} (“{habit}”)")
    listed = [one.format(head=head + 1, habit=habit) for head, habit in pattern_names.items()]
    found = say("In layer {layer}, no head follows a simple pattern here.", layer=layer + 1)
    if pattern_names:
        found = say(
            "In layer {layer}, you can see a simple pattern in **{heads}**.",
            layer=layer + 1,
            heads=join_names(listed),
        )
    if example is None:
        return found
    before = say(
        "You just saw head {head} of layer {layer}.",
        head=example.head + 1,
        layer=example.layer + 1,
    )
    return join_remarks(found, before)


def describe_active_units(
    reading: Reading, position: int, layer: int, active: int, units: int
) -> Remark:
    """Describe how many units of an encoder layer's feed-forward network are active at one token.

    Args:
        reading: the sentence.
        position: position of the source token, from 0.
        layer: the encoder layer, from 0.
        active: number of units with a positive activation.
        units: number of all units of the network.
    """
    return say(
        "For “{token}”, **{active}** of the {units} detectors in layer {layer} react.",
        token=reading.source[position].text,
        active=format_integer(active),
        units=format_integer(units),
        layer=layer + 1,
    )


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
        "Watch “{token}”: its arrow ends up turned by **{angle}°**. At 0° it would point the same "
        "way as before, and at 180° the opposite way.",
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
        "We recorded one fixed sentence, “{sentence}”, from step {first} to step {last} of "
        "training.",
        sentence=sentence,
        first=format_integer(frames[0].step),
        last=format_integer(frames[-1].step),
    )
