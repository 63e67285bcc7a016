"""Sentences and formulas about greedy search, beam search, sampling and the cache."""

import math
from collections.abc import Callable, Sequence

from model.config import ModelConfig
from model.decoding import Candidate, Fate, length_penalty
from model.tokenizer import EOS, Tokenizer
from pages.output.decoding.compute import StepCost, Steps, rank_final_hypotheses
from ui.messages import N_, _, ngettext, write_number
from ui.readings.reading import quote_pieces
from ui.sentence import Remark, say, say_count
from ui.words import SUPERSCRIPTS, format_decimal, format_percent, format_scientific, format_short

FIXED = N_("Your beginning fixes every token, so there's nothing left to decide.")
SMALL = 0.001  # a probability that percent with one decimal can hardly show
Names = Callable[[Sequence[Candidate]], Sequence[str]]  # the display names of their tokens


def make_token_namer(tokenizer: Tokenizer) -> Names:
    """Return a function that maps candidates to the texts of their last tokens, in quotes.

    Args:
        tokenizer: the tokenizer, which gives the texts.
    """
    return lambda candidates: quote_pieces(tokenizer.pieces([one.token for one in candidates]))


def describe_takeaway(
    beam: Steps,
    greedy: Steps,
    width: int,
    alpha: float,
    prefix_length: int,
    names: Names,
    sampled: Steps | None = None,
) -> str:
    """Return the takeaway: at which step the beam search's translation first differs from the
    greedy one; if they are the same, at which step the two likeliest tokens were closest.

    If a sampled translation is given, the takeaway is at which step it took the least likely token.

    Args:
        beam: the candidates at each step of beam search.
        greedy: the candidates at each step of greedy search.
        width: beam width.
        alpha: exponent of the length penalty.
        prefix_length: number of tokens that the translations had to begin with.
        names: the function that ``make_token_namer`` returns.
        sampled: the candidates at each step of a sampled translation; None if the tree shows none.
    """
    if sampled is not None:
        return _describe_boldest_draw(sampled, prefix_length, names)
    winner, alone = rank_final_hypotheses(beam, alpha)[0], rank_final_hypotheses(greedy, alpha)[0]
    remarks = []
    if winner.fate is Fate.TRUNCATED:
        limit = len(winner.path)
        cut = ngettext(
            "No translation ended within the limit of {count} token, so the best one is cut off "
            "there.",
            "No translation ended within the limit of {count} tokens, so the best one is cut off "
            "there.",
            limit,
        )
        remarks.append(cut.format(count=limit))
    elif winner.tokens == [EOS]:
        empty = _("The winning translation is empty: it ends at once, with a probability of {p}.")
        remarks.append(empty.format(p=_format_token_probability(winner)))
    if winner.tokens == alone.tokens:
        remarks.append(_describe_closest_decision(greedy, width, prefix_length, names))
    else:
        remarks.append(_describe_divergence(winner, alone, alpha, names))
    return " ".join(remarks)


def _describe_closest_decision(greedy: Steps, width: int, prefix_length: int, names: Names) -> str:
    """Describe at which step of greedy search the two best tokens were closest."""
    agree = (
        _("A beam of 1 is greedy search.")
        if width == 1
        else _("Greedy and beam search agree here.")
    )
    free = [(step[0], step[1]) for step in greedy[prefix_length:]]
    if not free:
        return _(FIXED)
    taken, left = min(free, key=lambda two: two[0].log_probability - two[1].log_probability)
    first, second = names((taken, left))
    closest = _(
        "The closest decision was at step **{step}**: {first} ({p}) ahead of {second} ({next}). "
        "Click {second} in the greedy tree to see how the sentence continues after it."
    ).format(
        step=len(taken.path),
        first=first,
        p=_format_token_probability(taken),
        second=second,
        next=_format_token_probability(left),
    )
    return f"{agree} {closest}"


def _describe_divergence(winner: Candidate, greedy: Candidate, alpha: float, names: Names) -> str:
    """Describe at which step the beam's best hypothesis leaves the greedy path, and why."""
    pairs = zip(winner.path, greedy.path, strict=False)
    ours, theirs = next((a, b) for a, b in pairs if a.token != b.token)
    own, other = names((ours, theirs))
    p, q = _format_apart(ours, theirs)
    takes = _(
        "At step **{step}**, {other} ({q}) is ahead of {own} ({p}), and greedy search takes it. "
        "The beam keeps both."
    ).format(step=len(ours.path), other=other, q=q, own=own, p=p)
    return f"{takes} {_explain_winner(winner, greedy, alpha)}"


