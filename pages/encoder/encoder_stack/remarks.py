"""Sentences about the encoder's vectors of the current sentence."""

import math
from collections import Counter
from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from pages.encoder.encoder_stack.two_sentences import SharedWords, find_word_inputs
from ui.messages import _
from ui.readings.reading import Reading, Token, distinct_names
from ui.readings.single_vector_decoding import SingleVectorOutput, is_word, normalize_word
from ui.sentence import Remark, join_remarks, say, say_count
from ui.words import format_decimal


def describe_takeaway(cosines: Float[Tensor, "depth depth"], name: str) -> Remark:
    """Describe in which layer a token's vector turns most, and how much of its start is left.

    Args:
        cosines: cosine between the token's vectors at every pair of depths.
        name: display name of the token.
    """
    steps = torch.diagonal(cosines, 1)
    turn = int(steps.argmin())
    gaps = {
        "token": name,
        "layer": turn + 1,
        "low": _format_angle(steps[turn]),
        "own": _format_angle(cosines[0, -1]),
    }
    if turn == len(steps) - 1:
        return say(
            "No layer turns the vector of {token} as far as the last one: by **{low}°**. From the "
            "embedding to the memory, it turns by {own}°.",
            **gaps,
        )
    return say(
        "No layer turns the vector of {token} as far as **layer {layer}**: by **{low}°**. From "
        "the embedding to the memory, it turns by {own}°.",
        **gaps,
    )


def _format_angle(cosine: Float[Tensor, ""]) -> str:
    """Return the angle between two vectors in whole degrees, from their cosine."""
    return format_decimal(math.degrees(math.acos(cosine.clamp(-1, 1).item())), 0)


def describe_whole_sentence(
    matrices: Float[Tensor, "depth token token"], tokens: Sequence[Token]
) -> Remark:
    """Describe what the layers do to a word that occurs twice, or else to all pairs of tokens.

    Args:
        matrices: cosines between all tokens' vectors, at each depth.
        tokens: the tokens.
    """
    counts = Counter(token.text for token in tokens if is_word(token))
    text = next((text for text, count in counts.items() if count > 1), None)
    if text is None:
        return _describe_average_cosine(matrices)
    one, two = [place for place, token in enumerate(tokens) if token.text == text][:2]
    gaps = {
        "token": text,
        "first": format_decimal(matrices[0, one, two].item(), 2),
        "last": format_decimal(matrices[-1, one, two].item(), 2),
    }
    if counts[text] == 2:
        return say(
            "“{token}” occurs twice, both times as the same row of E, only in another position: "
            "their cosine is {first}. After the last layer, it's **{last}**.",
            **gaps,
        )
    return say(
        "“{token}” occurs {count} times, always as the same row of E, only in other positions. "
        "The first two start with a cosine of {first}. After the last layer, it's **{last}**.",
        count=counts[text],
        **gaps,
    )


def _describe_average_cosine(matrices: Float[Tensor, "depth token token"]) -> Remark:
    """Describe whether the layers make the tokens' vectors more alike or less."""
    off = ~torch.eye(matrices.shape[-1], dtype=torch.bool)
    first, last = (matrices[depth][off].mean().item() for depth in (0, -1))
    gaps = {"first": format_decimal(first, 2), "last": format_decimal(last, 2)}
    if last < first:
        return say(
            "Your tokens take in one another, and yet they grow less alike: on average, two of "
            "them start with a cosine of {first} and end with **{last}**.",
            **gaps,
        )
    return say(
        "On average, two of your tokens start with a cosine of {first} and end with **{last}**: "
        "the layers make them more alike.",
        **gaps,
    )


def describe_nearest_tokens(
    matrices: Float[Tensor, "depth token token"], tokens: Sequence[Token], chosen_token: int
) -> str:
    """Describe which other token's vector is nearest to a token's, before layer 1 and at the end.

    Args:
        matrices: cosines between all tokens' vectors, at each depth.
        tokens: the tokens.
        chosen_token: index of the token that is described.
    """
    if len(tokens) < 2:
        return _("There's only one token here, with no other to compare it to.")
    found, names = [], distinct_names(tokens)
    for matrix in (matrices[0], matrices[-1]):
        row = matrix[chosen_token].clone()
        row[chosen_token] = -2  # below any cosine
        found.append((names[int(row.argmax())], row.max().item()))
    (before, low), (after, high) = found
    if before == after:
        text = _(
            "{token} starts out most like {before} ({low:.2}), and it still is at the end "
            "({high:.2})."
        )
    else:
        text = _(
            "{token} starts out most like {before} ({low:.2}), and ends up most like {after} "
            "({high:.2})."
        )
    text = text.format(token=names[chosen_token], before=before, low=low, after=after, high=high)
    off = ~torch.eye(len(tokens), dtype=torch.bool)
    means = [matrix[off].mean().item() for matrix in (matrices[0], matrices[-1])]
    average = _(
        "On average, two tokens of this sentence have a cosine of **{first:.2}** at the start and "
        "**{last:.2}** at the end."
    ).format(first=means[0], last=means[1])
    return f"{text} {average}"


