"""What the input vectors do to a token's log-probability: slopes, paths and gaps.

All three look at the scaled embeddings, before the positions are added: a vector of zeros is a
token that says nothing but where it stands.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures.surprisal import log_p
from model.tokenizer import PAD
from model.trace import editing
from model.transformer import Transformer

SOURCE, PREFIX = "encoder.embedding.embedding", "decoder.embedding.embedding"
ROOM = 16_000_000  # numbers that the rows of a batch may keep at a time: 64 MB


@dataclass(frozen=True)
class Forced:
    """A sentence and a translation that is forced through the network.

    Args:
        source: ids of the sentence, the end token included.
        target: ids that are read: the start token, then the translation.
        said: the id that follows each of them.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    said: tuple[int, ...]

    def until(self, step: int) -> "Forced":
        """Return what is there when a step is taken, counted from 0."""
        return Forced(self.source, self.target[: step + 1], self.said[: step + 1])

    @property
    def length(self) -> int:
        """How many tokens are read, source and prefix together."""
        return len(self.source) + len(self.target)


@dataclass(frozen=True)
class Scores:
    """A number for each token that was read, a row for each step.

    Args:
        source: of the source tokens.
        prefix: of the target tokens; later ones than a step's have 0.
    """

    source: Float[Tensor, "step source"]
    prefix: Float[Tensor, "step target"]


@torch.no_grad()
def scaled_embeddings(model: Transformer, forced: Forced) -> Float[Tensor, "token d_model"]:
    """Return the scaled embeddings of all tokens that are read, the source first."""
    ids = torch.tensor([*forced.source, *forced.target])
    return model.E(ids) * math.sqrt(model.config.d_model)


def states(
    model: Transformer, forced: Forced, x: Float[Tensor, "row token d_model"]
) -> Float[Tensor, "row target d_model"]:
    """Return the decoder's vectors when other embeddings are read, one row for each choice."""
    count = len(forced.source)
    edits = {SOURCE: lambda _: x[:, :count], PREFIX: lambda _: x[:, count:]}
    source = torch.tensor([forced.source]).expand(len(x), -1)
    target = torch.tensor([forced.target]).expand(len(x), -1)
    with editing(model, edits):
        return model.decode(target, model.encode(source), source != PAD)


def rows_at_once(model: Transformer, forced: Forced, kept: bool) -> int:
    """Return how many rows fit into a batch.

    Args:
        model: the network.
        forced: what each row reads.
        kept: whether all layers are kept, for the way back.
    """
    config, length = model.config, forced.length
    layer = 4 * config.h * length**2 + length * (2 * config.d_ff + 10 * config.d_model)
    row = layer * (config.deepest if kept else 1) + 3 * config.vocab_size
    return max(1, ROOM // row)


def slopes(
    model: Transformer, forced: Forced, x: Float[Tensor, "row token d_model"], steps: Sequence[int]
) -> tuple[Float[Tensor, "row token d_model"], Float[Tensor, " row"]]:
    """Return the gradient of the log-probability of one step for each row, and the latter."""
    with torch.enable_grad():
        x = x.detach().requires_grad_()
        last = states(model, forced, x)[torch.arange(len(x)), torch.tensor(steps)]
        said = torch.tensor([[forced.said[step]] for step in steps])
        values = log_p(model.project(last.unsqueeze(1)), said)
        (found,) = torch.autograd.grad(values.sum(), x)
    return found, values.detach()[:, 0]


def gradient_times_input(model: Transformer, forced: Forced, steps: Sequence[int]) -> Scores:
    r"""Return $\nabla_{x_j} \log p \cdot x_j$ for some steps (Shrikumar et al., 2017)."""
    x, count = scaled_embeddings(model, forced), rows_at_once(model, forced, kept=True)
    found = []
    for first in range(0, len(steps), count):
        some = steps[first : first + count]
        found.append(slopes(model, forced, x.expand(len(some), -1, -1), some)[0])
    return split_scores(forced, (torch.cat(found) * x).sum(dim=-1))


@torch.inference_mode()
def occlusion(
    model: Transformer,
    forced: Forced,
    steps: Sequence[int],
    places: Sequence[int] | None = None,
) -> Scores:
    """Return how much log-probability is lost without each token (Li et al., 2016).

    The embedding of one token at a time is zero, a row of the batch for each.

    Args:
        model: the network.
        forced: what is read.
        steps: whose tokens are scored.
        places: the tokens that are taken away, the source's first; all of them if None.
    """
    *_, last = occlude_in_batches(model, forced, steps, places)
    return split_scores(forced, last)


@torch.inference_mode()
def _log_p_without(
    model: Transformer, forced: Forced, places: Sequence[int | None], steps: Sequence[int]
) -> Float[Tensor, "place step"]:
    """Return the log-probabilities of some steps, each row without one token (None: with all)."""
    x = scaled_embeddings(model, forced).repeat(len(places), 1, 1)
    for row, place in enumerate(places):
        if place is not None:
            x[row, place] = 0
    said = torch.tensor([forced.said[step] for step in steps]).expand(len(places), -1)
    return log_p(model.project(states(model, forced, x)[:, list(steps)]), said)


def occlude_in_batches(
    model: Transformer,
    forced: Forced,
    steps: Sequence[int],
    places: Sequence[int] | None = None,
) -> Iterator[Float[Tensor, "step token"]]:
    """Do the same and yield what is known after each batch; NaN where nothing is known yet."""
    wanted = list(range(forced.length)) if places is None else list(places)
    found = torch.full((len(steps), forced.length), torch.nan)
    found[:, [place for place in range(forced.length) if place not in wanted]] = 0
    room = rows_at_once(model, forced, kept=False)
    count = max(1, min(room, ROOM // (3 * len(steps) * model.config.vocab_size)))
    rows = [None, *wanted]  # first of all with every token
    for first in range(0, len(rows), count):
        some = rows[first : first + count]
        said = _log_p_without(model, forced, some, steps)
        if first == 0:
            whole, some, said = said[0], some[1:], said[1:]
        found = found.clone()
        found[:, some] = (whole - said).T
        if some or not wanted:
            yield found


def split_scores(forced: Forced, scores: Float[Tensor, "step token"]) -> Scores:
    """Part the numbers of all tokens into those of the source and those of the prefix."""
    count = len(forced.source)
    return Scores(scores[:, :count], scores[:, count:])
