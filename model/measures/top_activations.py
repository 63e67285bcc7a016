"""Top-activating tokens of each hidden unit of a feed-forward network."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model.tokenizer import EOS, PAD, Tokenizer
from model.trace import recording
from model.transformer import Transformer

T = TypeVar("T")  # a token
CHUNK = 16  # sentences in one pass: a larger trace would not fit in memory


@dataclass(frozen=True)
class TopActivations:
    """The top-activating tokens of each hidden unit of one layer.

    Args:
        values: activations after the activation function, largest first.
        sentences: index of the sentence.
        positions: position of the token in that sentence.
    """

    values: Float[Tensor, "count d_ff"]
    sentences: Int[Tensor, "count d_ff"]
    positions: Int[Tensor, "count d_ff"]


@torch.inference_mode()
def top_activations(
    model: Transformer,
    tokenizer: Tokenizer,
    pairs: Sequence[tuple[str, tuple[str, str]]],
    stack: str,
    token_count: int,
) -> list[TopActivations]:
    """Return, for each layer, the tokens at which each feed-forward unit is most active.

    Special tokens are left out. One pass over the sentences serves all layers of the stack.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        pairs: (source text, (target language code, translation)) for each sentence.
        stack: "encoder" for source tokens, "decoder" for target tokens.
        token_count: number of tokens for each unit.
    """
    taps = [f"{stack}.layers.{layer}.feed_forward.hidden" for layer in model.config.layers(stack)]
    sources = [torch.tensor([*tokenizer.encode(sentence), EOS]) for sentence, _ in pairs]
    targets = [
        torch.tensor([tokenizer.start(language), *tokenizer.encode_target(translation)])
        for _, (language, translation) in pairs
    ]
    found: list[tuple[Tensor, ...]] = []
    for first in range(0, len(sources), CHUNK):
        source, target = (
            pad_sequence(some[first : first + CHUNK], batch_first=True, padding_value=PAD)
            for some in (sources, targets)
        )
        with recording(model) as trace:
            model(source, target)
        read = source if stack == "encoder" else target
        no_mark = read >= tokenizer.first_piece  # leave out special tokens and padding
        sentence, position = no_mark.nonzero(as_tuple=True)
        activations = (trace[tap][sentence, position] for tap in taps)
        found.append((first + sentence, position, *activations))
    sentence, position, *layers = (torch.cat(parts) for parts in zip(*found, strict=True))
    result = []
    for hidden in layers:
        values, places = hidden.topk(min(token_count, len(hidden)), dim=0)
        result.append(TopActivations(values, sentence[places], position[places]))
    return result


def top_tokens(top: TopActivations, sentences: Sequence[Sequence[T]], unit: int) -> list[T]:
    """Return the tokens at which a hidden unit is most active, largest activation first.
    Those with an activation of 0 or less are left out.

    Args:
        top: the top activations of the unit's layer.
        sentences: the tokens of each sentence that ``top_activations`` ran, as the stack read them:
            in the decoder, the start token comes first.
        unit: the hidden unit, from 0.
    """
    columns = (top.values, top.sentences, top.positions)
    ranked = zip(*(column[:, unit].tolist() for column in columns), strict=True)
    return [sentences[sentence][place] for value, sentence, place in ranked if value > 0]
