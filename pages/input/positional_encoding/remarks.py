"""Sentences about the positional encoding of the current sentence."""

import math
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.input.positional_encoding.compute import (
    POSITIONS_TAP,
    SUMS_TAP,
    angle_between,
    has_positions,
    largest_rotation_error,
    wavelengths,
)
from ui.messages import Message, _, ngettext, write_number
from ui.readings.reading import Reading, Token
from ui.words import (
    escape_markdown,
    format_decimal,
    format_scientific,
    join_names,
)

NAMED = 5  # positions of one token that are named


def describe_takeaway(
    encoding: Float[Tensor, "position d_model"], reading: Reading, position: int
) -> str:
    """Return the takeaway: where else a token is, or how far the hands turn along the sentence.

    Args:
        encoding: the positional encoding, a row for each position.
        reading: the sentence.
        position: the selected position, from 0.
    """
    ids = reading.source_ids
    if not has_positions(reading):
        return _("Positions are switched off here, so only zeros were added to your sentence.")
    same = [place for place, id_ in enumerate(ids) if ids[min(position, len(ids) - 1)] == id_]
    if len(same) > 1 and position in same:
        places = join_names([*map(str, same[:NAMED]), *(["..."] if len(same) > NAMED else [])])
        other = next(place for place in same if place != position)
        return _(
            "“{token}” occurs {count} times, at positions {places}. Its embedding is the same "
            "each time: 0° apart. With the clocks added, the vectors at {here} and {there} point "
            "**{angle:.0}°** apart."
        ).format(
            token=reading.source[position].text,
            count=len(same),
            places=places,
            here=position,
            there=other,
            angle=angle_between(reading.trace[SUMS_TAP][0, [position, other]]),
        )
    turns, last = wavelengths(encoding), len(ids) - 1
    return ngettext(
        "From “{first}” to “{last}”, {count} position on, the fastest hand turns by {fast:.0}° and "
        "the slowest by {slow:.2}°. No two places show the same time.",
        "From “{first}” to “{last}”, {count} positions on, the fastest hand turns by {fast:.0}° "
        "and the slowest by {slow:.2}°. No two places show the same time.",
        last,
    ).format(
        first=reading.source[0].text,
        last=reading.source[-1].text,
        count=last,
        fast=360 * last / turns[0],
        slow=360 * last / turns[-1],
    )


def describe_full_turns(encoding: Float[Tensor, "position d_model"], token_count: int) -> str:
    """Describe how many hands go all the way round from the first token of a sentence to the last.

    Args:
        encoding: the positional encoding, a row for each position.
        token_count: number of tokens of the sentence.
    """
    turns = wavelengths(encoding)
    round_ = sum(turn <= token_count - 1 for turn in turns)
    if not round_:
        return _(
            "Your sentence is too short for any of the {clocks} clocks to go all the way round, so "
            "every place shows another time."
        ).format(clocks=len(turns))
    return ngettext(
        "Of the {clocks} clocks, **{count}** goes all the way round within your sentence. The "
        "slower ones don't, so no two places show the same time.",
        "Of the {clocks} clocks, **{count}** go all the way round within your sentence. The "
        "slower ones don't, so no two places show the same time.",
        round_,
    ).format(clocks=len(turns), count=round_)


