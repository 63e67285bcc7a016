r"""Loss by tokens read, and published trainings against the rule of Hoffmann et al. (2022).

A training costs about $C = 6 N D$ operations (Kaplan et al. 2020): N parameters, D tokens. For
the lowest loss at a given cost, Hoffmann et al. (2022) found about 20 tokens per parameter, on
decoder-only models that saw every token once.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import linear_regression

CHINCHILLA_RATIO = 20  # tokens per parameter


@dataclass(frozen=True)
class TrainingRun:
    """A training run: parameters and tokens, as published.

    Args:
        name: name of the model.
        parameters: number of parameters.
        tokens: number of training tokens.
        source: publication.
    """

    name: str
    parameters: float
    tokens: float
    source: str

    @property
    def ratio(self) -> float:
        """Return the number of training tokens per parameter."""
        return self.tokens / self.parameters

    @property
    def operations(self) -> float:
        """Return the approximate number of training operations, 6 × parameters × tokens."""
        return 6 * self.parameters * self.tokens


# The models of 2017: 100,000 and 300,000 steps of about 25,000 target tokens (section 5).
PUBLISHED = (
    TrainingRun("Transformer, base", 65e6, 2.5e9, "Vaswani et al. 2017"),
    TrainingRun("Transformer, big", 213e6, 7.5e9, "Vaswani et al. 2017"),
    TrainingRun("GPT-3", 175e9, 300e9, "Brown et al. 2020"),
    TrainingRun("Chinchilla", 70e9, 1.4e12, "Hoffmann et al. 2022"),
    TrainingRun("Llama 2 70B", 70e9, 2e12, "Touvron et al. 2023"),
    TrainingRun("Llama 3.1 405B", 405e9, 15.6e12, "Grattafiori et al. 2024"),
)


def average_in_log_bins(
    tokens: Sequence[float], losses: Sequence[float], bin_count: int
) -> tuple[list[float], list[float]]:
    """Return a smoothed loss curve: means over bins of equal width on a logarithmic token axis.

    Args:
        tokens: number of tokens read so far, above 0 and increasing.
        losses: the loss at each of these numbers.
        bin_count: number of bins; empty ones are left out.

    Returns:
        (tokens, losses): for each bin, the geometric mean of its tokens and the mean of its losses.
    """
    low, high = math.log(tokens[0]), math.log(tokens[-1])
    width = (high - low) / bin_count or 1.0
    groups: dict[int, list[tuple[float, float]]] = {}
    for x, y in zip(tokens, losses, strict=True):
        groups.setdefault(min(bin_count - 1, int((math.log(x) - low) / width)), []).append((x, y))
    means = [math.exp(sum(math.log(a) for a, _ in g) / len(g)) for g in groups.values()]
    return means, [sum(b for _, b in g) / len(g) for g in groups.values()]


def fit_power_law(tokens: Sequence[float], losses: Sequence[float]) -> float:
    """Return the exponent a of the power law loss ~ tokens^a that fits a loss curve best.
    It is negative where the loss falls: the slope of the least-squares line on log-log axes.

    Args:
        tokens: number of tokens read so far, above 0.
        losses: the loss at each of these numbers, above 0.
    """
    return linear_regression(list(map(math.log, tokens)), list(map(math.log, losses))).slope
