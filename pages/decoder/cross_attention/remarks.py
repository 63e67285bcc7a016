"""What can be said, of this very sentence, about who reads what from the memory."""

import math
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.decoder.cross_attention.lines import CLEAR, crossings, lines, partner
from pages.decoder.cross_attention.look import Look, Reader
from pages.decoder.cross_attention.rows import Choices, silent_heads
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
from ui.readings.one_vector import Alone, is_word, tell_of_translation
from ui.readings.reading import Reading, distinct_names
from ui.sentence import Sentence, join, say
from ui.words import list_names, percent, size, whole

FEW = 2  # words that may be named as unread
HALF = 0.5  # of a row


def name_choices(now: Choices, usual: Choices) -> str:
    """Name what is chosen otherwise than usual, as it stands behind a button; "" if nothing is."""
    named = {
        _(ROWS[now.shift]): now.shift != usual.shift,
        _("whole words"): now.whole,
        _("the end token shown"): not now.hide_end,
        _("punctuation hidden"): now.hide_marks,
        _("rows sum to 1 again"): now.renormalise,
    }
    return ", ".join(name for name, otherwise in named.items() if otherwise)


def look_for(readers: Sequence[Reader], look: Look) -> str:
    """Say what the current word reads, and which lines cross."""
    first, *others = readers
    row = first.rows.row_of[look.step]
    column = int(first.rows.maps[look.shown][look.layer, look.head][row].argmax())
    said = [*_row(first, look, row, column), *_aside(first, look, row)]
    for other in others:
        at = partner(readers, look, row)
        said += _row(other, look, at, column, own=False)
    said += [_crossing(reader, look) for reader in readers]
    return " ".join([*said, *_unread(first, look)])


def _aside(reader: Reader, look: Look, row: int) -> list[str]:
    """Say what a row reads of the tokens that are not shown, where that is more than half."""
    share = reader.rows.hidden[look.shown][look.layer, look.head, row].item()
    if share <= HALF:
        return []
    aside = _(
        "But **{share}** of the row's weight, more than half, goes to tokens that are hidden here."
    )
    return [aside.format(share=percent(share))]


def _row(reader: Reader, look: Look, row: int, column: int, own: bool = True) -> list[str]:
    """Say how a row reads a column, and which lines it crosses if that is its strongest line.

    Args:
        reader: whose row it is.
        look: what is looked at.
        row: of the reader's map.
        column: that the first reader's row reads most.
        own: whether the row is the first reader's; else it is said of which language it is.
    """
    rows = reader.rows
    weights = rows.maps[look.shown][look.layer, look.head][row]
    name, columns = distinct_names(rows.tokens)[row], distinct_names(rows.columns)
    most, none = (MOST, NONE) if own else (OTHERS_MOST, OTHERS_NONE)
    gaps = {"language": reader.language, "row": name}
    if not weights.any():
        return [_(none[look.shown]).format(**gaps)]
    read = columns[column]
    if own and read == name:
        read = _("{word} (in the source)").format(word=read)
    share = percent(weights[column].item())
    begin = _(most[look.shown]).format(read=read, share=share, **gaps)
    strongest = int(weights.argmax())
    if strongest == column:
        return [begin, *_line(reader, look, row, weights[column].item())]
    share = percent(weights[strongest].item())
    return [begin, _(MORE[look.shown]).format(read=columns[strongest], share=share)]


def _line(reader: Reader, look: Look, row: int, strongest: float) -> list[str]:
    """Say which lines a row's strongest line crosses, if it has one and crosses any."""
    found = lines(reader.rows, look.shown, look.layer, look.head)
    if row not in found:
        if strongest < CLEAR:
            return [_("That's too little to call a link.")]
        return [_("There's no line here: it wouldn't link two words.")]
    others = crossings(found)[row]
    if not others:
        return []
    named = distinct_names(reader.rows.tokens)
    crosses = ngettext(
        "Its line **crosses** the line of {names}.",
        "Its line **crosses** the lines of {names}.",
        len(others),
    )
    return [crosses.format(names=_list([named[other] for other in others]))]


def _crossing(reader: Reader, look: Look) -> str:
    """Count the pairs of lines of one reader that cross."""
    found = lines(reader.rows, look.shown, look.layer, look.head)
    pairs = sum(map(len, crossings(found).values())) // 2
    if not pairs:
        return _("In {language}, no lines cross.").format(language=reader.language)
    return ngettext(
        "In {language}, {count} pair of lines crosses.",
        "In {language}, {count} pairs of lines cross.",
        pairs,
    ).format(language=reader.language, count=pairs)


def _unread(reader: Reader, look: Look) -> list[str]:
    """Name the source words that no row reads most, if they are few: they may go untranslated."""
    weights = reader.rows.maps[look.shown][look.layer, look.head]
    read = set(weights.argmax(dim=-1).tolist())
    columns = reader.rows.columns
    missed = [
        name
        for column, name in enumerate(distinct_names(columns))
        if column not in read
        and any(map(str.isalnum, columns[column].text))
        and not columns[column].special
    ]
    language = reader.language
    match missed:
        case [one]:
            return [_(UNREAD[look.shown]).format(language=language, read=one)]
        case [first, second]:
            both = _(TWO_UNREAD[look.shown])
            return [both.format(language=language, first=first, second=second)]
    return []