def _explain_winner(winner: Candidate, greedy: Candidate, alpha: float) -> str:
    """Explain why the beam's translation wins: likelier, or longer with a length penalty."""
    if winner.total > greedy.total:
        return _describe_likelihood_ratio(winner.total - greedy.total)
    totals = {"own": format_decimal(winner.total), "other": format_decimal(greedy.total)}
    if winner.score(alpha) > greedy.score(alpha):
        return _(
            "The beam's sentence is less likely (ln p {own} against {other}), but longer. With a "
            "length penalty of α = {alpha:.1}, it wins."
        ).format(alpha=alpha, **totals)
    return _(
        "The beam then drops the greedy path, and the sentence it ends up with is no likelier "
        "(ln p {own} against {other}). A wider beam guarantees nothing."
    ).format(**totals)


def describe_products(
    beam: Candidate, greedy: Candidate, text_of: Callable[[Candidate], str]
) -> Remark:
    """Name what beam search and greedy search write, and how probable each whole sentence is.

    Args:
        beam: the last candidate of beam search's translation.
        greedy: the last candidate of greedy search's translation.
        text_of: returns the text of a translation by its last candidate.
    """
    text, other = (text_of(one) or _("(nothing)") for one in (beam, greedy))
    p, q = (_format_product(one.total) for one in (beam, greedy))
    if beam.tokens == greedy.tokens:
        return say_count(
            "“{text}” is a single token for the model, with a probability of **{p}**.",
            "Multiply the probabilities of its {count} tokens, and “{text}” has **{p}**. All other "
            "sentences share the rest.",
            len(beam.path),
            text=text,
            p=p,
        )
    return say(
        "Multiply the probabilities of all their tokens: beam search's “{text}” has **{p}**, and "
        "greedy search's “{other}” has **{q}**.",
        text=text,
        p=p,
        other=other,
        q=q,
    )


def _format_product(log_probability: float) -> str:
    """Return a sentence's probability in percent, or as 3.1 · 10⁻⁵ if it is very small."""
    p = math.exp(log_probability)
    return format_percent(p, 1) if p >= SMALL else format_scientific(p, 1)


def _describe_boldest_draw(steps: Steps, prefix_length: int, names: Names) -> str:
    """Describe at which step sampling took the least probable token, and its rank."""
    if not steps[prefix_length:]:
        return _(FIXED)
    surprises = []
    for taken, *others in steps[prefix_length:]:
        if others and others[0].log_probability > taken.log_probability:
            surprises.append((taken, others))
    if not surprises:
        return _(
            "Every draw took the most likely token, so greedy search writes the same sentence."
        )
    taken, others = min(surprises, key=lambda one: one[0].log_probability)
    above = sum(other.log_probability > taken.log_probability for other in others)
    first, likeliest = names((taken, others[0]))
    counted = ngettext(
        "{count} of {total} steps didn't take the most likely token.",
        "{count} of {total} steps didn't take the most likely token.",
        len(surprises),
    ).format(count=len(surprises), total=len(steps) - prefix_length)
    boldest = (
        _(
            "The boldest pick was at step **{step}**: {first} ({p}, rank {rank}) over {likeliest} "
            "({q})."
        )
        if above < len(others)
        else _(
            "The boldest pick was at step **{step}**: {first} ({p}, not among the top {above}) "
            "over {likeliest} ({q})."
        )
    ).format(
        step=len(taken.path),
        first=first,
        p=_format_token_probability(taken),
        rank=above + 1,
        above=above,
        likeliest=likeliest,
        q=_format_token_probability(others[0]),
    )
    return f"{counted} {boldest}"


SCORE = (
    r"\mathrm{score}(Y) = \frac{\sum_{t=1}^{|Y|} \ln P(y_t \mid y_{<t}, X)}"
    r"{\left((5 + |Y|) / 6\right)^{\alpha}}"
)


def score_latex(winner: Candidate, alpha: float) -> str:
    """Return a LaTeX formula that computes the score of the best hypothesis: ln p divided by the
    length penalty.

    Args:
        winner: the last candidate of this hypothesis.
        alpha: exponent of the length penalty.
    """
    length = len(winner.path)
    return (
        rf"\frac{{{winner.total:.3f}}}{{\left((5 + {length}) / 6\right)^{{{alpha:.1f}}}}}"
        rf" = \frac{{{winner.total:.3f}}}{{{length_penalty(length, alpha):.3f}}}"
        rf" = {winner.score(alpha):.3f}"
    )


