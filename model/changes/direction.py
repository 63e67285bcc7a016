"""A direction: the mean difference between what the model computes of two sets of sentences.

Add it to the vectors of another sentence, and that sentence is steered (activation addition: Turner
et al. 2023; contrastive activation addition: Rimsky et al. 2024).
"""

import base64
import json
import re
import threading
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model.changes.lesson import LARGEST_SEED
from model.config import ModelConfig
from model.decoding import beam_search, ranking
from model.parts import residual_tap
from model.tokenizer import EOS, PAD
from model.trace import editing
from model.transformer import Transformer

MEMORY = "memory"
KEPT = 64  # directions of one model; the one that was needed longest ago goes
LONGEST_TEXT = 60_000  # characters of a direction that a link may hold
NAME = re.compile(r"[a-z]{0,20}")

Ids = tuple[int, ...]
_lock = threading.Lock()
_vectors: WeakKeyDictionary[Transformer, OrderedDict["Direction", Tensor]] = WeakKeyDictionary()


@dataclass(frozen=True, order=True)
class Direction:
    r"""What tells some sentences from others, as one vector at one place of the model.

    $$v = \frac{1}{n} \sum_{i=1}^{n} \left(\overline{x}(\mathrm{plus}_i)
      - \overline{x}(\mathrm{minus}_i)\right)$$

    with $\overline{x}$ the mean of the vectors of all positions of a sentence.

    Args:
        minus: ids of each sentence that lacks it, the end token included.
        plus: of each one that has it, in the same order.
        at: a tap: "memory", or the output of a layer, see ``taps``.
        start: the start token with which the decoder writes, if the tap is in the decoder; else 0.
            Then $\overline{x}$ is of what the decoder computes while it writes its own translation.
        seed: 0; or another number, for a direction drawn at random that is as long.
        name: what the app calls it; "" if nobody named it.
    """

    minus: tuple[Ids, ...]
    plus: tuple[Ids, ...]
    at: str = MEMORY
    start: int = 0
    seed: int = 0
    name: str = ""

    def exists(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the tap, and all that was read."""
        known = range(config.vocab_size)
        sentences = (*self.minus, *self.plus)
        tokens = {token for sentence in sentences for token in sentence}
        return (
            0 < len(self.minus) == len(self.plus)
            and all(sentences)
            and all(token in known for token in tokens)
            and self.at in taps(config)
            and (not self.at.startswith("decoder") or self.start in known[1:])
            and self.seed >= 0
        )

    def vector(self, model: Transformer) -> Float[Tensor, " d_model"]:
        """Return the direction; it is computed once for each model."""
        with _lock:
            found = _vectors.setdefault(model, OrderedDict()).get(self)
        if found is None:
            found = _mean_difference(model, self)
        with _lock:
            kept = _vectors[model]
            kept[self] = found
            kept.move_to_end(self)
            while len(kept) > KEPT:
                kept.popitem(last=False)
        return found


def taps(config: ModelConfig) -> tuple[str, ...]:
    """Return where a direction can be: the memory, and the output of every layer."""
    return (
        MEMORY,
        *(
            residual_tap(stack, layer + 1)
            for stack in ("encoder", "decoder")
            for layer in config.layers(stack)
        ),
    )


@torch.inference_mode(False)  # what is kept serves passes with gradients, too
def _mean_difference(model: Transformer, direction: Direction) -> Float[Tensor, " d_model"]:
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
    model: Transformer, sentences: Sequence[Ids], at: str = MEMORY, start: int = 0
) -> Float[Tensor, "batch d_model"]:
    """Return of each sentence the mean of its vectors at one tap.

    Args:
        model: the trained network.
        sentences: ids of each, the end token included.
        at: the tap; in the decoder, each sentence is first translated, greedily.
        start: the start token of that translation.
    """
    device = model.E.weight.device
    source = _pad(sentences).to(device)
    seen: list[Tensor] = []

    def see(x: Tensor) -> Tensor:
        seen.append(x)
        return x

    if at.startswith("decoder"):
        steps = beam_search(model, sentences, [start] * len(sentences), width=1)
        best = ranking(steps)
        said = [[token for token in best[n][0].tokens if token != EOS] for n in sorted(best)]
        rows = _pad([[start, *tokens] for tokens in said]).to(device)
    else:
        rows = source
    with editing(model, {at: see}):
        memory = model.encode(source)
        if at.startswith("decoder"):
            model.decode(rows, memory, source != PAD)
    real = (rows != PAD).unsqueeze(-1)
    return (seen[-1] * real).sum(dim=1) / real.sum(dim=1)


def _pad(sentences: Sequence[Sequence[int]]) -> Tensor:
    return pad_sequence([torch.tensor(ids) for ids in sentences], True, PAD)


def write_direction(direction: Direction) -> str:
    """Return a direction as a link holds it."""
    rows = [direction.at, direction.start, direction.seed, direction.name]
    text = json.dumps([*rows, direction.minus, direction.plus], separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def read_direction(code: str) -> Direction:
    """Return the direction that a code holds.

    Raises:
        ValueError: if it holds none.
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
