"""Sentences about the cross-attention of the current sentence."""

import math
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.decoder.cross_attention.lines import (
    CLEAR,
    find_alignment_links,
    find_corresponding_row,
    find_crossings,
)
from pages.decoder.cross_attention.rows import RowOptions, find_silenced_heads
from pages.decoder.cross_attention.selection import Selection, TargetReading
from pages.decoder.cross_attention.wording import (
    MORE,
    MOST,
    NONE,
    OTHERS_MOST,
    OTHERS_NONE,
    ROWS,
    TWO_UNREAD,
    UNREAD,
)
from ui.messages import N_, _, ngettext
from ui.readings.reading import Reading, distinct_names
from ui.readings.single_vector_decoding import (
    SingleVectorOutput,
    count_self_sufficient_vectors,
    is_word,
)
from ui.sentence import Remark, join_remarks, say
from ui.words import format_magnitude, format_percent, join_names

FEW = 2  # words that may be named as unread
HALF = 0.5  # of a row


def describe_changed_options(options: RowOptions, defaults: RowOptions) -> str:
    """List the display options that differ from the defaults; "" if all are defaults."""
    named = {
        _(ROWS[options.shift]): options.shift != defaults.shift,
        _("whole words"): options.merge_words,
        _("the end token shown"): not options.hide_end_token,
        _("punctuation hidden"): options.hide_punctuation,
        _("rows rescaled to sum to 1"): options.renormalise,
    }
    return ", ".join(name for name, otherwise in named.items() if otherwise)


def describe_takeaway(target_readings: Sequence[TargetReading], selected: Selection) -> str:
    """Return the takeaway: what the selected word attends to, and which links its link crosses.

    Args:
        target_readings: the translations shown.
        selected: the selected layer, head and step.
    """
    first, *others = target_readings
    row = first.rows.row_by_step[selected.step]
    column = int(first.rows.maps[selected.quantity][selected.layer, selected.head][row].argmax())
    said = [
        *_describe_row(first, selected, row, column),
        *_describe_hidden_share(first, selected, row),
    ]
    for other in others:
        at = find_corresponding_row(target_readings, selected, row)
        said += _describe_row(other, selected, at, column, is_first_language=False)
    return " ".join(said)


def describe_word_order(target_readings: Sequence[TargetReading], selected: Selection) -> str:
    """Describe how many links cross in each translation, and words that no row attends to most.

    Args:
        target_readings: the translations shown.
        selected: the selected layer and head.
    """
    said = [_describe_crossings(reader, selected) for reader in target_readings]
    return " ".join([*said, *_describe_unread_words(target_readings[0], selected)])


def _describe_hidden_share(
    target_reading: TargetReading, selected: Selection, row: int
) -> list[str]:
    """Describe the share of a row's weight on hidden tokens if it is over half."""
    share = target_reading.rows.hidden[selected.quantity][selected.layer, selected.head, row].item()
    if share <= HALF:
        return []
    aside = _(
        "But **{share:%}** of the row's weight, more than half, goes to tokens that are hidden "
        "here."
    )
    return [aside.format(share=share)]


def _describe_row(
    target_reading: TargetReading,
    selected: Selection,
    row: int,
    column: int,
    is_first_language: bool = True,
) -> list[str]:
    """Describe a row's weight on a source token and, for its largest weight, the crossing links.

    Args:
        target_reading: the translation of the row.
        selected: the selected layer, head and step.
        row: index of the row in the translation's map.
        column: the column with the first translation's largest weight.
        is_first_language: whether the row is the first translation's; else its language is named.
    """
    rows = target_reading.rows
    weights = rows.maps[selected.quantity][selected.layer, selected.head][row]
    name, columns = distinct_names(rows.tokens)[row], distinct_names(rows.columns)
    most, none = (MOST, NONE) if is_first_language else (OTHERS_MOST, OTHERS_NONE)
    gaps = {"language": target_reading.language, "row": name}
    if not weights.any():
        return [_(none[selected.quantity]).format(**gaps)]
    read = columns[column]
    if is_first_language and read == name:
        read = _("{word} (in the source)").format(word=read)
    share = format_percent(weights[column].item())
    begin = _(most[selected.quantity]).format(read=read, share=share, **gaps)
    strongest = int(weights.argmax())
    if strongest == column:
        return [
            begin,
            *_describe_crossed_lines(target_reading, selected, row, weights[column].item()),
        ]
    share = format_percent(weights[strongest].item())
    return [begin, _(MORE[selected.quantity]).format(read=columns[strongest], share=share)]


