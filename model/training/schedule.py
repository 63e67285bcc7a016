"""The learning rate of each step (section 5.3)."""


def learning_rate(step: int, d_model: int, warmup: int, factor: float = 1.0) -> float:
    r"""Return the learning rate $d_{model}^{-0.5} \min(step^{-0.5}, step \cdot warmup^{-1.5})$.

    It rises in a straight line for ``warmup`` steps and falls with the root of the step after.

    Args:
        step: number of the update, from 1.
        d_model: width of the model; wider ones learn at a lower rate.
        warmup: number of steps in which it rises.
        factor: factor of all that; 1 in the paper.
    """
    return factor * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def cooldown_rate(rate: float, step: int, steps: int, cooldown: int) -> float:
    """Return a step's learning rate: it falls linearly to zero in the last ``cooldown`` steps.

    Args:
        rate: learning rate without the cooldown.
        step: number of the update, from 1.
        steps: number of the last step.
        cooldown: number of the last steps, in which it falls; 0 for no cooldown.
    """
    return rate * min(1.0, (steps - step + 1) / cooldown) if cooldown else rate
