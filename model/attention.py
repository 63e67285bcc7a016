"""Scaled dot-product and multi-head attention (section 3.2), and the cache of keys and values."""

import math

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from model.config import ModelConfig
from model.trace import Taps


class Cache:
    """Keys and values of earlier steps, so that decoding computes each of them only once.

    At every step an attention adds the keys and values that are new: self-attention those of one
    more token, cross-attention those of the whole memory at the first step and none later.
    """

    def __init__(self) -> None:
        """Start empty: no keys or values are cached, and no target position is decoded."""
        self._seen: dict[nn.Module, tuple[Tensor, Tensor]] = {}
        self.length = 0  # target positions that were decoded so far

    def extend(
        self,
        attention: nn.Module,
        k: Float[Tensor, "batch head new d_k"],
        v: Float[Tensor, "batch head new d_k"],
    ) -> tuple[Float[Tensor, "batch head key d_k"], Float[Tensor, "batch head key d_k"]]:
        """Append new keys and values to those cached for one attention; return all of them.

        Args:
            attention: the module to which they belong; the cache has one entry for each.
            k: keys of the new positions; their number may be 0.
            v: values of the new positions.

        Returns:
            All keys, and all values, of this attention: first the cached ones, then the new ones.
        """
        if attention in self._seen:
            old_k, old_v = self._seen[attention]
            k = torch.cat([old_k, k], dim=2) if k.shape[2] else old_k
            v = torch.cat([old_v, v], dim=2) if v.shape[2] else old_v
        self._seen[attention] = (k, v)
        return k, v

    def select(self, rows: Int[Tensor, " batch"], same_memory: bool = False) -> None:
        """Rearrange the cached batch: row i becomes what row ``rows[i]`` was, for beam search.

        Args:
            rows: for each row of the new batch, its index in the old batch.
            same_memory: whether every row still reads the same encoder output (memory) as before;
                then only the keys and values of target positions are moved, which saves time.
        """
        for attention, (k, v) in self._seen.items():
            if k.shape[2] == self.length or not same_memory:
                self._seen[attention] = (k.index_select(0, rows), v.index_select(0, rows))


class MultiHeadAttention(nn.Module):
    r"""Multi-head attention: every query position reads from every key position, in h heads.

    $$\mathrm{head}_i = \mathrm{softmax}(Q_i K_i^\top / \sqrt{d_k})\, V_i, \quad
      \mathrm{MultiHead} = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)\, W_O$$

    Each head projects the whole vector with its own columns of W_Q, W_K and W_V.
    """

    def __init__(self, config: ModelConfig) -> None:
        """Create W_Q, W_K, W_V and W_O in the sizes of a configuration."""
        super().__init__()
        self.h, self.d_k = config.h, config.d_k
        self.W_Q = nn.Linear(config.d_model, config.d_model, bias=config.biases)
        self.W_K = nn.Linear(config.d_model, config.d_model, bias=config.biases)
        self.W_V = nn.Linear(config.d_model, config.d_model, bias=config.biases)
        self.W_O = nn.Linear(config.d_model, config.d_model, bias=config.biases)
        self.tap = Taps(
            q="batch head query d_k",
            k="batch head key d_k",
            v="batch head key d_k",
            scores="batch head query key",
            visible="batch _ query key",
            masked="batch head query key",
            weights="batch head query key",
            heads="batch head query d_k",
        )

    def forward(
        self,
        x: Float[Tensor, "batch query d_model"],
        memory: Float[Tensor, "batch new d_model"],
        visible: Bool[Tensor, "_ _ key"],
        cache: Cache | None = None,
    ) -> Float[Tensor, "batch query d_model"]:
        """Return the output of multi-head attention: all heads side by side, multiplied by W_O.

        Args:
            x: vectors of the query positions.
            memory: vectors of the key positions: the same as ``x`` in self-attention, the encoder
                output in cross-attention. With a cache, only those that are not cached yet.
            visible: True where a query may attend to a key.
            cache: keys and values of earlier decoding steps, to which the new ones are added; None
                to compute all positions at once.
        """
        q = self.split_heads(self.W_Q(x))
        k = self.split_heads(self.W_K(memory))
        v = self.split_heads(self.W_V(memory))
        if cache is not None:
            k, v = cache.extend(self, k, v)
        return self.W_O(self.attend(self.tap.q(q), self.tap.k(k), self.tap.v(v), visible))

    def attend(
        self,
        q: Float[Tensor, "batch head query d_k"],
        k: Float[Tensor, "batch head key d_k"],
        v: Float[Tensor, "batch head key d_k"],
        visible: Bool[Tensor, "_ _ key"],
    ) -> Float[Tensor, "batch query d_model"]:
        """Return scaled dot-product attention (equation 1) of all heads, side by side, without W_O.

        Args:
            q: queries.
            k: keys.
            v: values.
            visible: True where a query may attend to a key; the same for all heads.
        """
        scores = self.tap.scores(q @ k.transpose(-2, -1) / math.sqrt(self.d_k))
        visible = self.tap.visible(visible.unsqueeze(1))  # one mask for all heads
        masked = self.tap.masked(scores.masked_fill(~visible, -math.inf))
        weights = self.tap.weights(masked.softmax(dim=-1))
        heads = self.tap.heads(weights @ v)
        return heads.transpose(1, 2).flatten(start_dim=2)

    def split_heads(
        self, x: Float[Tensor, "batch position d_model"]
    ) -> Float[Tensor, "batch head position d_k"]:
        """Split each vector into h heads of d_k numbers."""
        return x.unflatten(-1, (self.h, self.d_k)).transpose(1, 2)
