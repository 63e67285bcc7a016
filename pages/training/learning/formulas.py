"""This training's numbers in the page's formulas, as LaTeX."""

from model.training.schedule import learning_rate
from ui.messages import _


def first_adam_step_latex(rate: float) -> str:
    """Return, as LaTeX, that Adam's first step moves every weight by the learning rate.

    Args:
        rate: the learning rate at the first step.
    """
    digits, power = f"{rate:.2e}".split("e")
    moves = _("every weight with a gradient moves by")
    return (
        r"step = 1: \quad \hat m = g, \quad \hat v = g^2, \quad"
        rf" \text{{{moves} }} lrate = {digits} \cdot 10^{{{int(power)}}}"
    )


def smoothed_target_latex(epsilon: float, vocab: int) -> str:
    """Return the probabilities of the smoothed target as LaTeX: of the right token and of any other
    one.

    Args:
        epsilon: the label smoothing, such as 0.1.
        vocab: number of tokens in the vocabulary.
    """
    right, other = (f"{p:.7f}" for p in (1 - epsilon + epsilon / vocab, epsilon / vocab))
    return rf"q(y) = {right}, \quad q(k \neq y) = {other}"


def peak_rate_latex(d_model: int, warmup: int, factor: float) -> str:
    """Return the largest learning rate of a schedule, which is reached after the warm-up, as LaTeX.

    Args:
        d_model: width of the model.
        warmup: number of warm-up steps.
        factor: number by which the rates of the paper's schedule are multiplied.
    """
    times = "" if factor == 1 else rf"{factor:g} \cdot "
    rate = learning_rate(warmup, d_model, warmup, factor)
    return rf"lrate({warmup}) = {times}{d_model}^{{-0.5}} \cdot {warmup}^{{-0.5}} = {rate:.6f}"
