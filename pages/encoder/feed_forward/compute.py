"""What the hidden units of a feed-forward network answer to, and that positions do not mix."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from model.passes import recorded_pass
from model.tokenizer import Tokenizer
from model.trace import Edit, Trace, editing, recording
from model.training.batches import collate
from model.transformer import Transformer

T = TypeVar("T")  # a token
CHUNK = 16  # sentences of one pass; the trace of many would fill the memory


@dataclass(frozen=True)
class Excitement:
    """The tokens of some sentences that excite each hidden unit of one layer most.

    Args:
        values: activation after the ReLU, largest first.
        sentences: number of the sentence.
        positions: of the token in that sentence.
    """

    values: Float[Tensor, "count d_ff"]
    sentences: Int[Tensor, "count d_ff"]
    positions: Int[Tensor, "count d_ff"]


@torch.inference_mode()
def excitement(
    model: Transformer,
    tokenizer: Tokenizer,
    sentences: Sequence[str],
    translations: Sequence[tuple[str, str]],
    module: str,
    count: int,
) -> Excitement:
    """Run all sentences and find, for each hidden unit, the tokens where it is most active.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        sentences: what the encoder reads.
        translations: for each sentence a language and the translation the decoder is given.
        module: path of a feed-forward network, such as ``encoder.layers.0.feed_forward``.
        count: tokens of each unit.
    """
    rows = [
        (
            np.array(tokenizer.encode(sentence)),
            tokenizer.start(language),
            np.array(tokenizer.encode_target(translation)),
        )
        for sentence, (language, translation) in zip(sentences, translations, strict=True)
    ]
    found = []
    for first in range(0, len(rows), CHUNK):
        batch = collate(rows[first : first + CHUNK])
        with recording(model) as trace:
            model(batch.source, batch.target)
        read = batch.source if module.startswith("encoder") else batch.target
        no_mark = read >= tokenizer.first_piece  # marks and padding are no words
        sentence, position = no_mark.nonzero(as_tuple=True)
        found.append((trace[f"{module}.hidden"][sentence, position], first + sentence, position))
    hidden, sentence, position = (torch.cat(parts) for parts in zip(*found, strict=True))
    values, places = hidden.topk(min(count, len(hidden)), dim=0)
    return Excitement(values, sentence[places], position[places])


def exciting_tokens(excited: Excitement, sentences: Sequence[Sequence[T]], unit: int) -> list[T]:
    """Return the tokens that excite one unit most, of those that excite it at all."""
    columns = (excited.values, excited.sentences, excited.positions)
    ranked = zip(*(column[:, unit].tolist() for column in columns), strict=True)
    return [sentences[sentence][place] for value, sentence, place in ranked if value > 0]


@torch.inference_mode()
def output_movement(
    sublayer: Callable[[Tensor], Tensor],
    x: Float[Tensor, "position d_model"],
    row: Float[Tensor, " d_model"],
    place: int,
) -> Float[Tensor, " position"]:
    """Put another vector at one position; return how far each position's output moves.

    Args:
        sublayer: from a batch of positions to their outputs.
        x: what the sub-layer was given.
        row: the vector that takes the place of one of them.
        place: of that position.
    """
    changed = x.clone()
    changed[place] = row
    return (sublayer(changed.unsqueeze(0)) - sublayer(x.unsqueeze(0)))[0].norm(dim=-1)


@torch.inference_mode()
def reach(
    model: Transformer,
    trace: Trace,
    ids: Mapping[str, Sequence[int]],
    stack: str,
    layer: int,
    place: int,
    token: int,
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> dict[str, Float[Tensor, " position"]]:
    """Change one word before a layer's feed-forward network; see which outputs move.

    The position gets the vector that it has there when another token is read; all other positions
    keep theirs. For comparison, the layer's self-attention is given the very same vectors.

    Args:
        model: the trained network.
        trace: of the sentence as it is.
        ids: what the "encoder" and the "decoder" read in it.
        stack: one of these two.
        layer: counted from 0.
        place: of the token that is changed.
        token: that stands there instead.
        edits: of the recorded pass; the other one and both sub-layers get them, too.

    Returns:
        How far each position's output moves, by the name of the sub-layer.
    """
    path = f"{stack}.layers.{layer}"
    enters = f"{path}.add_and_norm_{1 if stack == 'encoder' else 2}.output"
    read = {**ids, stack: [*ids[stack][:place], token, *ids[stack][place + 1 :]]}
    other = recorded_pass(model, read["encoder"], read["decoder"], edits)
    x, row = trace[enters][0], other[enters][0, place]
    visible = trace[f"{path}.self_attention.visible"][:, 0]
    module = model.get_submodule(path)
    with editing(model, edits):
        return {
            "feed-forward": output_movement(module.feed_forward, x, row, place),
            "self-attention": output_movement(
                lambda x: module.self_attention(x, x, visible), x, row, place
            ),
        }


def active_share(hidden: Float[Tensor, "position d_ff"]) -> Float[Tensor, " position"]:
    """Return the share of the units above zero at each position."""
    return (hidden > 0).float().mean(dim=-1)
