"""What every head attends to: its share of weight on the keys of each role, over sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from model.attention import MultiHeadAttention
from model.census.orders import list_heads
from model.measures.heads import head_parts, head_shares
from model.parts import ATTENTIONS, typed_submodule
from model.passes import record_pass
from model.tokenizer import EOS, SPACE, Tokenizer
from model.transformer import Transformer

ROLES = {
    "encoder": ("previous", "next", "same", "end", "punctuation", "rare", "again"),
    "decoder": ("previous", "same", "start", "punctuation", "rare", "again"),
    "cross": ("end", "punctuation", "rare", "again"),
}
MIN_ROLE_SHARE = 0.4  # of a head's weight must lie on its role
MIN_TIMES_UNIFORM = 2  # and so many times what uniform attention would put there
MAX_ALIGNED_ERROR = 0.5  # a head with a lower alignment error rate aligns words


@dataclass(frozen=True)
class KeyTokens:
    """Key tokens of one attention, with masks for punctuation and merged pieces.

    Args:
        ids: token ids of the keys.
        punctuation: True for punctuation.
        merged: True for a piece of more than one character.
    """

    ids: Int[Tensor, " key"]
    punctuation: Bool[Tensor, " key"]
    merged: Bool[Tensor, " key"]


def role_masks(
    attention: str, queries: Int[Tensor, " query"], key_tokens: KeyTokens, first_piece: int
) -> dict[str, Bool[Tensor, "query key"]]:
    """Return, for each role that a head may have, a mask of the keys that define the role.

    Args:
        attention: "encoder", "decoder" or "cross".
        queries: token ids at the query positions.
        key_tokens: the tokens at the key positions.
        first_piece: id of the first piece of text; special tokens have lower ids.

    Returns:
        By role, a mask that is True for the role's keys. ``ROLES`` lists the roles of each
        attention. "previous", "next", "same": the position before the query, after it, its own.
        "start", "end": the first position; </s>. "punctuation": punctuation. "rare": the rarest
        piece visible to the query, that is, the one of several characters with the highest id.
        "again": the query's piece, at another position or in the source.
    """
    keys, punctuation, merged = key_tokens.ids, key_tokens.punctuation, key_tokens.merged
    visible = visible_keys(attention, len(queries), len(keys))
    places = torch.arange(max(len(keys), len(queries)), device=keys.device)
    apart = places[: len(keys)] - places[: len(queries)].unsqueeze(1)
    pieces = torch.where(merged, keys, -1).expand_as(visible)
    latest = pieces.masked_fill(~visible, -1).amax(dim=-1, keepdim=True)
    again = queries.unsqueeze(1).eq(keys) & (keys >= first_piece)
    found = {
        "previous": apart == -1,
        "same": apart == 0,
        "next": apart == 1,
        "end": (keys == EOS).expand_as(visible),
        "start": (places[: len(keys)] == 0).expand_as(visible),
        "punctuation": punctuation.expand_as(visible),
        "rare": (pieces == latest) & (pieces >= 0),
        "again": again if attention == "cross" else again & (apart != 0),
    }
    return {role: found[role] & visible for role in ROLES[attention]}


def visible_keys(attention: str, query_count: int, key_count: int) -> Bool[Tensor, "query key"]:
    """Return a mask that is True where a query may attend to a key; causal for the decoder.

    Args:
        attention: "encoder", "decoder" or "cross".
        query_count: number of queries.
        key_count: number of keys.
    """
    visible = torch.ones(query_count, key_count, dtype=torch.bool)
    return visible.tril() if attention == "decoder" else visible


class HeadStatistics:
    """Statistics of every head over sentences: weight on each role's keys, output share.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
    """

    def __init__(self, model: Transformer, tokenizer: Tokenizer) -> None:
        """Start without sentences, for the heads of this model."""
        self._model, self._tokenizer = model, tokenizer
        self._weight: dict[tuple[str, str], Tensor] = {}
        self._uniform: dict[tuple[str, str], float] = {}
        self._rows: dict[tuple[str, str], int] = {}
        self._output = torch.zeros(len(ATTENTIONS), model.config.max_depth, model.config.h)
        self.sentences = 0

    def add(self, source: Sequence[int], target: Sequence[int]) -> None:
        """Run the model on a sentence and its translation, and add its attention to the statistics.

        Args:
            source: token ids, the end token included.
            target: token ids the decoder reads: the start token, then the translation.
        """
        trace = record_pass(self._model, source, target)
        self.sentences += 1
        ids = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
        for number, (attention, path) in enumerate(ATTENTIONS.items()):
            queries, keys = (torch.tensor(side) for side in ids[attention])
            layers = [path.format(layer) for layer in self._model.config.layers(attention)]
            weights = torch.stack([trace[f"{layer}.weights"][0].cpu() for layer in layers])
            punctuation = punctuation_mask(self._tokenizer, keys.tolist())
            merged = merged_piece_mask(self._tokenizer, keys.tolist())
            means = role_masks(
                attention,
                queries,
                KeyTokens(keys, punctuation, merged),
                self._tokenizer.first_piece,
            )
            visible = visible_keys(attention, len(queries), len(keys))
            for role, key_mask in means.items():
                self._add_role(attention, role, weights, key_mask, visible)
            for layer, name in enumerate(layers):
                W_O = typed_submodule(self._model, name, MultiHeadAttention).W_O.weight
                parts = head_parts(trace[f"{name}.heads"][0], W_O)
                self._output[number, layer] += head_shares(parts).cpu()

    def _add_role(
        self,
        attention: str,
        role: str,
        weights: Float[Tensor, "layer head query key"],
        key_mask: Bool[Tensor, "query key"],
        visible: Bool[Tensor, "query key"],
    ) -> None:
        """Add one sentence's attention weights on a role's keys, given by the mask ``key_mask``."""
        # A row without such a key, or with no other key, is not informative.
        telling = key_mask.any(dim=-1) & (visible.sum(dim=-1) > 1)
        on_role = (weights * key_mask).sum(dim=-1)[..., telling].sum(dim=-1)
        even = (key_mask.sum(dim=-1) / visible.sum(dim=-1))[telling].sum().item()
        key = attention, role
        self._weight[key] = self._weight.get(key, 0) + on_role
        self._uniform[key] = self._uniform.get(key, 0.0) + even
        self._rows[key] = self._rows.get(key, 0) + int(telling.sum())

    def shares(self, attention: str) -> dict[str, Float[Tensor, "layer head"]]:
        """Return, by role, each head's mean attention weight (0 to 1) on the role's keys.

        See ``role_masks`` for a role's keys. Their weights are summed, then averaged over the
        queries that have such keys and can attend to at least two keys.

        Args:
            attention: "encoder", "decoder" or "cross".
        """
        return {
            role: self._weight[attention, role] / self._rows[attention, role]
            for role in ROLES[attention]
            if self._rows.get((attention, role))
        }

    def uniform_shares(self, attention: str) -> dict[str, float]:
        """Return, by role, the weight that uniform attention would put on the role's keys.

        It is averaged over the same queries as in ``shares``.

        Args:
            attention: "encoder", "decoder" or "cross".
        """
        return {
            role: self._uniform[attention, role] / self._rows[attention, role]
            for role in ROLES[attention]
            if self._rows.get((attention, role))
        }

    def rows(
        self,
        importance: Mapping[str, Float[Tensor, "attention layer head"]],
        errors: Mapping[tuple[int, int], float] = MappingProxyType({}),
    ) -> list[dict]:
        """Return a dict for each head: its role, its attention weight by role, its importance.

        Args:
            importance: importance of all heads, by name of the measure of importance.
            errors: alignment error rate of cross-attention heads, by (layer, head), both from 0.

        Returns:
            For each head a dict with "attention", "layer" and "head" (from 0); "role" and "share",
            see ``assign_role``; "output", see ``output_shares``; one key for each importance
            measure; "shares", by role, see ``shares``; "error", the alignment error rate, or None.
        """
        rows, output = [], self.output_shares()
        for one in list_heads(self._model.config):
            place = [*ATTENTIONS].index(one.attention), one.layer, one.head
            found = self.shares(one.attention)
            shares = {key: values[place[1:]].item() for key, values in found.items()}
            error = errors.get(place[1:]) if one.attention == "cross" else None
            name, much = assign_role(shares, self.uniform_shares(one.attention), error)
            numbers = {key: round(values[place].item(), 5) for key, values in importance.items()}
            rows.append(
                {"attention": one.attention, "layer": one.layer, "head": one.head, "role": name}
                | {"share": round(much, 4), "output": round(output[place].item(), 4), **numbers}
                | {"shares": {key: round(value, 4) for key, value in shares.items()}}
                | {"error": error}
            )
        return rows

    def output_shares(self) -> Float[Tensor, "attention layer head"]:
        """Return each head's share in the output of its attention, averaged over sentences.
        The shares of one attention's heads in one layer sum to one.
        """
        return self._output / max(1, self.sentences)


def punctuation_mask(tokenizer: Tokenizer, ids: Sequence[int]) -> Bool[Tensor, " key"]:
    """Return a mask of the tokens whose pieces have no letter and no digit."""
    pieces = [piece.replace(SPACE, "") for piece in tokenizer.pieces(ids)]
    return torch.tensor(
        [
            token >= tokenizer.first_piece and bool(piece) and not any(map(str.isalnum, piece))
            for token, piece in zip(ids, pieces, strict=True)
        ]
    )


def merged_piece_mask(tokenizer: Tokenizer, ids: Sequence[int]) -> Bool[Tensor, " key"]:
    """Return a mask of the pieces that byte-pair encoding merged from several characters."""
    pieces = zip(ids, tokenizer.pieces(ids), strict=True)
    return torch.tensor(
        [
            i >= tokenizer.first_piece and len(piece) > 1 and not piece.startswith("<0x")
            for i, piece in pieces
        ]
    )


def assign_role(
    shares: Mapping[str, float], uniform: Mapping[str, float], error: float | None = None
) -> tuple[str, float]:
    """Return the role of a head, and a number from 0 to 1 that says how clearly it has this role.

    Args:
        shares: by role, the share of the head's attention weight on the role's keys.
        uniform: by role, the share that uniform attention would put there.
        error: the head's alignment error rate, or None if none was measured.

    Returns:
        ("aligns", 1 - error) if the error is below ``MAX_ALIGNED_ERROR``. Else the role with the
        largest share, and this share, among the roles that have at least ``MIN_ROLE_SHARE`` and
        ``MIN_TIMES_UNIFORM`` times the uniform share. If no role has, ("mixed", largest share).
    """
    if error is not None and error < MAX_ALIGNED_ERROR:
        return "aligns", 1 - error
    clear = [
        name
        for name, part in shares.items()
        if part >= MIN_ROLE_SHARE and part >= MIN_TIMES_UNIFORM * uniform[name]
    ]
    best = max(clear or shares, key=shares.__getitem__, default="mixed")
    return (best if clear else "mixed"), shares.get(best, 0.0)
