"""What can be said of searches in words, for any sentence."""

import math
from collections.abc import Callable, Sequence

from model.config import ModelConfig
from model.decoding import Candidate, Fate, length_penalty
from model.tokenizer import EOS, Tokenizer
from pages.output.decoding.compute import StepCost, Steps, endings
from ui.readings.reading import quote
from ui.words import SUPERSCRIPTS, with_sign

Names = Callable[[Sequence[Candidate]], Sequence[str]]  # how the screen calls their tokens


def names(tokenizer: Tokenizer) -> Names:
    """Return what calls the last tokens of candidates as texts quote them."""
    return lambda candidates: quote(tokenizer.pieces([one.token for one in candidates]))


def look_for(
    beam: Steps,
    greedy: Steps,
    width: int,
    alpha: float,
    forced: int,
    names: Names,
    sampled: Steps | None = None,
) -> str:
    """Say where greedy and beam search part, or what was the closest decision if they do not.

    If the tree shows draws, say instead where chance left the likeliest path.

    Args:
        beam: the steps of a beam search.
        greedy: the steps of greedy search.
        width: of the beam.
        alpha: exponent of the length penalty.
        forced: how many tokens were fixed before.
        names: calls tokens by their names, in quotes.
        sampled: the steps that were drawn, if the tree shows these.
    """
    if sampled is not None:
        return _farthest_draw(sampled, forced, names)
    winner, alone = endings(beam, alpha)[0], endings(greedy, alpha)[0]
    remarks = []
    if winner.fate is Fate.CUT:
        remarks.append(
            f"Nothing ended within the limit of {len(winner.path)} tokens, so the best translation "
            "is cut there."
        )
    elif winner.tokens == [EOS]:
        remarks.append(f"The winner is empty: it ends at once, with probability {_p(winner)}.")
    if winner.tokens == alone.tokens:
        remarks.append(_closest(greedy, width, forced, names))
    else:
        remarks.append(_parting(beam, winner, alone, alpha, names))
    return " ".join(remarks)


def _closest(greedy: Steps, width: int, forced: int, names: Names) -> str:
    """Find greedy's narrowest decision."""
    agree = "A beam of 1 is greedy search." if width == 1 else "Greedy and beam search agree here."
    free = [(step[0], step[1]) for step in greedy[forced:]]
    if not free:
        return "Your beginning fixes every token, so nothing is left to decide."
    taken, left = min(free, key=lambda two: two[0].log_probability - two[1].log_probability)
    first, second = names((taken, left))
    return (
        f"{agree} The closest decision was step **{len(taken.path)}**: {first} ({_p(taken)}) "
        f"ahead of {second} ({_p(left)}). Click {second} in the greedy tree to see how the "
        "sentence continues after it."
    )


def _parting(beam: Steps, winner: Candidate, alone: Candidate, alpha: float, names: Names) -> str:
    """Say where the winner left greedy's path, and why it won."""
    pairs = zip(winner.path, alone.path, strict=False)
    ours, theirs = next((a, b) for a, b in pairs if a.token != b.token)
    own, other = names((ours, theirs))
    text = (
        f"At step **{len(ours.path)}** greedy takes {other} ({_p(theirs)}), not {own} "
        f"({_p(ours)}). The beam keeps both."
    )
    ranks = [step.index(node) + 1 for step, node in zip(beam, winner.path, strict=False)]
    worst = max(ranks)
    if worst > 1:
        text += f" The later winner falls to rank {worst} at step {ranks.index(worst) + 1}."
    totals = f"ln p {with_sign(winner.total)} against {with_sign(alone.total)}"
    if winner.total > alone.total:
        times = _times(winner.total - alone.total)
        return f"{text} In the end the beam's sentence is **{times}** as probable as greedy's."
    if winner.score(alpha) > alone.score(alpha):
        return (
            f"{text} The beam's sentence is less probable ({totals}), but longer. With the length "
            f"penalty at α = {alpha:.1f} it wins."
        )
    return (
        f"{text} Then it loses greedy's path, so its sentence is no more probable ({totals}). A "
        "wider beam gives no guarantee."
    )


