"""Greedy search, beam search and sampling of the same sentence, one beside the other."""

from collections.abc import Mapping, Sequence

from model.tokenizer import Tokenizer
from pages.output.decoding.compute import Steps, endings
from pages.output.decoding.views.methods import Result, methods


def three_ways(
    greedy: Steps,
    beam: Steps,
    drawn: Sequence[Steps],
    tokenizer: Tokenizer,
    *,
    width: int,
    alpha: float,
    sampling: Mapping[str, float],
    chosen: str,
) -> None:
    """Draw what each of three searches ended with.

    Args:
        greedy: the steps of greedy search.
        beam: the steps of a beam search.
        drawn: the steps of each draw.
        tokenizer: names the tokens.
        width: of the beam.
        alpha: exponent of the length penalty.
        sampling: temperature, top_k, top_p and seed.
        chosen: the method whose tree is shown.
    """
    draws = [endings(one, 0.0)[0] for one in drawn]
    results = [
        Result("greedy", "Greedy", "always the likeliest", endings(greedy, alpha)),
        Result("beam", "Beam search", f"{width} beams, α = {alpha:.1f}", endings(beam, alpha)),
        Result("sampling", "Sampling", f"{len(draws)} draws", draws),
    ]
    methods(results, tokenizer, alpha=alpha, sampling=sampling, chosen=chosen)
