"""What patched runs answer, and how much of the way to the other run's answer that is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from model.transformer import Transformer
from pages.lab.patch_it.compute.places import Place
from pages.lab.patch_it.compute.runs import ROOM, Run, patch_places

LEAST = 0.5  # a smaller difference between two runs is not divided by
COUNT = 5  # likeliest tokens of each answer


@dataclass(frozen=True)
class Answers:
    """What may come next in several runs, one row for each.

    Args:
        differences: logit of the changed token less that of the clean one; NaN where a run is
            still to be computed.
        tokens: the likeliest, best first.
        probabilities: theirs.
        competing: the probabilities of the clean and of the changed token.
    """

    differences: Float[Tensor, " run"]
    tokens: Int[Tensor, "run count"]
    probabilities: Float[Tensor, "run count"]
    competing: Float[Tensor, "run 2"]

    @property
    def done(self) -> int:
        """How many runs have been computed."""
        return int((~self.differences.isnan()).sum())


def difference(
    logits: Float[Tensor, "*some vocab"], tokens: tuple[int, int]
) -> Float[Tensor, "*some"]:
    """Return d: the logit of the changed token (the second) less that of the clean one."""
    clean, changed = tokens
    return logits[..., changed] - logits[..., clean]


def effects(
    patched: Float[Tensor, "*some"], host: Float[Tensor, ""], donor: Float[Tensor, ""]
) -> Float[Tensor, "*some"]:
    r"""Return how far patches turn the answer: 0 not at all, 1 as far as the other run's.

    $$\frac{d(\mathrm{patched}) - d(\mathrm{host})}{d(\mathrm{donor}) - d(\mathrm{host})}$$

    Raises:
        ValueError: if the two runs differ too little to be divided by.
    """
    if (donor - host).abs() < LEAST:
        raise ValueError(f"the runs differ by {(donor - host).item():.2f}, less than {LEAST}")
    return (patched - host) / (donor - host)


def answers(logits: Float[Tensor, "run vocab"], tokens: tuple[int, int]) -> Answers:
    """Say what some runs answer, given which two tokens compete."""
    p = logits.softmax(dim=-1)
    best = p.topk(min(COUNT, p.shape[1]))
    return Answers(difference(logits, tokens), best.indices, best.values, p[:, list(tokens)])


def patch_answers(
    model: Transformer,
    runs: Sequence[Run],
    places: Sequence[Place],
    tokens: tuple[int, int],
    room: int = ROOM,
) -> Iterator[Answers]:
    """Patch each place of the first run and say what it then answers; see ``patch_places``.

    Yields:
        One row for each place, again and again, until all have been computed.
    """
    host, donor = runs
    n, count = len(places), min(COUNT, len(host.logits))
    so_far = Answers(
        torch.full((n,), torch.nan),
        torch.zeros(n, count, dtype=torch.long),
        torch.full((n, count), torch.nan),
        torch.full((n, 2), torch.nan),
    )
    for some, logits in patch_places(model, host, donor, places, room):
        new = answers(logits, tokens)
        so_far = Answers(
            *(
                old.index_copy(0, torch.tensor(some), own)
                for old, own in zip(vars(so_far).values(), vars(new).values(), strict=True)
            )
        )
        yield so_far