def _farthest_draw(steps: Steps, forced: int, names: Names) -> str:
    """Say where chance left the likeliest path farthest."""
    surprises = []
    for step in steps[forced:]:
        taken, *others = step
        if others and others[0].log_probability > taken.log_probability:
            surprises.append((taken, others))
    if not surprises:
        return "Every draw took the most likely token, so greedy search writes the same."
    taken, others = min(surprises, key=lambda one: one[0].log_probability)
    above = sum(other.log_probability > taken.log_probability for other in others)
    rank = f"rank {above + 1}" if above < len(others) else f"not among the {above} most likely"
    first, likeliest = names((taken, others[0]))
    return (
        f"{len(surprises)} of {len(steps) - forced} draws did not take the most likely token. The "
        f"boldest was step **{len(taken.path)}**: {first} ({_p(taken)}, {rank}) where {likeliest} "
        f"had {_p(others[0])}."
    )


SCORE = (
    r"\mathrm{score}(Y) = \frac{\sum_{t=1}^{|Y|} \ln P(y_t \mid y_{<t}, X)}"
    r"{\left((5 + |Y|) / 6\right)^{\alpha}}"
)


def arithmetic(winner: Candidate, alpha: float) -> str:
    """Return the winner's score with its numbers, in LaTeX."""
    length = len(winner.path)
    return (
        rf"\frac{{{winner.total:.3f}}}{{\left((5 + {length}) / 6\right)^{{{alpha:.1f}}}}}"
        rf" = \frac{{{winner.total:.3f}}}{{{length_penalty(length, alpha):.3f}}}"
        rf" = {winner.score(alpha):.3f}"
    )


def cache_savings(without: Sequence[StepCost], cached: Sequence[StepCost], steps: int) -> str:
    """Say what the cache spares, as it was counted for the first of these steps or all."""
    rows, fewer = (sum(step.rows for step in costs) for costs in (without, cached))
    many, few = (sum(step.multiplications for step in costs) for costs in (without, cached))
    return (
        f"Counted while the model ran, {_first(len(cached), steps)} send **{fewer:,}** rows "
        f"through the decoder's layers with the cache. Without it they send **{rows:,}**. "
        f"This takes **{many / few:.1f} times** fewer multiplications. They are {few / 1e6:,.1f} "
        f"million instead of {many / 1e6:,.1f} million."
        if rows > fewer
        else f"There is one step only, so nothing was computed before and the cache spares "
        f"nothing. Both ways take {few / 1e6:,.1f} million multiplications."
    )


FORMULA = (
    r"\begin{gathered} N\,\bigl(r\,(6 d^2 + 2 d\, d_\mathrm{ff}) + 2 m d^2 \\"
    r"{} + 2 r (t + n)\, d\bigr) + d\,V\end{gathered}"
)


def last_step(config: ModelConfig, n: int, without: StepCost, cached: StepCost) -> str:
    """Return the multiplications of the last counted step, without and with the cache, in LaTeX.

    Args:
        config: sizes of the model.
        n: positions of the memory.
        without: what was counted without the cache.
        cached: what was counted with it.
    """
    N, d, t = len(config.layers("decoder")), config.d_model, cached.seen
    lines = [rf"t = {t},\ n = {n}"]
    for name, cost in (("without", without), ("with", cached)):
        r, m = cost.rows, n if name == "without" or t == 1 else 0
        lines += [
            rf"\text{{{name} the cache, }} r = {r},\ m = {m}\text{{:}}",
            rf"{N} \cdot ({r} \cdot (6 \cdot {d}^2 + 2 \cdot {d} \cdot {config.d_ff})",
            rf"{{}} + 2 \cdot {m} \cdot {d}^2 + 2 \cdot {r} \cdot ({t} + {n}) \cdot {d})",
            rf"{{}} + {d} \cdot {config.vocab_size} = {_group_digits(cost.multiplications)}",
        ]
    return r"\begin{gathered}" + r" \\ ".join(lines) + r"\end{gathered}"


def _first(counted: int, steps: int) -> str:
    return f"{steps} steps" if counted == steps else f"the first {counted} of {steps} steps"


def _group_digits(count: int) -> str:
    return f"{count:,}".replace(",", r"\,")


def _p(candidate: Candidate) -> str:
    p = math.exp(candidate.log_probability)
    return f"{p:.{2 if p >= 0.0095 else 3}f}".removeprefix("0") if p >= 0.0005 else "<.001"


def _times(difference: float) -> str:
    """Say how many times as probable something is, given the difference of log-probabilities."""
    if difference < math.log(1000):
        times = math.exp(difference)
        return f"{times:.2f} times" if times < 10 else f"{times:.0f} times"
    power = math.floor(difference / math.log(10))
    digit = round(math.exp(difference - power * math.log(10)))
    if digit == 10:
        digit, power = 1, power + 1
    superscript = str(power).translate(SUPERSCRIPTS)
    return f"about {digit} · 10{superscript} times"
