"""Passes of the masking page: with a mask opened, with a token replaced, with padded batches."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.config import MAX_PIECES
from model.tokenizer import EOS, normalize
from model.trace import Trace
from model.transformer import causal_visible
from pages.decoder.masking import cached
from pages.decoder.masking.compute.leak import compute_largest_changes, compute_relative_changes
from ui.messages import _
from ui.readings import session
from ui.readings.language import EXAMPLES
from ui.readings.passes import mask_removal_changes
from ui.readings.reading import ATTENTIONS, Reading, Token, target_tokens, whole_words

PAD = Token("<pad>", special=True)
CLEAR = 0.3  # weight on a word that is worth showing first


def collect_map_tensors(reading: Reading, layer: int) -> dict[str, Tensor]:
    """Return one layer's decoder self-attention, as ``show_mask_maps`` takes it.

    Args:
        reading: the sentence and its translation.
        layer: index of the decoder layer, from 0.

    Returns:
        "scores" and "weights": (head, query, key). "visible", the mask used in this pass, and
        "mask", the causal mask: (query, key), True where a query may attend to a key.
    """
    part = reading.attention("decoder", layer)
    return {
        "scores": part["scores"][0],
        "weights": part["weights"][0],
        "visible": part["visible"][0, 0],
        "mask": causal_visible(len(reading.target), torch.device("cpu"))[0],
    }


def compute_unmasked_weights(reading: Reading) -> Float[Tensor, "layer head query key"]:
    """Return the weights that a pass's decoder scores would give if no token were hidden."""
    return reading.layers("decoder", "scores").softmax(dim=-1)


def find_peeking_head(weights: Float[Tensor, "head query key"]) -> int:
    """Return the head that would give the tokens to predict the most weight without the mask.

    Args:
        weights: the weights of one layer's heads without the mask.
    """
    return int(weights.diagonal(1, 1, 2).sum(dim=-1).argmax())


def find_peeking_row(weights: Float[Tensor, "query key"], tokens: Sequence[Token]) -> int:
    """Return the row that would give the token it predicts the most weight without the mask.

    A row that predicts a whole word goes first if it would give that word a clear weight.

    Args:
        weights: the weights of one head without the mask.
        tokens: the decoder's input tokens.
    """
    answers = weights.diagonal(1).tolist()
    words = [place - 1 for place in whole_words(tokens) if place]
    clear = [row for row in words if answers[row] >= CLEAR]
    return max(clear or range(len(answers)), key=answers.__getitem__, default=0)


def read_translation(reading: Reading, typed_text: str) -> Reading:
    """Return the reading of a sentence with a typed translation (teacher forcing).

    Args:
        reading: the sentence and the model's own translation.
        typed_text: the typed translation; if it is empty, ``reading`` itself is returned.
    """
    if not normalize(typed_text):
        return reading
    said = (*session.glass().tokenizer.encode_target(typed_text)[: MAX_PIECES - 1], EOS)
    return session.read_with_translation(reading.text, reading.language, said, reading.changes)


def replace_token(reading: Reading, position: int) -> tuple[Reading, Token]:
    """Replace one decoder input token; return the reading with it replaced, and the new token.

    The new token is the likeliest one at that position apart from the replaced token.

    Args:
        reading: the reading with its tokens unchanged.
        position: index of the token in ``reading.target``, at least 1: the start token stays.
    """
    likely = reading.trace["logits"][0, position - 1].clone()
    specials = session.glass().tokenizer.first_piece
    likely[[*range(specials), reading.target_ids[position]]] = -torch.inf
    said = list(reading.output_ids)
    said[position - 1] = int(likely.argmax())
    changed = session.read_with_translation(
        reading.text, reading.language, tuple(said), reading.changes
    )
    return changed, changed.target[position]


def compute_logit_changes(reading_before: Reading, reading_after: Reading) -> Tensor:
    """Return, for each decoder position, the largest absolute change of a logit between two passes.

    Args:
        reading_before: the first pass.
        reading_after: the second pass, with the same number of decoder positions.
    """
    return compute_largest_changes(
        reading_before.trace["logits"][0], reading_after.trace["logits"][0]
    )


def run_prefix(reading: Reading, length: int) -> Reading:
    """Return a reading of the first ``length`` decoder input tokens only, start token included."""
    said = reading.target_ids[1:length]
    return session.read_with_translation(reading.text, reading.language, said, reading.changes)


def compute_drifts(reading_before: Reading, reading_after: Reading) -> tuple[list[str], Tensor]:
    """Return the relative change of each decoder position's vector between two passes, by depth.

    Args:
        reading_before: the first pass.
        reading_after: the second pass, with the same number of decoder positions.

    Returns:
        Names of the depths in the interface's language: input of layer 1, output of each layer,
        logits. And a tensor (depth, position): norm of the vector's change / its norm before.
    """
    streams = (one.trace.residual_stream("decoder") for one in (reading_before, reading_after))
    rows = [compute_relative_changes(a, b) for a, b in zip(*streams, strict=True)]
    logits = (one.trace["logits"][0] for one in (reading_before, reading_after))
    rows.append(compute_relative_changes(*logits))
    layers = range(1, len(rows) - 1)
    outputs = [_("output of layer {layer}").format(layer=layer) for layer in layers]
    return [_("input of layer 1"), *outputs, _("logits")], torch.stack(rows)


