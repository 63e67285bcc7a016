"""Sentences about which words the translation of the current sentence needs."""

from collections.abc import Collection, Sequence

from jaxtyping import Float
from torch import Tensor

from pages.start.why_attention.compute import HighlightedWords, Word, find_replacement
from ui.messages import _, ngettext
from ui.readings.reading import distinct_names
from ui.words import join_names

NAMED = 3  # words that are named before the rest are only counted


def list_quoted_words(words: Sequence[Word], indices: Collection[int], separator: str) -> str:
    """Return a list of words in quotes, such as “a”, “b” and “c”.

    It names at most ``NAMED`` (3) words and then says how many more there are.

    Args:
        words: words of the sentence.
        indices: indices of the words to list.
        separator: "and" or "or", which stands before the last word.
    """
    named = distinct_names(words)
    ranked = sorted(indices, key=lambda place: (not words[place].has_letter_or_digit, place))
    quoted = [named[place] for place in sorted(ranked[:NAMED])]
    if more := len(indices) - NAMED if len(indices) > NAMED else 0:
        quoted.append(ngettext("{count} more", "{count} more", more).format(count=more))
    if separator == "and" or len(quoted) == 1:
        return join_names(quoted)
    return _("{list} or {last}").format(list=", ".join(quoted[:-1]), last=quoted[-1])


def describe_takeaway(
    source: Sequence[Word],
    target: Sequence[Word],
    marks: HighlightedWords,
    words_after: Sequence[Word] = (),
) -> str:
    """Return the takeaway: what hiding words did to the selected word of the translation.

    Args:
        source: words of the sentence.
        target: words of its translation.
        marks: which words are hidden, and which one is selected.
        words_after: words of the translation while words are hidden.
    """
    new = find_replacement(target, words_after, marks.selected)
    word, mine = distinct_names(target)[marks.selected], distinct_names(source)[marks.main_source]
    hidden, still = marks.hidden, marks.keeps_selected_word
    gone = list_quoted_words(source, hidden, "and") if hidden else ""
    if mine == word:
        mine = _("{word} (in the source)").format(word=mine)
    if len(source) == 1:
        text = _("{mine} is the **only word**, so there's no other to hide. Type a few more.")
    elif not hidden:
        text = _(
            "{word} relies most heavily on {mine}. **Would the model still say {word} without the "
            "other words?** Hide them and see."
        )
    elif marks.main_source in hidden and still:
        text = _(
            "{word} relies on {mine} more than on any other word. Yet with {mine} hidden, the "
            "model still says {word} in that place. **Hide another word.**"
        )
    elif marks.main_source in hidden:
        text = _(
            "{word} relies on {mine} more than on any other word. With {mine} hidden, the model no "
            "longer says {word} in that place. **Hide another word.**"
        )
    elif new and new.has_letter_or_digit:
        text = _("Hide {gone}, and **{word} turns into “{new}”**, although {mine} is still there.")
    elif still:
        text = _("Even without {gone}, the model **still says {word}** in that place.")
    else:
        text = _(
            "{mine} is still there, but without {gone} the model **no longer says {word}** in that "
            "place."
        )
    return text.format(word=word, mine=mine, gone=gone, new=new.text if new else "")


def describe_most_needed_word(
    source: Sequence[Word], target: Sequence[Word], needs: Sequence[set[int]]
) -> str:
    """Describe the source word that most words of the translation need besides their main one.

    Args:
        source: words of the sentence.
        target: words of the translation.
        needs: for each word of the translation, indices of the source words that it needs, without
            its main source word.
    """
    lost = {
        place: [
            index
            for index, needed in enumerate(needs)
            if place in needed and target[index].has_letter_or_digit
        ]
        for place, word in enumerate(source)
        if word.has_letter_or_digit
    }
    place = max(lost, key=lambda place: len(lost[place]), default=None)
    if place is None or not lost[place]:
        return _(
            "Hide any word you like: every translated word survives as long as the word it relies "
            "on most is there."
        )
    gaps = {
        "hidden": distinct_names(source)[place],
        "lost": list_quoted_words(target, lost[place], "and"),
    }
    return ngettext(
        "Hide {hidden}, and **{lost} disappears**, although the word it relies on most is still "
        "there.",
        "Hide {hidden}, and **{lost} disappear**, although the words they rely on most are still "
        "there.",
        len(lost[place]),
    ).format(**gaps)


def describe_needed_words(
    source: Sequence[Word], target: Sequence[Word], needs: Sequence[set[int]]
) -> str:
    """Describe how many words of the translation need more than their main source word.

    A word needs a source word if it disappears from the translation when that word is hidden.

    Args:
        source: words of the sentence.
        target: words of the translation.
        needs: for each word of the translation, indices of the source words that it needs, without
            its main source word.
    """
    spoken = [place for place, word in enumerate(target) if word.has_letter_or_digit]
    some = [place for place in spoken if needs[place]]
    if not spoken:
        return _("This translation contains no words.")
    if not some:
        return _(
            "Here **no word** of the translation disappears unless its own outlined word is hidden."
        )
    most = max(some, key=lambda place: len(needs[place]))
    example = _("{word} disappears without {others}.").format(
        word=distinct_names(target)[most], others=list_quoted_words(source, needs[most], "or")
    )
    return f"{_describe_share(len(some), len(spoken))} {example}"


