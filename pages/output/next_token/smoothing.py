"""Section "What label smoothing asks for"."""

from jaxtyping import Float
from torch import Tensor

from model.training import loss
from pages.output.next_token import figures, remarks
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading
from ui.views.plot import show_figure


def show_smoothing(
    reading: Reading, probabilities: Float[Tensor, "step vocab"], step: int, epsilon: float
) -> None:
    """Show a step's next-token probabilities by rank, and compare them with the smoothed target.

    Args:
        reading: the sentence and its translation.
        probabilities: probabilities of all tokens at every step.
        step: the chosen step, from 0.
        epsilon: the probability that label smoothing spreads evenly over all tokens, the right one
            included.
    """
    said, vocab = reading.output_ids, probabilities.shape[-1]
    chosen = probabilities[range(len(said)), list(said)]
    explain.show_callout(remarks.describe_smoothing(chosen, step, reading.output, epsilon, vocab))
    ranked = probabilities[step].sort(descending=True)
    show_figure(
        figures.plot_rank_curve(
            ranked.values,
            loss.target_distribution(vocab, epsilon),
            ranked.indices.tolist().index(said[step]),
        ),
        key="ranked",
        label=_("Probability of every token by rank, next to the smoothed target"),
    )
