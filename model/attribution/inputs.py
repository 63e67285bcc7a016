"""The effect of input embeddings on a token's log-probability: gradients and occlusion.

Both look at the scaled embeddings, before the positions are added: a vector of zeros is a
token that says nothing but where it stands.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from jaxtyping import Float
from torch import Tensor

from model.grid import Tokens, tidy_frame
from model.measures.surprisal import log_p
from model.tokenizer import PAD
from model.trace import editing, grad_mode
from model.transformer import Transformer

if TYPE_CHECKING:
    from pandas import DataFrame

SOURCE, PREFIX = "encoder.embedding.embedding", "decoder.embedding.embedding"
MAX_FLOATS = 16_000_000  # floats that the rows of a batch may hold at a time: 64 MB


@dataclass(frozen=True)
class ForcedPair:
    """Token ids of a source and of a target that is teacher-forced.

    Args:
        source: token ids of the sentence, the end token included.
        target: token ids the decoder reads: the start token, then the translation.
        output_ids: for each of them, the id of the token that follows.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    output_ids: tuple[int, ...]

    def truncate_at(self, step: int) -> "ForcedPair":
        """Return the pair up to a decoding step: what is read by then, and output up to this step.

        Args:
            step: decoding step, from 0; its output id is the last that is kept.
        """
        return ForcedPair(self.source, self.target[: step + 1], self.output_ids[: step + 1])

    @property
    def length(self) -> int:
        """Number of tokens that encoder and decoder read, together."""
        return len(self.source) + len(self.target)


@dataclass(frozen=True, repr=False)
class Scores:
    """Attribution scores: a row for each decoding step, with a number for each token read.

    Args:
        source: scores of the source tokens.
        prefix: scores of the target tokens, the start token first; 0 for those that the decoder
            has not read at this step.
        steps: the decoding step of each row, from 0; empty if every step has one.
        tokens: what the tokens are: "step" -> all output tokens, "source" and "target" -> the
            tokens read; empty if they are not known.
    """

    source: Float[Tensor, "step source"]
    prefix: Float[Tensor, "step target"]
    steps: Sequence[int] = ()
    tokens: Tokens = field(default_factory=dict)

    def __repr__(self) -> str:
        steps, source, prefix = (*self.source.shape, self.prefix.shape[1])
        rows = "1 step" if steps == 1 else f"{steps} steps"
        return f"<Scores of {rows}: {source} tokens in .source, {prefix} in .prefix>"

    @property
    def source_share(self) -> Float[Tensor, " step"]:
        """The sum of the source tokens' scores, at each step.
        If all scores of a step sum to one, as those of ALTI+ do, this is the share of the source.
        """
        return self.source.sum(dim=-1)

    def frame(self) -> "DataFrame":
        """Return a tidy DataFrame: a row for each step and each token that was read by then.

        Its columns are "side" ("source" or "target"), "step", "step_token" (the output token),
        "position" (on that side), "position_token" and "value" (the score).
        """
        from pandas import concat  # slow to import, and rarely needed

        steps = list(self.steps) or list(range(len(self.source)))
        tables = []
        for side, scores in {"source": self.source, "target": self.prefix}.items():
            tokens: dict[str, Sequence[str]] = {}
            if self.tokens:
                tokens["step"] = [self.tokens["step"][step] for step in steps]
                tokens["position"] = self.tokens[side]
            places = {"step": steps, "position": range(scores.shape[1])}
            table = tidy_frame(scores, places, tokens)
            table.insert(0, "side", side)
            tables.append(table)
        table = concat(tables)
        read = (table["side"] == "source") | (table["position"] <= table["step"])
        return table.loc[read].reset_index(drop=True)


@grad_mode(False)
def input_embeddings(model: Transformer, forced_pair: ForcedPair) -> Float[Tensor, "token d_model"]:
    """Return the scaled embeddings of all tokens read, source tokens first."""
    ids = torch.tensor([*forced_pair.source, *forced_pair.target], device=model.E.weight.device)
    return model.E(ids) * math.sqrt(model.config.d_model)


def decoder_states(
    model: Transformer, forced_pair: ForcedPair, x: Float[Tensor, "row token d_model"]
) -> Float[Tensor, "row target d_model"]:
    """Return the decoder's hidden states after its last layer, computed from given embeddings.

    Args:
        model: the network.
        forced_pair: token ids of the source and the target; they give the lengths.
        x: the scaled embeddings to use instead of the tokens' own, source tokens first. Each row of
            the batch is one variant of the pair, for example with one token occluded.
    """
    count = len(forced_pair.source)
    edits = {SOURCE: lambda _: x[:, :count], PREFIX: lambda _: x[:, count:]}
    source = torch.tensor([forced_pair.source], device=x.device).expand(len(x), -1)
    target = torch.tensor([forced_pair.target], device=x.device).expand(len(x), -1)
    with editing(model, edits):
        return model.decode(target, model.encode(source), source != PAD)