def list_likeliest_tokens(reading: Reading) -> list[str]:
    """Return the text of the likeliest token at each step of the translation."""
    ids = reading.trace["logits"][0, : len(reading.output)].argmax(dim=-1).tolist()
    return [token.text for token in target_tokens(session.glass().tokenizer, ids)]


@dataclass(frozen=True)
class PaddedPair:
    """A sentence padded in a batch with a longer one, and the encoder passes to compare.

    Args:
        tokens: tokens of the shorter sentence, then its padding.
        length: number of tokens of the shorter sentence without the padding.
        batch_index: index of the shorter sentence in the batch, 0 or 1.
        masked: trace of the batch with the padding mask.
        unmasked: trace of the batch without the padding mask.
        alone: trace of each of the two sentences in a batch of its own.
    """

    tokens: tuple[Token, ...]
    length: int
    batch_index: int
    masked: Trace
    unmasked: Trace
    alone: tuple[Trace, Trace]

    def collect_map_tensors(self, layer: int, padding_mask: bool) -> dict[str, Tensor]:
        """Return the padded sentence's encoder self-attention in one layer, for ``show_mask_maps``.

        Args:
            layer: index of the layer, from 0; if the encoder has fewer layers, the last is used.
            padding_mask: whether to use the pass with the padding mask or the one without it.

        Returns:
            "scores" and "weights": (head, query, key). "visible", the mask used in this pass, and
            "mask", the padding mask: (query, key), True where a query may attend to a key.
        """
        layer = min(layer, session.glass().config.layers("encoder")[-1])
        path, n = ATTENTIONS["encoder"].format(layer), len(self.tokens)
        used = (self.masked if padding_mask else self.unmasked).at(path)
        return {
            "scores": used["scores"][self.batch_index],
            "weights": used["weights"][self.batch_index],
            "visible": used["visible"][self.batch_index, 0].expand(n, n),
            "mask": self.masked[f"{path}.visible"][self.batch_index, 0].expand(n, n),
        }

    def compute_memory_change(self, batch_index: int, padding_mask: bool) -> float:
        """Return the largest difference between a sentence's encoder output in the batch and alone.

        Args:
            batch_index: index in the batch of the sentence to be compared, 0 or 1.
            padding_mask: whether the batch is encoded with the padding mask.
        """
        trace = self.masked if padding_mask else self.unmasked
        own = self.alone[batch_index]["memory"][0]
        return compute_largest_changes(own, trace["memory"][batch_index, : len(own)]).max().item()

    def compute_padding_weights(self, padding_mask: bool) -> Tensor:
        """Return the share of each query's encoder self-attention weight that goes to padding.

        Args:
            padding_mask: whether the batch is encoded with the padding mask.

        Returns:
            Shares from 0 to 1, (layer, head, query). The queries are the padded sentence's tokens,
            without the padding itself.
        """
        layers = session.glass().config.layers("encoder")
        maps = (self.collect_map_tensors(layer, padding_mask) for layer in layers)
        weights = torch.stack([tensors["weights"] for tensors in maps])
        return weights[:, :, : self.length, self.length :].sum(dim=-1)


def pad_together(reading: Reading, other_text: str) -> PaddedPair:
    """Encode two sentences in one batch, so that the shorter one is padded; also encode each alone.

    Args:
        reading: the first sentence, and the changes to the network.
        other_text: the second sentence.

    Returns:
        The passes of the batch with and without the padding mask, and of each sentence alone.
    """
    texts, changes = (reading.text, other_text), reading.changes
    own = [session.glass().source_tokens(text) for text in texts]
    place = 0 if len(own[0]) < len(own[1]) else 1
    length, longest = len(own[place]), max(map(len, own))
    return PaddedPair(
        tokens=(*own[place], *[PAD] * (longest - length)),
        length=length,
        batch_index=place,
        masked=cached.encode_batch(texts, changes),
        unmasked=cached.encode_batch(texts, (*changes, *mask_removal_changes("encoder"))),
        alone=(
            cached.encode_batch((reading.text,), changes),
            cached.encode_batch((other_text,), changes),
        ),
    )


def find_shorter_example(reading: Reading) -> str:
    """Return the first example sentence with fewer tokens than the reading's sentence.

    If no example has fewer tokens, the longest example is returned.
    """
    lengths = {text: len(session.glass().source_tokens(text)) for __, text in EXAMPLES}
    shorter = [text for text in lengths if lengths[text] < len(reading.source)]
    return shorter[0] if shorter else max(lengths, key=lambda text: lengths[text])
