"""What the page on positional encoding says about this sentence, in numbers."""

import math
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.input.positional_encoding.compute import TAP, largest_error, wavelengths
from ui.readings.reading import Reading, Token
from ui.words import plain, power_of_ten, times, with_sign


def look_for(encoding: Float[Tensor, "position d_model"], place: int, pair: int) -> str:
    """Say what one clock tells of a position and what it leaves to the others.

    Args:
        encoding: a row for each position.
        place: the position that is looked at.
        pair: the sine and cosine that are looked at.
    """
    turns, pairs = wavelengths(encoding), encoding.shape[1] // 2
    turn = turns[pair]
    step, last = round(turn), len(encoding) - 1
    if step <= last:
        start = place if place + step <= last else max(0, place - step)
        again = start + step
        away = encoding[again] - encoding[start]
        own = away[2 * pair : 2 * pair + 2].norm()
        return (
            f"**Pair {pair}** turns once in {turn:.1f} positions, so at position {again} its hand "
            f"points almost where it did at position {start}. One clock repeats itself, but all "
            f"{pairs} together do not. In this pair the two rows are {own:.2f} apart, in all pairs "
            f"**{away.norm():.2f}**."
        )
    slow = sum(each > last for each in turns)
    return (
        f"**Pair {pair}** is slow: from position 0 to {last} its hand moves by "
        f"{360 * last / turn:.1f}°. The fastest goes round {last / (2 * math.pi):.1f} times. "
        f"{slow} of the {pairs} pairs do not come round once on the way. Fast hands tell "
        "neighbours apart, slow ones tell the beginning from the end."
    )


def compare_with_record(reading: Reading, encoding: Float[Tensor, "position d_model"]) -> str:
    """Compare what is drawn with what was added to this sentence.

    Args:
        reading: of the sentence.
        encoding: of the model's width, a row for each position.
    """
    tap = reading.trace[TAP]
    n, d_model = tap.shape
    if not tap.any():
        return "The positions are switched off in this reading: zeros were added to your sentence."
    error = (encoding[:n] - tap).abs().max().item()
    return (
        f"When the model read your sentence, {n} rows of {d_model} numbers were added to the "
        f"embeddings. From the same columns of the heat map, at the model's width, they differ "
        f"by at most {tiny(error)}."
    )


def numbers(encoding: Float[Tensor, "position d_model"], place: int, pair: int) -> str:
    """Return the formula of one pair with its numbers, in LaTeX."""
    d_model = encoding.shape[1]
    divisor = 10_000 ** (2 * pair / d_model)
    power = rf"10000^{{{2 * pair}/{d_model}}}"
    lines = (
        rf"PE_{{({place},\,{2 * pair + k})}} = \{name}\left(\frac{{{place}}}{{{power}}}\right)"
        rf" = \{name} {place / divisor:.4f} = {encoding[place, 2 * pair + k]:.3f}"
        for k, name in enumerate(("sin", "cos"))
    )
    return r"\begin{gathered}" + r" \\[6pt] ".join(lines) + r"\end{gathered}"


def distance(
    encoding: Float[Tensor, "position d_model"], place: int, k: int, tokens: Sequence[Token]
) -> str:
    """Say from numbers what the dot product of two encodings tells.

    Args:
        encoding: a row for each position.
        place: the position that is looked at.
        k: the offset.
        tokens: of the sentence.
    """
    middle = len(encoding) // 2

    def product(a: int, b: int) -> str:
        return f"**{encoding[a] @ encoding[b]:.3f}**"

    def name(at: int, start: str = "position") -> str:
        return f"{start} {at}" + (f" (“{plain(tokens[at].text)}”)" if at < len(tokens) else "")

    k = abs(k)
    if k == 0:
        return (
            f"With itself, {name(place)} gives {product(place, place)}: d_model/2. Choose a step."
        )
    parts = [
        f"{way} to {name(at)} it is {product(place, at)}"
        for at, way in ((place - k, "back"), (place + k, "ahead"))
        if 0 <= at < len(encoding)
    ]
    return (
        f"From {name(place)} {', and '.join(parts)}. Elsewhere, from position {middle}, it is "
        f"{product(middle, middle - k)} as far back and {product(middle, middle + k)} as far "
        "ahead. It tells how far, not which way."
    )