def same_memory(readers: Sequence[Reader]) -> str:
    """Say whether both translations read the very same numbers."""
    memories = [reader.reading.trace["memory"][0] for reader in readers]
    rows, width = memories[0].shape
    if len(memories) == 1:
        return _(
            "Here, the memory has {rows} × {width} numbers. Choose a second language above to see "
            "it read twice."
        ).format(rows=rows, width=width)
    apart = (memories[0] - memories[1]).abs().max().item()
    same = (
        _(
            "{languages} read a memory of {rows} × {width} numbers. We compared them one by one: "
            "**they differ by up to {apart}**."
        )
        if apart
        else _(
            "{languages} read a memory of {rows} × {width} numbers. We compared them one by one, "
            "and **not a single one differs**."
        )
    )
    languages = list_names([reader.language for reader in readers])
    return same.format(languages=languages, rows=rows, width=width, apart=size(apart))


def numbers(
    reading: Reading, layer: int, head: int, step: int, lengths: Float[Tensor, " source"]
) -> str:
    """Return the formula of the strongest weight of a row with its numbers, in LaTeX.

    Args:
        reading: whose row it is.
        layer: of the row, from 0.
        head: of the row, from 0.
        step: of the row, from 0.
        lengths: of the vectors that the row adds, one for each source token.
    """
    attention = reading.attention("cross", layer)
    scores, weights = (attention[name][0, head, step] for name in ("scores", "weights"))
    key = int(weights.argmax())
    d_k = attention["q"].shape[-1]
    product = scores[key].item() * math.sqrt(d_k)
    added = f"{lengths[key]:.3f}"
    if head in silent_heads(reading, layer):
        added = rf"0 \text{{{_(': the head is switched off')}}}"
    return (
        r"\begin{gathered}"
        rf"p = \mathrm{{softmax}}\left(\tfrac{{q \cdot k}}{{\sqrt{{{d_k}}}}}\right)"
        rf" = \frac{{e^{{{product:.2f}/\sqrt{{{d_k}}}}}}}{{\sum_j e^{{x_j}}}}"
        rf" = {weights[key]:.3f} \\[6pt]"
        rf"\lVert p\, v\, W_O \rVert = {added}"
        r"\end{gathered}"
    )


def say_which_row(reader: Reader, layer: int, head: int, step: int) -> str:
    """Say which row, and whether the largest contribution comes from where the weight is."""
    reading, both = reader.reading, reader.rows.pieces
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
            "weight goes to {most} ({weight}). It also contributes the most, **{share}** of all "
            "lengths."
        )
    else:
        said = _(
            "Layer {layer}, head {head}, having read {given} and about to write {written}: most "
            "weight goes to {most} ({weight}). **But {real} contributes the most**, {share} of all "
            "lengths."
        )
    return said.format(
        layer=layer + 1,
        head=head + 1,
        given=given,
        written=written,
        most=names[0],
        real=names[1],
        weight=percent(weight[most].item()),
        share=percent(contribution[real].item()),
    )


def _list(names: list[str]) -> str:
    """List up to three names, and count the others."""
    others = len(names) - 3
    if others > 0:
        more = ngettext("{count} more", "{count} more", others).format(count=others)
        names = [*names[:3], more]
    return list_names(names)


END_UNMEASURED = N_(
    "For this model, the share of cross-attention on the end token hasn't been measured. Run "
    "**python -m model.alignment.end_token FILE --model FOLDER**, which writes the table next to "
    "the weights."
)
LONG = 3  # words of one vector that are worth telling


def alone(reading: Reading, said: Sequence[Alone]) -> Sentence:
    """Say how many rows of the memory say a word of the translation by themselves.

    Args:
        reading: the sentence.
        said: what each position says alone, in the language of the reading.
    """
    now = tell_of_translation(reading.source, said, reading.translation)
    first = _telling(now, sum(map(is_word, reading.source)))
    words = [
        (len(one.words), token.text, " ".join(one.words))
        for token, one in zip(reading.source, said, strict=True)
        if is_word(token)
    ]
    length, token, text = max(words, default=(0, "", ""))
    parts = [first]
    if length >= LONG:
        parts.append(
            say("The row of “{token}” says the most: **“{said}”**.", token=token, said=text)
        )
    if not said[-1].words:
        parts.append(say("The end token says nothing at all."))
    return join(*parts)


def _telling(now: int, count: int) -> Sentence:
    """Say how many of the words say a word of the translation by themselves."""
    if count == 1 and now:
        return say("The only word says a word of the translation all by itself.")
    if count == 1:
        return say("By itself, the only word says no word of the translation.")
    return say(
        "**{now} of {count}** words say a word of the translation all by themselves.",
        now=whole(now),
        count=whole(count),
    )


def end_token(row: float, of_layer: float, of_all: float, layer: int) -> Sentence:
    """Say how much of the weight lies on the end token in this sentence.

    Args:
        row: of the step that is looked at, all heads of the layer together.
        of_layer: of all steps, in this layer.
        of_all: of all steps and layers.
        layer: from 0.
    """
    return say(
        "In your sentence, **{of_all}** of all cross-attention goes to the end token, and "
        "{of_layer} in layer {layer}. The row chosen above gives it {row}.",
        of_all=percent(of_all),
        of_layer=percent(of_layer),
        layer=layer + 1,
        row=percent(row),
    )
