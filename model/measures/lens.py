"""The logit lens of a reading: the prediction after each layer of the decoder."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxtyping import Float, Int
from torch import Tensor

from model.grid import tidy_frame
from model.measures.logit_lens import decision_layers, likeliest_tokens, token_ranks
from model.measures.surprisal import log_p

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, repr=False)
class Lens:
    r"""The logits $x^{(l)} E^\top$ after every layer of the decoder.

    Only the last layer is trained to be read like this; layer 0 is the input of the first one.

    Args:
        logits: logits after every layer.
        output_ids: output ids, one for each step.
        names: all pieces of the vocabulary.
    """

    logits: Float[Tensor, "layer target vocab"]
    output_ids: Sequence[int]
    names: Sequence[str]
    said = property(lambda self: self.output_ids)  # its former name, kept for one version

    def __repr__(self) -> str:
        layers, steps, vocab = self.logits.shape
        return f"<Lens: logits of {layers} layers × {steps} steps × {vocab:,} pieces>"

    @property
    def ranks(self) -> Int[Tensor, "layer target"]:
        """Rank of the output token after each decoder layer; 1 is the likeliest."""
        return token_ranks(self.logits, self.said)

    @property
    def log_p(self) -> Float[Tensor, "layer target"]:
        """Log-probability of the output token after each decoder layer, in nats."""
        return log_p(self.logits, self.said)

    @property
    def decided(self) -> Int[Tensor, " target"]:
        """First layer after which the output token stays likeliest; 0: input, last + 1: never."""
        return decision_layers(self.ranks)

    def frame(self) -> "DataFrame":
        """Return a DataFrame, one row per layer and step: output token's rank and ln p, top token.

        ``decided`` is the first layer after which the output token is the likeliest and stays so;
        if it is not the likeliest in the end, that is one more than the last layer.
        """
        likeliest, p = likeliest_tokens(self.logits, 1)
        layers, steps = self.ranks.shape
        output_ids = [self.names[one] for one in self.said]
        table = tidy_frame(
            self.ranks, {"layer": range(layers), "step": range(steps)}, {"step": output_ids}, "rank"
        )
        table["log_p"] = self.log_p.detach().cpu().flatten().numpy()
        table["likeliest"] = [self.names[one] for one in likeliest[..., 0].flatten().tolist()]
        table["likeliest_p"] = p[..., 0].detach().cpu().flatten().numpy()
        table["decided"] = self.decided.cpu().expand(layers, -1).flatten().numpy()
        return table
