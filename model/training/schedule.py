"""The learning rate of each step (section 5.3)."""


def learning_rate(step: int, d_model: int, warmup: int, factor: float = 1.0) -> float:
    r"""Return the learning rate $d_{model}^{-0.5} \min(step^{-0.5}, step \cdot warmup^{-1.5})$.

    The rate rises linearly for ``warmup`` steps, then falls as 1 / √step.

    Args:
        step: number of the update, from 1.
        d_model: width of the model; a wider one gets a lower rate.
        warmup: number of steps in which the rate rises.
        factor: factor by which the rate is multiplied; 1 in the paper.
    """
    return factor * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def cooldown_rate(rate: float, step: int, steps: int, cooldown: int) -> float:
    """Return a step's learning rate, which falls linearly to rate / cooldown at the last step.

    Args:
        rate: learning rate without the cooldown.
        step: number of the update, from 1.
        steps: number of the last step.
        cooldown: number of steps, the last ones, in which the rate falls; 0 for no cooldown.
    """
    return rate * min(1.0, (steps - step + 1) / cooldown) if cooldown else rate