def describe_starting_vectors(first_reading: Reading, second_reading: Reading, word: str) -> str:
    """Describe whether a shared word enters the encoder as the same vector in both sentences.

    The text says whether its tokens (rows of E) are the same, and whether its positions are.

    Args:
        first_reading: one sentence.
        second_reading: the other sentence.
        word: the word in lower case; each sentence has it exactly once.
    """
    (rows, places), (others, there) = (
        find_word_inputs(reading, word) for reading in (first_reading, second_reading)
    )
    if not (rows.shape == others.shape and rows.equal(others)):
        return _("different tokens, so different embeddings")
    if places.equal(there):
        return _("the very same vector")
    if len(rows) == 1:
        return _("the same embedding in two positions")
    return _("the same embeddings in different positions")


def describe_drift(shared: SharedWords, word: str, start: str) -> str:
    """Describe how far a shared word's two vectors drift apart.

    Args:
        shared: the comparison of the two sentences.
        word: a word that both sentences have, in lower case.
        start: how the two vectors start out, such as "the very same vector", from
            ``describe_starting_vectors``.
    """
    line = shared.cosines[word]
    begins = _(
        "The two vectors of “{word}” start out with a cosine of **{first}** ({start}) and end "
        "up with **{last}**."
    )
    first, last = (format_decimal(line[depth].item(), 2) for depth in (0, -1))
    parts = [begins.format(word=word, first=first, start=start, last=last)]
    if len(shared.cosines) > 1:
        ranked = sorted(shared.cosines, key=lambda one: shared.cosines[one][-1])
        place = ranked.index(word)
        if place == 0:
            furthest = _(
                "Of all the words the two sentences share, this is the one whose vectors end up "
                "furthest apart."
            )
        else:
            furthest = _(
                "Of the {count} words the two sentences share, “{word}” is the one whose vectors "
                "end up furthest apart ({cosine:.2})."
            )
        parts.append(
            furthest.format(
                count=len(ranked), word=ranked[0], cosine=shared.cosines[ranked[0]][-1].item()
            )
        )
    if not shared.mean_cosine_of_others.isnan().any():
        others = _(
            "On average, two different words from the two sentences end up with a cosine of "
            "{cosine:.2}."
        )
        parts.append(others.format(cosine=shared.mean_cosine_of_others[-1].item()))
    return " ".join(parts)


def cosine_latex(
    vector_before: Float[Tensor, " d_model"], vector_after: Float[Tensor, " d_model"]
) -> str:
    """Return the calculation of a cosine, that of a token's embedding and encoder output, in LaTeX.

    Args:
        vector_before: the token's vector before layer 1.
        vector_after: the token's vector in the encoder's output.
    """
    product, a, b = (
        (vector_before @ vector_after).item(),
        vector_before.norm().item(),
        vector_after.norm().item(),
    )
    return (
        rf"\cos(x^{{(0)}}, x^{{(N)}}) = \frac{{{product:.2f}}}{{{a:.2f} \cdot {b:.2f}}}"
        rf" = {product / (a * b):.3f}"
    )


MIN_WORDS_TO_QUOTE = 3  # fewest words of one vector worth quoting


def describe_vectors_alone(
    counts: Sequence[int],
    word_count: int,
    last_outputs: Sequence[SingleVectorOutput],
    tokens: Sequence[Token],
    translation: str,
) -> Remark:
    """Describe how many words have a vector that suffices for a word of the translation.

    It suffices if the decoder writes such a word when it reads only this vector. The text compares
    the vectors before layer 1 with those after the last layer.

    Args:
        counts: at each depth (before layer 1, after each layer), the number of these words.
        word_count: number of words in the sentence.
        last_outputs: what the decoder writes from each vector after the last layer.
        tokens: tokens of the sentence.
        translation: the translation of the whole sentence.
    """
    first = _describe_telling_words(counts[0], counts[-1], word_count)
    names = distinct_names(tokens)
    place, longest = max(
        (at for at in enumerate(last_outputs) if is_word(tokens[at[0]])),
        key=lambda at: len(at[1].words),
        default=(0, SingleVectorOutput((), repeats=False)),
    )
    if len(longest.words) < MIN_WORDS_TO_QUOTE:
        return first
    quoted = say(
        "The longest text comes from the vector of {token}: **“{said}”**.",
        token=names[place],
        said=" ".join(longest.words),
    )
    known = {normalize_word(word) for word in translation.split()}
    shared = say_count(
        "Of its {length} words, {count} also occurs in the translation.",
        "Of its {length} words, {count} also occur in the translation.",
        sum(normalize_word(word) in known for word in longest.words),
        length=len(longest.words),
    )
    return join_remarks(first, quoted, shared)


def _describe_telling_words(count_before: int, count_after: int, word_count: int) -> Remark:
    """Describe how many single vectors yield a translated word, before and after all layers."""
    if word_count == 1:
        return say(
            "Does the vector of the only word, by itself, make the decoder write a word of "
            "the translation? Before the first layer, {before}; after the last, **{now}**.",
            before=_("yes") if count_before else _("no"),
            now=_("yes") if count_after else _("no"),
        )
    return say(
        "After the last layer, **{now:,} of {count:,}** words have a vector from which the decoder "
        "writes a word of the translation (any word of it counts). Before the first layer, it was "
        "{before:,}.",
        now=count_after,
        count=word_count,
        before=count_before,
    )
