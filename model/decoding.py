"""Search for a translation (section 6.1): greedy, beam search and sampling, one step at a time.

A search is a generator of steps. A step holds, for each sentence still under way, the candidates
that were considered, best first; each knows its parent, so together they are the search tree.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model.attention import Cache
from model.tokenizer import EOS, PAD
from model.transformer import Transformer

EXTRA_LENGTH = 50  # the paper's limit: as long as the source, plus 50
ALTERNATIVES = 8  # tokens a sampling step records beside the one it drew


class Fate(StrEnum):
    """What a step decided about a candidate."""

    KEPT = "kept"  # goes on
    FINISHED = "finished"  # ended with the end token
    PRUNED = "pruned"  # dropped
    CUT = "cut"  # kept, but the length limit was reached


@dataclass(frozen=True, eq=False, slots=True)
class Candidate:
    """One more token after a hypothesis: a node of the search tree.

    Args:
        parent: the hypothesis it continues; None at the start token.
        token: the id that was added.
        log_probability: of this token, given all before it; in nats.
        total: sum of the log-probabilities from the start to here.
        fate: what became of it.
    """

    parent: "Candidate | None"
    token: int
    log_probability: float = 0.0
    total: float = 0.0
    fate: Fate = Fate.KEPT

    @property
    def path(self) -> "list[Candidate]":
        """The candidates from the first token after the start to this one."""
        path, node = [], self
        while node.parent is not None:
            path.append(node)
            node = node.parent
        return path[::-1]

    @property
    def tokens(self) -> list[int]:
        """The ids after the start token; the last is the end token if it is finished."""
        return [node.token for node in self.path]

    def score(self, alpha: float) -> float:
        """Divide the total by the length penalty: what finished hypotheses are ranked by."""
        return self.total / length_penalty(len(self.path), alpha)


Step = Mapping[int, Sequence[Candidate]]  # sentence -> its candidates, best first


def length_penalty(length: int, alpha: float) -> float:
    r"""Return $((5 + |Y|) / 6)^\alpha$ (Wu et al. 2016, equation 14), |Y| with the end token."""
    return ((5 + length) / 6) ** alpha


class _Hypotheses:
    """The living hypotheses of all sentences, each a row of the batch in the decoder."""

    def __init__(
        self,
        model: Transformer,
        sources: Sequence[Sequence[int]],
        starts: Sequence[int],
        cached: bool,
    ) -> None:
        device = model.E.weight.device
        source = pad_sequence([torch.tensor(ids) for ids in sources], True, PAD).to(device)
        self.model = model
        self.memory, self.visible = model.encode(source), source != PAD
        self.cache = Cache() if cached else None
        self.target = torch.tensor(starts, device=device).unsqueeze(1)
        self.living = [(sentence, Candidate(None, start)) for sentence, start in enumerate(starts)]
        self.limits = [len(ids) + EXTRA_LENGTH for ids in sources]

    @property
    def length(self) -> int:
        """Tokens after the start token, in every row."""
        return self.target.shape[1] - 1

    def groups(self) -> Iterator[tuple[int, list[tuple[int, Candidate]]]]:
        """Yield each sentence with the rows and hypotheses that it has."""
        numbered = enumerate(self.living)
        for sentence, group in groupby(numbered, key=lambda item: item[1][0]):
            yield sentence, [(row, hypothesis) for row, (_, hypothesis) in group]

    def log_probabilities(self) -> Float[Tensor, "row vocab"]:
        """Score every next token of every row."""
        target, memory = self.target, self.memory
        if self.cache is not None and self.cache.length:
            target, memory = target[:, self.cache.length :], memory[:, :0]
        x = self.model.decode(target, memory, self.visible, self.cache)
        return self.model.project(x[:, -1:])[:, 0].float().log_softmax(dim=-1)

    def fate(self, sentence: int, token: int) -> Fate:
        """What becomes of a candidate that is not dropped."""
        if token == EOS:
            return Fate.FINISHED
        return Fate.KEPT if self.length + 1 < self.limits[sentence] else Fate.CUT

    def advance(self, step: Step) -> None:
        """Go on with the candidates that the step kept, and only with those."""
        row_of = {id(hypothesis): row for row, (_, hypothesis) in enumerate(self.living)}
        self.living = [
            (sentence, candidate)
            for sentence, candidates in step.items()
            for candidate in candidates
            if candidate.fate is Fate.KEPT
        ]
        rows = [row_of[id(candidate.parent)] for _, candidate in self.living]
        tokens = [candidate.token for _, candidate in self.living]
        index = torch.tensor(rows, dtype=torch.long, device=self.target.device)
        added = torch.tensor(tokens, dtype=torch.long, device=self.target.device)
        self.target = torch.cat([self.target[index], added.unsqueeze(1)], dim=1)
        if rows == list(range(len(self.memory))):  # the same rows in the same order
            return
        self.memory, self.visible = self.memory[index], self.visible[index]
        if self.cache is not None:
            self.cache.select(index)


@torch.inference_mode()
def beam_search(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    starts: Sequence[int],
    width: int = 4,
    prefix: Sequence[int] = (),
    cached: bool = True,
) -> Iterator[Step]:
    """Keep the ``width`` most probable hypotheses at every step; width 1 is greedy search.

    A sentence is done when ``width`` of its hypotheses have ended. Which of them wins is decided
    afterwards, by ``ranking``: the length penalty plays no part in the search itself.

    Args:
        model: the trained network.
        sources: ids of each source sentence, the end token included.
        starts: for each sentence, the start token of the language to translate into.
        width: hypotheses kept at each step; twice as many candidates are recorded.
        prefix: ids that every translation is made to begin with.
        cached: whether keys and values are kept; off when a pass is edited as a whole.

    Raises:
        ValueError: if the width is not positive.
    """
    if width < 1:
        raise ValueError(f"a beam of width {width} keeps nothing")
    hypotheses = _Hypotheses(model, sources, starts, cached)
    finished = dict.fromkeys(range(len(sources)), 0)
    while hypotheses.living:
        log_probabilities = hypotheses.log_probabilities()
        count = min(2 * width, log_probabilities.shape[1])
        values, tokens = (part.tolist() for part in log_probabilities.topk(count))
        step: dict[int, list[Candidate]] = {}
        for sentence, group in hypotheses.groups():
            forced = prefix[hypotheses.length] if hypotheses.length < len(prefix) else None
            if forced is not None:
                row, parent = group[0]
                value = log_probabilities[row, forced].item()
                options = [(parent.total + value, value, forced, parent)]
            else:
                options = [
                    (parent.total + value, value, token, parent)
                    for row, parent in group
                    for value, token in zip(values[row], tokens[row], strict=True)
                ]
            options.sort(key=lambda option: -option[0])
            step[sentence] = candidates = []
            kept = 0
            for rank, (total, value, token, parent) in enumerate(options[: 2 * width]):
                fate = hypotheses.fate(sentence, token)
                # An ending counts only among the best; else any step could end a sentence.
                if rank >= width if fate is Fate.FINISHED else kept == width:
                    fate = Fate.PRUNED
                kept += fate in (Fate.KEPT, Fate.CUT)
                finished[sentence] += fate is Fate.FINISHED
                candidates.append(Candidate(parent, token, value, total, fate))
        yield step
        hypotheses.advance({s: c for s, c in step.items() if finished[s] < width})


@torch.inference_mode()
def sample(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    starts: Sequence[int],
    generator: torch.Generator,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float = 1.0,
) -> Iterator[Step]:
    """Draw one token after the other from the model's (filtered) distribution.

    Args:
        model: the trained network.
        sources: ids of each source sentence, the end token included.
        starts: for each sentence, the start token of the language to translate into.
        generator: source of chance, on the CPU; its seed decides the result.
        temperature: see ``filtered``.
        top_k: see ``filtered``.
        top_p: see ``filtered``.
    """
    hypotheses = _Hypotheses(model, sources, starts, cached=True)
    while hypotheses.living:
        log_probabilities = hypotheses.log_probabilities().cpu()
        allowed = filtered(log_probabilities, temperature, top_k, top_p)
        drawn = torch.multinomial(allowed, 1, generator=generator)[:, 0].tolist()
        likely = log_probabilities.topk(min(ALTERNATIVES, log_probabilities.shape[1])).indices
        step = {}
        for sentence, [(row, parent)] in hypotheses.groups():
            others = [token for token in likely[row].tolist() if token != drawn[row]]
            step[sentence] = [
                Candidate(
                    parent,
                    token,
                    value := log_probabilities[row, token].item(),
                    parent.total + value,
                    hypotheses.fate(sentence, token) if token == drawn[row] else Fate.PRUNED,
                )
                for token in [drawn[row], *others]
            ]
        yield step
        hypotheses.advance(step)


def filtered(
    logits: Float[Tensor, "*batch vocab"],
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float = 1.0,
) -> Float[Tensor, "*batch vocab"]:
    """Turn logits into the probabilities that sampling draws from.

    Args:
        logits: scores, or log-probabilities, of the vocabulary.
        temperature: below 1 sharpens the distribution, above 1 flattens it.
        top_k: how many of the most probable tokens stay; None for all.
        top_p: the fewest most probable tokens with at least this share stay (nucleus).

    Raises:
        ValueError: if a setting is out of its range.
    """
    if temperature <= 0:
        raise ValueError(f"temperature={temperature} must be above 0")
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k={top_k} must be at least 1")
    if not 0 < top_p <= 1:
        raise ValueError(f"top_p={top_p} must lie in (0, 1]")
    probabilities, order = (logits / temperature).softmax(dim=-1).sort(dim=-1, descending=True)
    rank = torch.arange(probabilities.shape[-1], device=logits.device)
    dropped = rank >= (top_k or len(rank))
    # A token goes when those before it already hold the share.
    dropped = dropped | (probabilities.cumsum(dim=-1) - probabilities >= top_p)
    probabilities = probabilities.masked_fill(dropped, 0)
    probabilities = probabilities / probabilities.sum(dim=-1, keepdim=True)
    return torch.zeros_like(probabilities).scatter(-1, order, probabilities)


def ranking(steps: Iterable[Step], alpha: float = 0.6) -> dict[int, list[Candidate]]:
    """Run a search to its end and rank each sentence's hypotheses, best first.

    Finished ones come before those that the length limit cut.

    Args:
        steps: a search.
        alpha: exponent of the length penalty; 0 compares plain log-probabilities.
    """
    ended: dict[int, list[Candidate]] = {}
    for step in steps:
        for sentence, candidates in step.items():
            ends = [c for c in candidates if c.fate in (Fate.FINISHED, Fate.CUT)]
            ended.setdefault(sentence, []).extend(ends)
    return {
        sentence: sorted(ends, key=lambda c: (c.fate is Fate.CUT, -c.score(alpha)))
        for sentence, ends in ended.items()
    }
