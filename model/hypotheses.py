"""State of a search: candidates, which form its tree, and the unfinished hypotheses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model.attention import Cache
from model.config import MARIAN
from model.tokenizer import EOS, PAD
from model.transformer import Transformer

EXTRA_LENGTH = 50  # the paper's limit: as long as the source, plus 50


class Fate(StrEnum):
    """The fate of a candidate at a step of the search.

    A sentence's search stops at the step in which enough of its hypotheses have ended; candidates
    that this last step kept are not continued.
    """

    KEPT = "kept"  # goes on, if the search does
    FINISHED = "finished"  # ended with the end token
    PRUNED = "pruned"  # dropped
    TRUNCATED = "cut"  # kept, but the length limit was reached


@dataclass(frozen=True, eq=False, slots=True)
class Candidate:
    """A hypothesis extended by one token: a node of the search tree.

    Args:
        parent: the hypothesis it continues; None at the start token.
        token: id of the added token.
        log_probability: ln p of this token given all before it, in nats.
        total: sum of the log-probabilities from the start to here.
        fate: kept, finished, truncated or pruned.
    """

    parent: "Candidate | None" = field(repr=False)
    token: int
    log_probability: float = 0.0
    total: float = 0.0
    fate: Fate = Fate.KEPT

    @property
    def path(self) -> "list[Candidate]":
        """The candidates from the first output token up to this candidate."""
        path, node = [], self
        while node.parent is not None:
            path.append(node)
            node = node.parent
        return path[::-1]

    @property
    def tokens(self) -> list[int]:
        """The output token ids up to this candidate; if finished, the end token comes last."""
        return [node.token for node in self.path]

    def score(self, alpha: float) -> float:
        """Return ln p of all tokens divided by the length penalty with exponent ``alpha``."""
        return self.total / length_penalty(len(self.path), alpha)


Step = Mapping[int, Sequence[Candidate]]  # sentence -> its candidates, best first


def length_penalty(length: int, alpha: float) -> float:
    r"""Return $((5 + |Y|) / 6)^\alpha$ (Wu et al. 2016, equation 14), |Y| with the end token."""
    return ((5 + length) / 6) ** alpha


class Hypotheses:
    """The unfinished hypotheses of all sentences, each a row of the batch in the decoder."""

    def __init__(
        self,
        model: Transformer,
        sources: Sequence[Sequence[int]],
        start_ids: Sequence[int],
        use_cache: bool = True,
    ) -> None:
        """Encode the sources; begin one hypothesis for each, the start token alone.

        Args:
            model: the trained network.
            sources: token ids of each sentence, the end token included.
            start_ids: for each sentence, the start token of the language to translate into.
            use_cache: whether keys and values are kept from step to step.
        """
        device = model.E.weight.device
        source = pad_sequence([torch.tensor(ids, device=device) for ids in sources], True, PAD)
        self.model = model
        self.memory, self.visible = model.encode(source), source != PAD
        self.cache = Cache() if use_cache else None
        self.target = torch.tensor(start_ids, device=device).unsqueeze(1)
        self.unfinished = [
            (sentence, Candidate(None, start)) for sentence, start in enumerate(start_ids)
        ]
        self.limits = [len(ids) + EXTRA_LENGTH for ids in sources]

    @property
    def length(self) -> int:
        """Number of tokens after the start token, the same in every row."""
        return self.target.shape[1] - 1

    def by_sentence(self) -> Iterator[tuple[int, list[tuple[int, Candidate]]]]:
        """Yield (sentence index, its unfinished hypotheses as (batch row, hypothesis) pairs)."""
        numbered = enumerate(self.unfinished)
        for sentence, group in groupby(numbered, key=lambda item: item[1][0]):
            yield sentence, [(row, hypothesis) for row, (_, hypothesis) in group]

    def log_probabilities(self) -> Float[Tensor, "batch vocab"]:
        """Return ln p of every next token in every row; call once per step, as the cache grows."""
        target, memory = self.target, self.memory
        if self.cache is not None and self.cache.length:
            target, memory = target[:, self.cache.length :], memory[:, :0]
        x = self.model.decode(target, memory, self.visible, self.cache)
        scores = self.model.project(x[:, -1:])[:, 0].float().log_softmax(dim=-1)
        if self.model.config.converted_from == MARIAN:  # its PAD has a logit, too
            scores[:, PAD] = -torch.inf
        return scores

    def fate(self, sentence: int, token: int) -> Fate:
        """Return the fate of a candidate that ends in ``token``, before any pruning.

        A candidate is finished if it ends in the end token, truncated if it reaches the length
        limit, else kept.

        Args:
            sentence: index of the sentence.
            token: id of the candidate's last token.
        """
        if token == EOS:
            return Fate.FINISHED
        return Fate.KEPT if self.length + 1 < self.limits[sentence] else Fate.TRUNCATED

    def advance(self, step: Step) -> None:
        """Replace the unfinished hypotheses by the candidates that a step kept; reindex the batch.

        Args:
            step: sentence index -> its candidates at this step, their fates set.
        """
        row_of = {hypothesis: row for row, (_, hypothesis) in enumerate(self.unfinished)}
        sentences = [sentence for sentence, _ in self.unfinished]
        self.unfinished = [
            (sentence, candidate)
            for sentence, candidates in step.items()
            for candidate in candidates
            if candidate.fate is Fate.KEPT
        ]
        rows = [row_of[candidate.parent] for _, candidate in self.unfinished if candidate.parent]
        tokens = [candidate.token for _, candidate in self.unfinished]
        index = torch.tensor(rows, dtype=torch.long, device=self.target.device)
        added = torch.tensor(tokens, dtype=torch.long, device=self.target.device)
        self.target = torch.cat([self.target[index], added.unsqueeze(1)], dim=1)
        if rows == list(range(len(self.memory))):  # the same rows in the same order
            return
        same_memory = sentences == [sentence for sentence, _ in self.unfinished]
        if not same_memory:
            self.memory, self.visible = self.memory[index], self.visible[index]
        if self.cache is not None:
            self.cache.select(index, same_memory)
