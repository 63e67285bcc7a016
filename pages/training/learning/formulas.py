"""This training's numbers in the page's formulas, as LaTeX."""

from model.training.schedule import learning_rate
from ui.messages import _


def first_adam_step_latex(rate: float) -> str:
    """Return how far Adam moves a weight at its first step, the learning rate, as LaTeX."""
    digits, power = f"{rate:.2e}".split("e")
    moves = _("every weight with a gradient moves by")
    return (
        r"step = 1: \quad \hat m = g, \quad \hat v = g^2, \quad"
        rf" \text{{{moves} }} lrate = {digits} \cdot 10^{{{int(power)}}}"
    )


def smoothed_target_latex(epsilon: float, vocab: int) -> str:
    """Return the smoothed target's probabilities of the right and of any other token, as LaTeX."""
    right, other = (f"{p:.7f}" for p in (1 - epsilon + epsilon / vocab, epsilon / vocab))
    return rf"q(y) = {right}, \quad q(k \neq y) = {other}"


def peak_rate_latex(d_model: int, warmup: int, factor: float) -> str:
    """Return the peak learning rate, at the end of the warm-up, as LaTeX; factor: multiple of the
    paper's schedule.
    """
    times = "" if factor == 1 else rf"{factor:g} \cdot "
    rate = learning_rate(warmup, d_model, warmup, factor)
    return rf"lrate({warmup}) = {times}{d_model}^{{-0.5}} \cdot {warmup}^{{-0.5}} = {rate:.6f}"