def lengths(encoding: Float[Tensor, "position d_model"]) -> str:
    """Say how long the rows are."""
    norms, d_model = encoding.norm(dim=1), encoding.shape[1]
    return (
        f"Every row has the same length, {math.sqrt(d_model / 2):.3f}. That is the root of the "
        f"number of pairs, {d_model // 2}, because sin² + cos² = 1 in each. Measured over all "
        f"rows, it goes from {norms.min():.3f} to {norms.max():.3f}."
    )


def step(encoding: Float[Tensor, "position d_model"], k: int) -> str:
    """Say how well the matrix of a step of k positions does what it should."""
    count, d_model = len(encoding) - abs(k), encoding.shape[1]
    sign = "−" if k < 0 else "+"
    return (
        f"PE(pos {sign} {abs(k)}) and Mₖ PE(pos) differ by at most "
        f"**{tiny(largest_error(k, encoding))}**. That was measured over {count} positions and all "
        f"{d_model} numbers. Rounding alone makes differences of up to 6 · 10⁻⁸."
    )


def no_other_order(reading: Reading) -> str:
    """Say why a sentence cannot be shuffled."""
    if len(reading.source) == 2:
        return "One token has no other order. Type a longer sentence to shuffle it."
    return "All tokens are the same, and every order of them is the same sentence."


def shuffle_effect(differences: Float[Tensor, "variant token"]) -> str:
    """Say what the shuffle changed.

    Args:
        differences: largest difference of each token's rows, without positions and with them.
    """
    off, on = differences.amax(dim=1).tolist()
    same = f"differ by at most **{tiny(off)} without positions**, rounding only" if off else ""
    same = same or "are **exactly equal without positions**"
    return (
        f"Put back in order, the rows {same}. They are the same vectors in another order. **With "
        f"positions** they differ by up to **{tiny(on)}**, because a row also says where its token "
        "stood."
    )


def taken_away(log_p: Sequence[float], translation: str) -> str:
    """Say what taking the positions away does to a translation's probability.

    Args:
        log_p: with positions in both stacks, without the decoder's, without the encoder's, without
            any.
        translation: whose log-probability it is.
    """
    both, decoder, encoder, none = log_p
    translation = translation.replace("**", "*\u2060*")  # two stars would mean bold
    whose = f"of “{translation}”" if translation.strip() else "of the translation"
    return (
        f"ln p {whose} is {with_sign(both)} with positions in both stacks, and "
        f"**{with_sign(none)}** without any. "
        f"Without the decoder’s, ln p is **{with_sign(decoder)}** ({times(decoder - both)}). "
        f"Without the encoder’s, it is **{with_sign(encoder)}** ({times(encoder - both)})."
    )


def counting(token: str, times: int, encoder: float, decoder: float) -> str:
    """Say how far the rows of one token differ that is read several times without positions.

    Args:
        token: that is repeated.
        times: how often.
        encoder: largest difference between two of the encoder's rows.
        decoder: the same of the decoder.
    """
    alike = f"differ by at most **{tiny(encoder)}**, rounding only" if encoder else "are **equal**"
    return (
        f"A check reads “{plain(token)}” {times} times, without any positions. The encoder’s "
        f"{times} rows {alike}; the decoder’s differ by up to **{tiny(decoder)}**, because each of "
        "them sees one token more than the one before."
    )


def layout_table(d_model: int, paper: Sequence[float]) -> str:
    """Return a table in Markdown of the wavelengths in both layouts.

    Args:
        d_model: width of the encoding.
        paper: wavelengths of the interleaved pairs.
    """
    pairs = d_model // 2
    other = [2 * math.pi * 10_000 ** (i / (pairs - 1)) for i in range(pairs)]
    rows = (
        ("the paper", "sine and cosine in turn", rf"2i/{d_model}", paper),
        ("Tensor2Tensor", "all sines, then all cosines", rf"i/{pairs - 1}", other),
    )
    lines = [
        "| | order | exponent of 10000 | first wavelength | last wavelength |",
        "|---|---|--:|--:|--:|",
    ]
    lines += [
        f"| {name} | {order} | ${exponent}$ | {waves[0]:.3f} | {waves[-1]:,.1f} |"
        for name, order, exponent, waves in rows
    ]
    return "\n".join(lines)


def tiny(value: float) -> str:
    """Return a number for people: three decimals, or a power of ten if they would be zeros."""
    if value == 0 or value >= 0.001:
        return f"{value:.3f}" if value else "0"
    return power_of_ten(value, 1)
