"""The learning rate of each step (section 5.3)."""


def learning_rate(step: int, d_model: int, warmup: int, factor: float = 1.0) -> float:
    r"""Return $d_{model}^{-0.5} \min(step^{-0.5}, step \cdot warmup^{-1.5})$.

    It rises in a straight line for ``warmup`` steps and falls with the root of the step after.

    Args:
        step: of the weights, from 1.
        d_model: width of the model; wider ones learn at a lower rate.
        warmup: steps of the rise.
        factor: times all that; 1 in the paper.
    """
    return factor * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def cooldown_rate(rate: float, step: int, steps: int, cooldown: int) -> float:
    """Return the rate of a step; in the last ones it falls in a straight line towards zero.

    Args:
        rate: without that.
        step: of the weights, from 1.
        steps: number of the last one.
        cooldown: how many steps it falls in; 0 for none.
    """
    return rate * min(1.0, (steps - step + 1) / cooldown) if cooldown else rate