def describe_clock(encoding: Float[Tensor, "position d_model"], position: int, pair: int) -> str:
    """Describe what one sine-cosine pair tells about a position, and what all pairs do.

    Args:
        encoding: the positional encoding, a row for each position.
        position: the selected position, from 0.
        pair: index of the selected pair of sine and cosine, from 0.
    """
    turns, pairs = wavelengths(encoding), encoding.shape[1] // 2
    turn = turns[pair]
    step, last = round(turn), len(encoding) - 1
    if step <= last:
        start = position if position + step <= last else max(0, position - step)
        again = start + step
        away = encoding[again] - encoding[start]
        own = away[2 * pair : 2 * pair + 2].norm()
        return _(
            "**Clock {pair}** turns once in {turn:.1} positions: at position {again}, its hand "
            "points almost where it did at position {start}. One clock repeats itself, but all "
            "{pairs} together don't. The two positions differ by {own:.2} in this clock, and by "
            "**{all:.2}** over all clocks."
        ).format(
            pair=pair,
            turn=turn,
            again=again,
            start=start,
            pairs=pairs,
            own=own.item(),
            all=away.norm().item(),
        )
    moves = _(
        "**Clock {pair}** is slow: from position 0 to {last}, its hand turns by {angle:.1}°. Over "
        "the same stretch, the fastest hand goes round {times:.1} times."
    ).format(pair=pair, last=last, angle=360 * last / turn, times=last / (2 * math.pi))
    slow = sum(each > last for each in turns)
    slowest = ngettext(
        "On the way, {count} of the {pairs} hands never makes a full turn.",
        "On the way, {count} of the {pairs} hands never make a full turn.",
        slow,
    ).format(count=slow, pairs=pairs)
    apart = _("Fast hands tell neighbours apart; slow ones tell the beginning from the end.")
    return f"{moves} {slowest} {apart}"


def describe_recorded_positions(
    reading: Reading, encoding: Float[Tensor, "position d_model"]
) -> str:
    """Describe how closely the plotted encoding agrees with the one added in the recorded pass.

    Args:
        reading: the sentence, with the recorded pass.
        encoding: the plotted encoding, of the model's width, a row for each position.
    """
    tap = reading.trace[POSITIONS_TAP]
    n, d_model = tap.shape
    if not has_positions(reading):
        return _("Positions are switched off here, so only zeros were added to your sentence.")
    error = (encoding[:n] - tap).abs().max().item()
    return ngettext(
        "When the model read your sentence, {count} row of {d_model} numbers was added to the "
        "embeddings. The largest difference from this heat map, at the model's width, is {error}.",
        "When the model read your sentence, {count} rows of {d_model} numbers were added to the "
        "embeddings. The largest difference from this heat map, at the model's width, is {error}.",
        n,
    ).format(count=n, d_model=d_model, error=format_tiny(error))


def encoding_latex(encoding: Float[Tensor, "position d_model"], position: int, pair: int) -> str:
    """Return a LaTeX formula that computes the sine and cosine of one pair at a position.

    Args:
        encoding: the positional encoding PE.
        position: the position, from 0.
        pair: index of the pair of sine and cosine, from 0.
    """
    d_model = encoding.shape[1]
    divisor = 10_000 ** (2 * pair / d_model)
    power = rf"10000^{{{2 * pair}/{d_model}}}"
    lines = (
        rf"PE_{{({position},\,{2 * pair + k})}} = "
        rf"\{name}\left(\frac{{{position}}}{{{power}}}\right)"
        rf" = \{name} {position / divisor:.4f} = {encoding[position, 2 * pair + k]:.3f}"
        for k, name in enumerate(("sin", "cos"))
    )
    return r"\begin{gathered}" + r" \\[6pt] ".join(lines) + r"\end{gathered}"


