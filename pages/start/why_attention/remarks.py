"""What the page says of this very sentence."""

from collections.abc import Collection, Sequence

from jaxtyping import Float
from torch import Tensor

from pages.start.why_attention.compute import Marks, Word
from ui.readings.reading import told_apart

NAMED = 3  # words that a sentence names before it only counts them


def names(words: Sequence[Word], places: Collection[int], between: str) -> str:
    """Name some words, “a”, “b” and “c”, before signs; one that stands twice is counted.

    Args:
        words: of the sentence.
        places: of those to be named.
        between: "and" or "or", before the last one.
    """
    named = told_apart(words)
    ranked = sorted(places, key=lambda place: (not words[place].spoken, place))
    quoted = [named[place] for place in sorted(ranked[:NAMED])]
    if more := len(places) - NAMED if len(places) > NAMED else 0:
        quoted.append(f"{more} more")
    head = ", ".join(quoted[:-1])
    return f"{head} {between} {quoted[-1]}" if head else quoted[-1]


def look_for(source: Sequence[Word], said: Sequence[Word], marks: Marks) -> str:
    """Say what hiding did to the watched word of the translation.

    Args:
        source: words of the sentence.
        said: words of its translation.
        marks: what is hidden, and which word is watched.
    """
    word, mine = told_apart(said)[marks.watched], told_apart(source)[marks.own]
    hidden, still = marks.hidden, marks.stays
    mine += " (in the source)" if mine == word else ""
    if len(source) == 1:
        return f"{mine} is the **only word**, so there is no other one to hide. Type more words."
    if not hidden:
        return (
            f"{word} depends most on {mine}. **Would the model also say {word} without the other "
            "words?** Hide them."
        )
    says = "still says" if still else "no longer says"
    if marks.own in hidden:
        return (
            f"{mine} is hidden, the word on which {word} depends most. The model {says} {word} in "
            "that place. **Hide another word.**"
        )
    gone = names(source, hidden, "and")
    if still:
        return f"Without {gone} the model **still says {word}** in that place."
    return (
        f"{mine} is still there. But without {gone} the model **no longer says {word}** in that "
        "place."
    )


def count_needs(source: Sequence[Word], said: Sequence[Word], needs: Sequence[set[int]]) -> str:
    """Say how many words of the translation disappear without other words than their own."""
    spoken = [place for place, word in enumerate(said) if word.spoken]
    some = [place for place in spoken if needs[place]]
    if not spoken:
        return "There is no word in this translation."
    if not some:
        return (
            "Here **no word** of the translation disappears when something else than its outlined "
            "word is hidden."
        )
    most = max(some, key=lambda place: len(needs[place]))
    disappear = "disappears" if len(some) == 1 else "disappear"
    its = "its outlined word" if len(some) == 1 else "their outlined words"
    return (
        f"**{len(some)} of {len(spoken)} {'words' if len(spoken) > 1 else 'word'}** of the "
        f"translation also {disappear} when something else than {its} is hidden. "
        f"{told_apart(said)[most]} disappears without {names(source, needs[most], 'or')}."
    )


def alone(said: Sequence[Word], still: Collection[int], text: str) -> str:
    """Say what is left of the translation when nobody looks at anybody in the encoder."""
    spoken = [place for place, word in enumerate(said) if word.spoken]
    text = f"Every position of the encoder sees only itself, and the model says **“{text}”**"
    if not spoken:
        return f"{text}."
    left = sum(place in still for place in spoken)
    if len(spoken) == 1:
        return f"{text}: the only word of the translation is {'left' if left else 'lost'}."
    are = "is" if left == 1 else "are"
    return f"{text}: {left} of the {len(spoken)} words of the translation {are} left."


def looks(
    source: Sequence[Word], word: int, weights: Float[Tensor, " word"], needed: Collection[int]
) -> str:
    """Say whom a word looks at most, and whether the circled word disappears without that word."""
    others = [place for place, one in enumerate(source) if place != word and one.spoken]
    named = told_apart(source)
    own = named[word]
    if not others:
        return f"{own} is the only word: there is no other one to look at."
    most = max(others, key=lambda place: weights[place].item())
    share = f"{100 * weights[most].item():.0f} %"
    text = f"Of the other words, {own} looks most at **{named[most]} ({share} of its weight)**"
    if most in needed:
        return f"{text}. Without that word the circled word disappears."
    if needed:
        without = names(source, needed, "or")
        return f"{text}. But the circled word disappears without {without}, not without that word."
    return f"{text}. Yet the circled word is still said without that word."


def head_named(word: str, other: str, layer: int, head: int) -> str:
    """Say which head's row is written out below."""
    whom = "itself" if word == other else f"“{other}”"
    return (
        f"Of all heads of the encoder, **head {head + 1} of layer {layer + 1}** lets “{word}” look "
        f"most at {whom}. This is what “{word}” takes there:"
    )


def mixture(token: str, weights: Float[Tensor, " key"], tokens: Sequence[str]) -> str:
    """Write the mixture of one row with its numbers, in LaTeX: the three largest parts.

    Args:
        token: the one that looks.
        weights: of its row.
        tokens: all that it may look at.
    """
    order = weights.argsort(descending=True).tolist()[:3]
    parts = [rf"{weights[place]:.2f}\; v_{{\text{{{_latex(tokens[place])}}}}}" for place in order]
    rest = r" + \cdots" if len(tokens) > len(order) else ""
    return rf"z_{{\text{{{_latex(token)}}}}} = {' + '.join(parts)}{rest}"


def _latex(text: str) -> str:
    """Write a token as LaTeX's text; signs that LaTeX reads are left out."""
    return "".join(char for char in text if char not in "\\{}$&#^_%~") or "?"