def describe_cache_savings(
    uncached_costs: Sequence[StepCost], cached_costs: Sequence[StepCost], steps: int
) -> str:
    """Describe how many rows and multiplications the key-value cache saves.

    A row is one target position that passes through the decoder's layers at one step.

    Args:
        uncached_costs: costs of the counted steps without the cache.
        cached_costs: costs of the same steps with the cache.
        steps: number of all steps, counted or not.
    """
    rows, fewer = (sum(step.rows for step in costs) for costs in (uncached_costs, cached_costs))
    many, few = (
        sum(step.multiplications for step in costs) for costs in (uncached_costs, cached_costs)
    )
    millions = {
        "few": write_number(few / 1e6, ",.1"),
        "many": write_number(many / 1e6, ",.1"),
    }
    if rows <= fewer:
        return _(
            "There's only one step: nothing was computed before it, so the cache saves nothing. "
            "Either way, it takes {few} million multiplications."
        ).format(**millions)
    counted = (
        _(
            "We counted while the model ran: with the cache, {steps} steps send **{rows:,}** rows "
            "through the decoder's layers."
        )
        if len(cached_costs) == steps
        else _(
            "We counted while the model ran: with the cache, the first {counted} of {steps} steps "
            "send **{rows:,}** rows through the decoder's layers."
        )
    ).format(counted=len(cached_costs), steps=steps, rows=fewer)
    spared = _(
        "Without it, they send **{rows:,}**. With the cache, it takes **{times:.1} times** fewer "
        "multiplications: {few} million instead of {many} million."
    ).format(rows=rows, times=many / few, **millions)
    return f"{counted} {spared}"


FORMULA = (
    r"\begin{gathered} N\,\bigl(r\,(6 d^2 + 2 d\, d_\mathrm{ff}) + 2 m d^2 \\"
    r"{} + 2 r (t + n)\, d\bigr) + d\,V\end{gathered}"
)


def last_step_multiplications_latex(
    config: ModelConfig, n: int, uncached_cost: StepCost, cached_cost: StepCost
) -> str:
    """Return a LaTeX formula that computes the multiplications of the last counted step, without
    and with the key-value cache.

    Args:
        config: sizes of the model.
        n: number of source tokens.
        uncached_cost: the step's cost without the cache.
        cached_cost: the step's cost with it.
    """
    N, d, t = len(config.layers("decoder")), config.d_model, cached_cost.keys
    lines = [rf"t = {t},\ n = {n}"]
    for said, cost in ((_("without the cache"), uncached_cost), (_("with the cache"), cached_cost)):
        r, m = cost.rows, n if cost is uncached_cost or t == 1 else 0
        lines += [
            rf"\text{{{said}, }} r = {r},\ m = {m}\text{{:}}",
            rf"{N} \cdot ({r} \cdot (6 \cdot {d}^2 + 2 \cdot {d} \cdot {config.d_ff})",
            rf"{{}} + 2 \cdot {m} \cdot {d}^2 + 2 \cdot {r} \cdot ({t} + {n}) \cdot {d})",
            rf"{{}} + {d} \cdot {config.vocab_size} = {_group_digits(cost.multiplications)}",
        ]
    return r"\begin{gathered}" + r" \\ ".join(lines) + r"\end{gathered}"


def _group_digits(number: int) -> str:
    """Return a number with its digits grouped in threes, in LaTeX."""
    return f"{number:,}".replace(",", r"\,")


def _format_token_probability(candidate: Candidate) -> str:
    """Return a candidate's token probability with two or three decimals."""
    p = math.exp(candidate.log_probability)
    shown = format_short(max(p, 0.001), 2 if p >= 0.0095 else 3)
    return shown if p >= 0.0005 else f"<{shown}"


def _format_apart(*candidates: Candidate) -> list[str]:
    """Return candidates' token probabilities, with a third decimal if two of them look the same."""
    shown = [_format_token_probability(one) for one in candidates]
    if len(set(shown)) == len(shown):
        return shown
    return [format_short(math.exp(one.log_probability), 3) for one in candidates]


def _describe_likelihood_ratio(difference: float) -> str:
    """Describe how many times as likely the beam's sentence is, from the difference of ln p."""
    if difference < math.log(1000):
        times = math.exp(difference)
        said = _("In the end, the beam's sentence is **{times} times** as likely as greedy's.")
        return said.format(times=format_decimal(times, 2 if times < 10 else 0))
    power = math.floor(difference / math.log(10))
    digit = round(math.exp(difference - power * math.log(10)))
    if digit == 10:
        digit, power = 1, power + 1
    said = _("In the end, the beam's sentence is **about {times} times** as likely as greedy's.")
    return said.format(times=f"{digit} · 10{str(power).translate(SUPERSCRIPTS)}")