def max_batch_rows(model: Transformer, forced_pair: ForcedPair, keep_activations: bool) -> int:
    """Return how many rows a batch may have, so that memory suffices (``MAX_FLOATS``); at least 1.

    Args:
        model: the network.
        forced_pair: token ids that each row reads.
        keep_activations: whether activations of all layers are kept for a backward pass.
    """
    config, length = model.config, forced_pair.length
    layer = 4 * config.h * length**2 + length * (2 * config.d_ff + 10 * config.d_model)
    row = layer * (config.max_depth if keep_activations else 1) + 3 * config.vocab_size
    return max(1, MAX_FLOATS // row)


def log_p_gradients(
    model: Transformer,
    forced_pair: ForcedPair,
    x: Float[Tensor, "row token d_model"],
    steps: Sequence[int],
) -> tuple[Float[Tensor, "row token d_model"], Float[Tensor, " row"]]:
    """Return the gradients of output tokens' ln p with respect to the input embeddings.

    Args:
        model: the network.
        forced_pair: token ids of source and target.
        x: scaled embeddings of all tokens, source tokens first; one row for each gradient.
        steps: for each row, the decoding step, from 0, of the output token.

    Returns:
        The gradient of each row, in the shape of ``x``; and ln p of its output token, in nats.
    """
    with grad_mode(True):
        x = x.detach().clone().requires_grad_()
        last = decoder_states(model, forced_pair, x)[list(range(len(x))), list(steps)]
        output_ids = torch.tensor(
            [[forced_pair.output_ids[step]] for step in steps], device=x.device
        )
        values = log_p(model.project(last.unsqueeze(1)), output_ids)
        (found,) = torch.autograd.grad(values.sum(), x)
    return found, values.detach()[:, 0]


def gradient_times_input(
    model: Transformer, forced_pair: ForcedPair, steps: Sequence[int]
) -> Scores:
    r"""Return gradient × input scores, $\nabla_{x_j} \ln p \cdot x_j$ (Shrikumar et al., 2017).
    $x_j$ is the scaled embedding of token j, and p the probability of a step's output token.

    Args:
        model: the network.
        forced_pair: token ids of source and target.
        steps: decoding steps, from 0, whose output tokens are explained; each gets one row.
    """
    x, count = (
        input_embeddings(model, forced_pair),
        max_batch_rows(model, forced_pair, keep_activations=True),
    )
    found = []
    for first in range(0, len(steps), count):
        some = steps[first : first + count]
        found.append(log_p_gradients(model, forced_pair, x.expand(len(some), -1, -1), some)[0])
    return split_scores((torch.cat(found) * x).sum(dim=-1), len(forced_pair.source))


@grad_mode(False)
def occlusion(
    model: Transformer,
    forced_pair: ForcedPair,
    steps: Sequence[int],
    positions: Sequence[int] | None = None,
) -> Scores:
    """Return the drop in ln p of each step's output token, in nats, when a token is occluded.

    One token's embedding at a time is set to zero (Li et al., 2016), in its own row of the batch.

    Args:
        model: the network.
        forced_pair: token ids of source and target.
        steps: decoding steps whose output tokens are scored.
        positions: indices of the tokens to occlude, source tokens first; None for all.
    """
    *_, last = occlude_in_batches(model, forced_pair, steps, positions)
    return split_scores(last, len(forced_pair.source))


@grad_mode(False)
def _occluded_log_p(
    model: Transformer,
    forced_pair: ForcedPair,
    positions: Sequence[int | None],
    steps: Sequence[int],
) -> Float[Tensor, "position step"]:
    """Return log p of the output tokens, a row for each occluded input token (None: no token)."""
    x = input_embeddings(model, forced_pair).repeat(len(positions), 1, 1)
    for row, position in enumerate(positions):
        if position is not None:
            x[row, position] = 0
    output_ids = torch.tensor([forced_pair.output_ids[step] for step in steps], device=x.device)
    output_ids = output_ids.expand(len(positions), -1)
    return log_p(model.project(decoder_states(model, forced_pair, x)[:, list(steps)]), output_ids)


def occlude_in_batches(
    model: Transformer,
    forced_pair: ForcedPair,
    steps: Sequence[int],
    positions: Sequence[int] | None = None,
) -> Iterator[Float[Tensor, "step token"]]:
    """Yield the result of ``occlusion`` so far, after each batch of occluded tokens.

    Args:
        model: the network.
        forced_pair: token ids of source and target.
        steps: decoding steps whose output tokens are scored.
        positions: indices of the tokens to occlude, source tokens first; None for all.

    Yields:
        The drop in ln p, in nats, for each step and each token of source and target, source tokens
        first: NaN for tokens of later batches, 0 for tokens that are not in ``positions``.
    """
    wanted = list(range(forced_pair.length)) if positions is None else list(positions)
    found = model.E.weight.new_full((len(steps), forced_pair.length), torch.nan)
    found[:, [position for position in range(forced_pair.length) if position not in wanted]] = 0
    max_rows = max_batch_rows(model, forced_pair, keep_activations=False)
    count = max(1, min(max_rows, MAX_FLOATS // (3 * len(steps) * model.config.vocab_size)))
    rows = [None, *wanted]  # the first row occludes nothing
    for first in range(0, len(rows), count):
        some = rows[first : first + count]
        output_ids = _occluded_log_p(model, forced_pair, some, steps)
        if first == 0:
            whole, some, output_ids = output_ids[0], some[1:], output_ids[1:]
        found = found.clone()
        found[:, some] = (whole - output_ids).T
        if some or not wanted:
            yield found


def split_scores(scores: Float[Tensor, "step token"], source_length: int) -> Scores:
    """Split the scores of all tokens into those of the source and those of the target prefix.

    Args:
        scores: one row for each step; the columns are the source tokens, then the target tokens.
        source_length: number of source tokens.
    """
    return Scores(scores[:, :source_length], scores[:, source_length:])
