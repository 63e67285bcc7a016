"""A steering vector: the mean difference of activations between two sets of sentences.

Adding it to the vectors of another sentence steers that sentence (activation addition: Turner et
al. 2023; contrastive activation addition: Rimsky et al. 2024).
"""

import base64
import json
import re
import threading
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model.changes.lesson import LARGEST_SEED
from model.config import ModelConfig
from model.decoding import beam_search, rank_hypotheses
from model.parts import residual_tap
from model.tokenizer import EOS, PAD
from model.trace import editing
from model.transformer import Transformer

if TYPE_CHECKING:
    from model.glass import Glass

MEMORY = "memory"
CACHE_SIZE = 64  # directions cached for one model; the least recently used is dropped
LONGEST_TEXT = 60_000  # most bytes of a direction's JSON in a link
NAME = re.compile(r"[a-z]{0,20}")

Ids = tuple[int, ...]
_lock = threading.Lock()
_vectors: WeakKeyDictionary[Transformer, OrderedDict["Direction", Tensor]] = WeakKeyDictionary()


@dataclass(frozen=True, order=True, repr=False)
class Direction:
    r"""A steering vector at one tap, defined by the sentences it contrasts.

    ``Glass.direction`` makes one of texts.

    $$v = \frac{1}{n} \sum_{i=1}^{n} \left(\overline{x}(\mathrm{plus}_i)
      - \overline{x}(\mathrm{minus}_i)\right)$$

    with $\overline{x}$ the mean vector over all positions of a sentence.

    Args:
        minus: token ids of each sentence without the property, the end token included.
        plus: token ids of each sentence with it, in the same order.
        at: a tap: "memory", or the output of a layer, see ``direction_taps``. In the decoder,
            $\overline{x}$ is the mean over the positions of the greedy translation.
        start: id of the decoder's start token, if the tap is in the decoder; else 0.
        seed: 0, or the seed of a random vector of the same norm, as a control.
        name: its name in the app; "" if it has none.
    """

    minus: tuple[Ids, ...]
    plus: tuple[Ids, ...]
    at: str = MEMORY
    start: int = 0
    seed: int = 0
    name: str = ""

    def __repr__(self) -> str:
        seed = f", random, seed {self.seed}" if self.seed else ""
        name = f"{self.name} " if self.name else ""
        return f"<Direction {name}at {self.at}: {len(self.plus)} pairs{seed}>"

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the tap, and a vocabulary with the sentences' tokens.
        The two sides must also have equally many sentences, at least one.
        """
        known = range(config.vocab_size)
        sentences = (*self.minus, *self.plus)
        tokens = {token for sentence in sentences for token in sentence}
        return (
            0 < len(self.minus) == len(self.plus)
            and all(sentences)
            and all(token in known for token in tokens)
            and self.at in direction_taps(config)
            and (not self.at.startswith("decoder") or self.start in known[1:])
            and self.seed >= 0
        )

    def vector(self, model: "Transformer | Glass") -> Float[Tensor, " d_model"]:
        """Return the steering vector v; with a seed, a random vector of the same norm.
        It is computed once for each model, then cached.

        Args:
            model: the model, as ``load`` returns it, or its network.
        """
        network = model if isinstance(model, Transformer) else model.network
        with _lock:
            found = _vectors.setdefault(network, OrderedDict()).get(self)
        if found is None:
            found = _mean_difference(network, self)
        with _lock:
            kept = _vectors[network]
            kept[self] = found
            kept.move_to_end(self)
            while len(kept) > CACHE_SIZE:
                kept.popitem(last=False)
        return found


def direction_taps(config: ModelConfig) -> tuple[str, ...]:
    """Return the names of the tensors that can be steered.
    These are "memory", the encoder's output, and the residual stream after each layer of both
    stacks.
    """
    return (
        MEMORY,
        *(
            residual_tap(stack, layer + 1)
            for stack in ("encoder", "decoder")
            for layer in config.layers(stack)
        ),
    )


@torch.inference_mode(False)  # so that cached vectors serve passes with gradients, too
def _mean_difference(model: Transformer, direction: Direction) -> Float[Tensor, " d_model"]:
    """Return a direction's mean difference vector; with a seed, a random vector of equal norm."""
    minus = mean_states(model, direction.minus, direction.at, direction.start)
    plus = mean_states(model, direction.plus, direction.at, direction.start)
    found = (plus - minus).mean(dim=0)
    if direction.seed:
        chance = torch.Generator().manual_seed(direction.seed)
        drawn = torch.randn(len(found), generator=chance).to(found)
        found = drawn / drawn.norm() * found.norm()
    return found


@torch.no_grad()
def mean_states(
    model: Transformer, sentences: Sequence[Ids], tap: str = MEMORY, start_id: int = 0
) -> Float[Tensor, "batch d_model"]:
    """Return, for each sentence, the mean over positions of its vectors at a tap.

    Args:
        model: the trained network.
        sentences: token ids of each sentence, the end token included.
        tap: name of the tap. If it is in the decoder, each sentence is first translated greedily,
            and the mean is over the positions of the translation.
        start_id: id of the decoder's start token; used only if the tap is in the decoder.
    """
    device = model.E.weight.device
    source = _pad_ids(sentences).to(device)
    seen: list[Tensor] = []

    def record(x: Tensor) -> Tensor:
        """Store the tensor and return it unchanged, as an edit."""
        seen.append(x)
        return x

    if tap.startswith("decoder"):
        steps = beam_search(model, sentences, [start_id] * len(sentences), width=1)
        best = rank_hypotheses(steps)
        said = [[token for token in best[n][0].tokens if token != EOS] for n in sorted(best)]
        rows = _pad_ids([[start_id, *tokens] for tokens in said]).to(device)
    else:
        rows = source
    with editing(model, {tap: record}):
        memory = model.encode(source)
        if tap.startswith("decoder"):
            model.decode(rows, memory, source != PAD)
    real = (rows != PAD).unsqueeze(-1)
    return (seen[-1] * real).sum(dim=1) / real.sum(dim=1)


def _pad_ids(sentences: Sequence[Sequence[int]]) -> Tensor:
    """Return the ids as one padded tensor, a row for each sentence."""
    return pad_sequence([torch.tensor(ids) for ids in sentences], True, PAD)


def encode_direction(direction: Direction) -> str:
    """Encode a steering direction for a link: JSON, compressed, in URL-safe base64."""
    rows = [direction.at, direction.start, direction.seed, direction.name]
    text = json.dumps([*rows, direction.minus, direction.plus], separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def decode_direction(code: str) -> Direction:
    """Decode a steering direction from its code in a link.

    Args:
        code: the direction's fields as JSON, compressed, in URL-safe base64.

    Raises:
        ValueError: if the code is invalid.
    """
    try:
        packed = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        text = zlib.decompressobj().decompress(packed, LONGEST_TEXT).decode()
        at, start, seed, name, *sides = json.loads(text)
        minus, plus = (tuple(tuple(ids) for ids in side) for side in sides)
        numbers = [start, seed, *(token for ids in (*minus, *plus) for token in ids)]
        if any(type(number) is not int for number in numbers):
            raise ValueError("a number that is not whole")
        if not 0 <= seed <= LARGEST_SEED:
            raise ValueError("a seed that no generator takes")
        if not (isinstance(at, str) and isinstance(name, str) and NAME.fullmatch(name)):
            raise ValueError("a name that is none")
        return Direction(minus, plus, at, start, seed, name)
    except (ValueError, TypeError, zlib.error, RecursionError) as error:
        raise ValueError("this code holds no direction") from error
