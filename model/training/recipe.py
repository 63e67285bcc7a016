"""The recipe: how the network is trained (section 5)."""

from dataclasses import dataclass

from model.languages import LANGUAGES


@dataclass(frozen=True, kw_only=True)
class TrainConfig:
    """How the network is trained (section 5); with ModelConfig, every setting of a run.

    Args:
        languages: codes of the languages; every file that pairs two of them is used.
        parts: which files: the first word of their names, and after a colon the share of them
            that each epoch draws, if not all.
        steps: updates of the weights.
        tokens: tokens of a batch, per process, padding included, of its sources or its targets,
            whichever are longer.
        warmup: steps in which the learning rate rises (section 5.3).
        warm_from: step from which the warm-up is counted; that of the weights begun with, to begin
            the learning rate anew as well.
        cooldown: last steps, in which the learning rate falls in a straight line to zero.
        factor: times the paper's learning rate; small batches need less than 1.
        smoothing: label smoothing's epsilon (section 5.4).
        clip: largest norm of the gradient; longer ones are scaled down.
        join: share of the examples that are followed by another one, to make longer ones.
        noise: chance of each disturbance of a source: no capitals, no accents, no final stop.
        names: share of the pairs in which a common name or number becomes another one, some of them
            with a sign, or else the whole pair gets a sign.
        checkpoint_every: steps between checkpoints.
        average: how many of the last checkpoints are averaged (section 6.1).
        validate_every: steps between validations.
        validate_lines: sentences that each validation translates in each direction.
        seed: decides initialization, order, noise and dropout.
    """

    languages: tuple[str, ...] = tuple(LANGUAGES)
    parts: tuple[str, ...] = ("train",)
    steps: int = 20_000
    tokens: int = 4_096
    warmup: int = 2_000
    warm_from: int = 0
    cooldown: int = 0
    factor: float = 1.0
    smoothing: float = 0.1
    clip: float = 1.0
    join: float = 0.15
    noise: float = 0.08
    names: float = 0.3
    checkpoint_every: int = 250
    average: int = 5
    validate_every: int = 1_000
    validate_lines: int = 100
    seed: int = 1

    def __post_init__(self) -> None:
        """Validate the training settings; raise ValueError for the first one out of range."""
        every = ("checkpoint_every", "validate_every", "validate_lines")
        for name in ("steps", "tokens", "warmup", "average", *every):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must be at least 1")
        for name in ("warm_from", "cooldown"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name}={getattr(self, name)} must not be negative")
        if not self.factor > 0:
            raise ValueError(f"factor={self.factor} must be above 0")
        for name in ("smoothing", "join", "noise", "names"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must lie in [0, 1)")