def _describe_crossed_lines(
    target_reading: TargetReading, selected: Selection, row: int, largest_weight: float
) -> list[str]:
    """Describe which alignment links a row's link crosses, or why the row has no link."""
    found = find_alignment_links(
        target_reading.rows, selected.quantity, selected.layer, selected.head
    )
    if row not in found:
        if largest_weight < CLEAR:
            return [_("That's too little to call it a link.")]
        return [_("There's no line here, because it wouldn't link two words.")]
    others = find_crossings(found)[row]
    if not others:
        return []
    named = distinct_names(target_reading.rows.tokens)
    crosses = ngettext(
        "Its line **crosses** the line of {names}.",
        "Its line **crosses** the lines of {names}.",
        len(others),
    )
    return [crosses.format(names=_list_three_names([named[other] for other in others]))]


def _describe_crossings(target_reading: TargetReading, selected: Selection) -> str:
    """Describe how many pairs of a translation's alignment links cross."""
    found = find_alignment_links(
        target_reading.rows, selected.quantity, selected.layer, selected.head
    )
    crossed = [row for row, others in find_crossings(found).items() if others]
    language = target_reading.language
    if len(found) < 2:
        return _("In {language}, fewer than two words have a clear line here.").format(
            language=language
        )
    if not crossed:
        return _("In {language}, the lines keep the order of your sentence.").format(
            language=language
        )
    names = distinct_names(target_reading.rows.tokens)
    return _("In {language}, the order changes: the lines of {names} cross.").format(
        language=language, names=_list_three_names([names[row] for row in crossed])
    )


def _describe_unread_words(target_reading: TargetReading, selected: Selection) -> list[str]:
    """Describe the source words, if one or two, to which no row attends most."""
    weights = target_reading.rows.maps[selected.quantity][selected.layer, selected.head]
    read = set(weights.argmax(dim=-1).tolist())
    columns = target_reading.rows.columns
    missed = [
        name
        for column, name in enumerate(distinct_names(columns))
        if column not in read
        and any(map(str.isalnum, columns[column].text))
        and not columns[column].special
    ]
    language = target_reading.language
    match missed:
        case [one]:
            return [_(UNREAD[selected.quantity]).format(language=language, read=one)]
        case [first, second]:
            both = _(TWO_UNREAD[selected.quantity])
            return [both.format(language=language, first=first, second=second)]
    return []


def describe_shared_memory(target_readings: Sequence[TargetReading]) -> str:
    """Describe the size of the memory (encoder output), and whether it is the same in both passes.

    The passes are those of the two translations; if there is only one, only the size is given.
    """
    memories = [reader.reading.trace["memory"][0] for reader in target_readings]
    rows, width = memories[0].shape
    if len(memories) == 1:
        return _(
            "Here, the memory has {rows} × {width} numbers. Choose a second language above to see "
            "it read twice."
        ).format(rows=rows, width=width)
    apart = (memories[0] - memories[1]).abs().max().item()
    same = (
        _(
            "{languages} each read a memory of {rows} × {width} numbers. We compared the numbers "
            "one by one: **they differ by up to {apart}**."
        )
        if apart
        else _(
            "{languages} each read a memory of {rows} × {width} numbers. We compared the numbers "
            "one by one, and **not a single one differs**."
        )
    )
    languages = join_names([reader.language for reader in target_readings])
    return same.format(languages=languages, rows=rows, width=width, apart=format_magnitude(apart))


def largest_weight_latex(
    reading: Reading, layer: int, head: int, step: int, contributions: Float[Tensor, " source"]
) -> str:
    """Return the calculation of a step's largest attention weight and its contribution, in LaTeX.

    Args:
        reading: the sentence and its translation.
        layer: index of the layer, from 0.
        head: index of the head, from 0.
        step: index of the step, from 0.
        contributions: norm of weight × value × W_O of each source token at this step, in this head.
    """
    attention = reading.attention("cross", layer)
    scores, weights = (attention[name][0, head, step] for name in ("scores", "weights"))
    key = int(weights.argmax())
    d_k = attention["q"].shape[-1]
    product = scores[key].item() * math.sqrt(d_k)
    added = f"{contributions[key]:.3f}"
    if head in find_silenced_heads(reading, layer):
        added = rf"0 \text{{{_(': the head is switched off')}}}"
    return (
        r"\begin{gathered}"
        rf"p = \mathrm{{softmax}}\left(\tfrac{{q \cdot k}}{{\sqrt{{{d_k}}}}}\right)"
        rf" = \frac{{e^{{{product:.2f}/\sqrt{{{d_k}}}}}}}{{\sum_j e^{{x_j}}}}"
        rf" = {weights[key]:.3f} \\[6pt]"
        rf"\lVert p\, v\, W_O \rVert = {added}"
        r"\end{gathered}"
    )


