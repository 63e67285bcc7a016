"""One sentence's numbers once more, by NumPy, from the recorded pass and the weights alone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from model.tokenizer import normalize
from tests.audit.walk import Seen
from ui.readings import session

PATHS = {
    "encoder": "encoder.layers.{}.self_attention",
    "decoder": "decoder.layers.{}.self_attention",
    "cross": "decoder.layers.{}.cross_attention",
}
OUTPUTS = {"encoder": 2, "decoder": 3}  # which Add & Norm ends a layer


@dataclass(frozen=True)
class Facts:
    """What the remarks on one sentence speak of.

    Args:
        tensors: of the recorded pass, by name, without the batch.
        weights: of the model, by name.
        ids: "source", "target" (what the decoder was given) and "said" (what it wrote).
        tokens: the same as they are shown.
        state: what is chosen on the page.
        layers: of each stack.
        texts: all that the page says.
    """

    tensors: Mapping[str, np.ndarray]
    weights: Mapping[str, np.ndarray]
    ids: Mapping[str, tuple[int, ...]]
    tokens: Mapping[str, tuple[str, ...]]
    state: Mapping[str, object]
    layers: int
    texts: tuple[str, ...]

    def page_names(self, pattern: str) -> int:
        """Return the number that the page names last in a text of this form."""
        found = [match for text in self.texts if (match := re.fullmatch(pattern, text))]
        return int(found[-1][1].replace(",", ""))

    def chosen(self, key: str) -> int:
        """Return a number that is chosen on the page, from 0."""
        return int(self.state.get(key, 1)) - 1

    @property
    def kind(self) -> str:
        """The attention that is chosen."""
        return str(self.state.get("attention", "encoder"))

    def attention(self, name: str, kind: str | None = None, layer: int | None = None) -> np.ndarray:
        """Return a tensor of one attention, of the chosen one unless another is named."""
        layer = self.chosen("layer") if layer is None else layer
        return self.tensors[f"{PATHS[kind or self.kind].format(layer)}.{name}"]

    def all_weights(self) -> np.ndarray:
        """Return the weights of the chosen attention: layer, head, query, key."""
        return np.stack([self.attention("weights", layer=layer) for layer in range(self.layers)])

    def depths(self, stack: str) -> np.ndarray:
        """Return the rows of a stack: what enters its first layer, and what each layer returns."""
        last = OUTPUTS[stack]
        taps = [f"{stack}.layers.{n}.add_and_norm_{last}.output" for n in range(self.layers)]
        return np.stack([self.tensors[tap] for tap in (f"{stack}.embedding.output", *taps)])

    @property
    def E(self) -> np.ndarray:
        """The embedding matrix."""
        return self.weights["E.weight"]

    @property
    def logits(self) -> np.ndarray:
        """Logits of each step that says something."""
        return self.tensors["logits"][: len(self.ids["said"])]

    @property
    def probabilities(self) -> np.ndarray:
        """Probability of each token of the vocabulary at each step."""
        return softmax(self.logits)

    @property
    def said(self) -> np.ndarray:
        """Probability of the token that was said, at each step."""
        return self.probabilities[np.arange(len(self.ids["said"])), list(self.ids["said"])]


def facts_of(seen: Seen) -> Facts:
    """Return the numbers behind a page that one visit saw, with nothing edited."""
    model, _ = session.load_model()
    reading = session.read(normalize(seen.visit.text), seen.visit.target)
    tokens = {name: getattr(reading, name) for name in ("source", "target", "output")}
    return Facts(
        {name: _array(tensor) for name, tensor in reading.trace.items()},
        {name: tensor.numpy() for name, tensor in model.state_dict().items()},
        {"source": reading.source_ids, "target": reading.target_ids, "said": reading.output_ids},
        {name: tuple(token.text for token in some) for name, some in tokens.items()},
        seen.state,
        model.config.N,
        tuple(text.text for text in seen.texts),
    )


def _array(tensor: object) -> np.ndarray:
    """Return a tensor without its batch, which has one sentence."""
    array = tensor.numpy()
    return array[0] if array.ndim > 2 or array.shape[0] == 1 else array


def softmax(scores: np.ndarray) -> np.ndarray:
    """Return the softmax of each row."""
    powers = np.exp(scores.astype(np.float64) - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def entropy(weights: np.ndarray) -> np.ndarray:
    """Return the entropy of each row, in nats."""
    weights = weights.astype(np.float64)
    return -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1)


def cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the cosine between vectors along the last axis."""
    return (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)