def _describe_share(dependent_count: int, word_count: int) -> str:
    """Describe what share of the translated words need a word besides their main source word."""
    if word_count == 1:
        return _(
            "**The only word** of the translation also disappears when a word other than its "
            "outlined one is hidden."
        )
    return ngettext(
        "**{count} of the {words} translated words** also disappears when a word other than "
        "its outlined one is hidden.",
        "**{count} of the {words} translated words** also disappear when a word other than "
        "their outlined one is hidden.",
        dependent_count,
    ).format(count=dependent_count, words=word_count)


def describe_self_only_translation(target: Sequence[Word], kept: Collection[int], text: str) -> str:
    """Describe how many words of the usual translation are also in the one that the model makes
    when each encoder position attends only to itself.

    Args:
        target: words of the usual translation.
        kept: indices of the words that are in both translations.
        text: the translation when each encoder position attends only to itself.
    """
    spoken = [place for place, word in enumerate(target) if word.has_letter_or_digit]
    left = sum(place in kept for place in spoken)
    if not spoken:
        message = _("When every encoder position sees only itself, the model says **“{text}”**.")
    elif len(spoken) > 1:
        message = ngettext(
            "When every encoder position sees only itself, the model says **“{text}”**: "
            "{count} of the {words} translated words survives.",
            "When every encoder position sees only itself, the model says **“{text}”**: "
            "{count} of the {words} translated words survive.",
            left,
        )
    elif left:
        message = _(
            "When every encoder position sees only itself, the model says **“{text}”**: the "
            "translation's only word survives."
        )
    else:
        message = _(
            "When every encoder position sees only itself, the model says **“{text}”**: the "
            "translation's only word is lost."
        )
    return message.format(text=text, count=left, words=len(spoken))


def describe_mean_weights(
    source: Sequence[Word],
    word_index: int,
    weights: Float[Tensor, " source_word"],
    needed: Collection[int] | None,
) -> str:
    """Describe which other source word one source word attends to most, and whether the selected
    word of the translation disappears without that other word.

    Args:
        source: words of the sentence.
        word_index: index of the attending word, the main source word of the selected word.
        weights: mean attention weight of that word on each source word.
        needed: indices of the other source words without which the selected word disappears; None
            if not measured.
    """
    others = [
        place for place, one in enumerate(source) if place != word_index and one.has_letter_or_digit
    ]
    named = distinct_names(source)
    own = named[word_index]
    if not others:
        return _("{word} is the only word, so there's no other to attend to.").format(word=own)
    most = max(others, key=lambda place: weights[place].item())
    text = _(
        "Apart from itself and punctuation, {word} gives the most attention to "
        "**{other} ({share:%} of its weight)**."
    ).format(word=own, other=named[most], share=weights[most].item())
    if needed is None:
        return text
    if most in needed:
        then = _("Hide that word, and the circled word disappears.")
    elif needed:
        then = _(
            "Yet the circled word doesn't depend on it. Hide {others}, and the circled word "
            "disappears."
        ).format(others=list_quoted_words(source, needed, "or"))
    else:
        then = _("Yet even without it, the model still says the circled word.")
    return f"{text} {then}"


def describe_one_head(word: str, other: str, head: tuple[int, int], share: float) -> str:
    """Describe how much attention one word gives another in the head where it gives it most.

    Args:
        word: name of the source word that attends, such as “he”.
        other: name of the source word that it attends to.
        head: layer and head, from 0.
        share: attention weight between the words' last tokens.
    """
    return _(
        "A mean can hide single heads: in head {head} of layer {layer}, {word} gives {other} "
        "{share:%}."
    ).format(head=head[1] + 1, layer=head[0] + 1, word=word, other=other, share=share)


def introduce_head(word: str, other_word: str, layer: int, head: int) -> str:
    """Return a sentence that names the encoder head in which one token attends most to another.

    A weighted average of that head's values follows it on the page.

    Args:
        word: the source token that attends.
        other_word: the token that it attends to.
        layer: the layer, from 0.
        head: the head, from 0.
    """
    if word == other_word:
        text = _(
            "“{word}” attends to itself more in **head {head} of layer {layer}** than in any other "
            "head of the encoder. Here is its weighted average:"
        )
    else:
        text = _(
            "“{word}” attends to “{other}” more in **head {head} of layer {layer}** than in any "
            "other head of the encoder. Here is its weighted average:"
        )
    return text.format(word=word, other=other_word, layer=layer + 1, head=head + 1)


def weighted_average_latex(
    token: str, weights: Float[Tensor, " key"], tokens: Sequence[str]
) -> str:
    """Return one token's attention output as LaTeX: a weighted average of the values v.

    Only the three largest weights are written out.

    Args:
        token: text of the token that attends (the query).
        weights: its attention weight on each key.
        tokens: texts of the keys.
    """
    order = weights.argsort(descending=True).tolist()[:3]
    parts = [
        rf"{weights[place]:.2f}\; v_{{\text{{{_escape_latex(tokens[place])}}}}}" for place in order
    ]
    rest = r" + \cdots" if len(tokens) > len(order) else ""
    return rf"z_{{\text{{{_escape_latex(token)}}}}} = {' + '.join(parts)}{rest}"


def _escape_latex(text: str) -> str:
    """Return a token as LaTeX text without LaTeX's special characters."""
    return "".join(char for char in text if char not in "\\{}$&#^_%~") or "?"