def describe_dot_products(
    encoding: Float[Tensor, "position d_model"], position: int, k: int, tokens: Sequence[Token]
) -> str:
    """Compare PE(pos) · PE(pos - k) with PE(pos) · PE(pos + k), at two positions.

    They are the selected position and one in the middle of the encoding.

    Args:
        encoding: PE, a row for each position.
        position: the selected position, from 0.
        k: the offset.
        tokens: tokens of the sentence, which name its positions.
    """
    middle = len(encoding) // 2
    middle += middle == position  # "elsewhere" is not here

    def product(a: int, b: int) -> str:
        """Return the dot product of two positions as text; "" if the second is out of range."""
        inside = 0 <= b < len(encoding)
        number = format_decimal((encoding[a] @ encoding[b]).item(), 3)
        return Message(f"**{number}**" if inside else "")

    def name(position: int) -> str:
        """Return a position as text, with its token if the sentence has one there."""
        if 0 <= position < len(tokens):
            return _("position {place} (“{token}”)").format(
                place=position, token=escape_markdown(tokens[position].text)
            )
        return _("position {place}").format(place=position)

    k = abs(k)
    if k == 0:
        itself = _(
            "The dot product of {place} with itself is {product}, exactly d_model/2. Choose a step."
        )
        return itself.format(place=name(position), product=product(position, position))
    if position < k:
        here = _("Move ahead from {place} to {after}, and the dot product is {product_after}.")
    elif position + k >= len(encoding):
        here = _("Move back from {place} to {before}, and the dot product is {product_before}.")
    else:
        here = _(
            "Move back from {place} to {before}, and the dot product is {product_before}; "
            "move ahead to {after}, and it's {product_after}."
        )
    here = here.format(
        place=name(position),
        before=name(position - k),
        product_before=product(position, position - k),
        after=name(position + k),
        product_after=product(position, position + k),
    )
    elsewhere = _(
        "From another position, {middle}, it is {back} at the same distance back and {ahead} at "
        "the same distance ahead. The dot product says how far, but not which way."
    ).format(middle=middle, back=product(middle, middle - k), ahead=product(middle, middle + k))
    return f"{here} {elsewhere}"


def describe_norms(encoding: Float[Tensor, "position d_model"]) -> str:
    """Describe the norm of the encoding's rows and why it is the same for all."""
    norms, d_model = encoding.norm(dim=1), encoding.shape[1]
    return _(
        "Every row has the same length, {length:.3}. That's the square root of the number of "
        "pairs, {pairs}, because sin² + cos² = 1 in each pair. Measured over all rows, the length "
        "runs from {least:.3} to {most:.3}."
    ).format(
        length=math.sqrt(d_model / 2),
        pairs=d_model // 2,
        least=norms.min().item(),
        most=norms.max().item(),
    )


def describe_rotation_error(encoding: Float[Tensor, "position d_model"], k: int) -> str:
    """Describe the largest difference between PE(pos + k) and M_k PE(pos).

    Args:
        encoding: the positional encoding PE.
        k: offset between the two positions; may be negative.
    """
    count, d_model = len(encoding) - abs(k), encoding.shape[1]
    sign = "−" if k < 0 else "+"
    return _(
        "Measured over {count} positions and all {d_model} numbers, PE(pos {step}) and Mₖ PE(pos) "
        "differ by at most **{error}**. Rounding alone can cause differences of up to 1.2 · 10⁻⁷."
    ).format(
        step=f"{sign} {abs(k)}",
        error=format_tiny(largest_rotation_error(k, encoding)),
        count=count,
        d_model=d_model,
    )


def layout_table_markdown(d_model: int, wavelengths: Sequence[float]) -> str:
    """Return a Markdown table that compares the paper's positional encoding with Tensor2Tensor's.

    The paper alternates sines and cosines; Tensor2Tensor puts all sines first. The columns are the
    order, the exponent of 10000, and the first and the last wavelength.

    Args:
        d_model: width of the encoding.
        wavelengths: wavelengths of the paper's pairs of sine and cosine, in positions.
    """
    pairs = d_model // 2
    other = [2 * math.pi * 10_000 ** (i / (pairs - 1)) for i in range(pairs)]
    rows = (
        (_("the paper"), _("sine and cosine alternating"), rf"2i/{d_model}", wavelengths),
        ("Tensor2Tensor", _("all sines, then all cosines"), rf"i/{pairs - 1}", other),
    )
    heads = _("order"), _("exponent of 10000"), _("first wavelength"), _("last wavelength")
    lines = [f"| | {' | '.join(heads)} |", "|---|---|--:|--:|--:|"]
    lines += [
        f"| {name} | {order} | ${exponent}$ | {format_decimal(waves[0], 3)} | "
        f"{write_number(waves[-1], ',.1')} |"
        for name, order, exponent, waves in rows
    ]
    return "\n".join(lines)


def format_tiny(value: float) -> str:
    """Return a number as text: "0", three decimals, or, below 0.001, in scientific notation."""
    if value == 0 or value >= 0.001:
        return format_decimal(value, 3) if value else "0"
    return format_scientific(value, 1)