def describe_contribution(target_reading: TargetReading, layer: int, head: int, step: int) -> str:
    """Describe whether the source token with the largest weight at a step contributes the most.

    Args:
        target_reading: the translation.
        layer: index of the layer, from 0.
        head: index of the head, from 0.
        step: index of the step, from 0.
    """
    reading, both = target_reading.reading, target_reading.rows.pieces
    weight, contribution = (both[name][layer, head, step] for name in ("weight", "contribution"))
    most, real = int(weight.argmax()), int(contribution.argmax())
    given, written = distinct_names(reading.target)[step], distinct_names(reading.output)[step]
    names = [distinct_names(reading.source)[place] for place in (most, real)]
    if not contribution.any():
        said = _(
            "Layer {layer}, head {head}, having read {given} and about to write {written}: the "
            "head is switched off and adds nothing."
        )
    elif most == real:
        said = _(
            "Layer {layer}, head {head}, having read {given} and about to write {written}: most "
            "weight goes to {most} ({weight:%}). It also contributes the most, with **{share:%}** "
            "of the total length."
        )
    else:
        said = _(
            "Layer {layer}, head {head}, having read {given} and about to write {written}: most "
            "weight goes to {most} ({weight:%}). **But {real} contributes the most**, with "
            "{share:%} of the total length."
        )
    return said.format(
        layer=layer + 1,
        head=head + 1,
        given=given,
        written=written,
        most=names[0],
        real=names[1],
        weight=weight[most].item(),
        share=contribution[real].item(),
    )


def _list_three_names(names: list[str]) -> str:
    """Return up to three names as a list in words, and the number of the others."""
    others = len(names) - 3
    if others > 0:
        more = ngettext("{count} more", "{count} more", others).format(count=others)
        names = [*names[:3], more]
    return join_names(names)


END_UNMEASURED = N_(
    "For this model, the share of cross-attention on the end token hasn't been measured. Run "
    "**python -m model.alignment.end_token FILE --model FOLDER** to write the table next to the "
    "weights."
)
LONG = 3  # words written from one vector that are worth mentioning


def describe_vectors_alone(reading: Reading, outputs: Sequence[SingleVectorOutput]) -> Remark:
    """Describe how many source words have a vector that suffices for a word of the translation.
    It suffices if the decoder writes such a word when it reads only this vector.

    Args:
        reading: the sentence and its translation.
        outputs: what the decoder writes from the encoder output of each source token alone, in the
            translation's language.
    """
    now = count_self_sufficient_vectors(reading.source, outputs, reading.translation)
    first = _describe_translated_words(now, sum(map(is_word, reading.source)))
    words = [
        (len(one.words), token.text, " ".join(one.words))
        for token, one in zip(reading.source, outputs, strict=True)
        if is_word(token)
    ]
    length, token, text = max(words, default=(0, "", ""))
    parts = [first]
    if length >= LONG:
        parts.append(
            say(
                "The longest text comes from the row of “{token}”: **“{said}”**. But long doesn't "
                "mean that much was read.",
                token=token,
                said=text,
            )
        )
    if not outputs[-1].words:
        parts.append(say("From the end token's row, it writes nothing."))
    return join_remarks(*parts)


def _describe_translated_words(translated: int, word_count: int) -> Remark:
    """Describe how many of the source words alone yield a word of the translation."""
    if word_count == 1 and translated:
        return say(
            "There's only one word, and its row alone is enough to make the decoder write a word "
            "of the translation."
        )
    if word_count == 1:
        return say(
            "There's only one word, and its row alone isn't enough to make the decoder write any "
            "of the translation."
        )
    return say(
        "For **{now:,} of {count:,}** words, the row alone makes the decoder write some word of "
        "the translation, the word's own or another.",
        now=translated,
        count=word_count,
    )


def describe_end_token_share(
    row_share: float, layer_share: float, total_share: float, layer: int, head: int
) -> Remark:
    """Describe the end token's shares of the cross-attention weight in this sentence.

    Args:
        row_share: share in the row of the selected step, layer and head.
        layer_share: share in this layer, over all its heads and steps.
        total_share: share over all layers, heads and steps.
        layer: index of the layer, from 0.
        head: index of the head, from 0.
    """
    return say(
        "In your sentence, **{of_all:%}** of all cross-attention goes to the end token; in layer "
        "{layer}, it's {of_layer:%}. These are averages over heads and steps: the row chosen "
        "above, in head {head}, gives it {row:%} of its weight.",
        of_all=total_share,
        of_layer=layer_share,
        layer=layer + 1,
        head=head + 1,
        row=row_share,
    )
