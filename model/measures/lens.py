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
        """First layer from which on the output token is the likeliest in every layer.

        It is 0 if that holds from the input of the first layer on, and one more than the number of
        the last layer if the token is not the likeliest after the last.
        """
        return decision_layers(self.ranks)

    def frame(self) -> "DataFrame":
        """Return a DataFrame of the output tokens' ranks and ln p: a row per layer and step.

        Its columns are "layer" (0: input of the first), "step", "step_token" (the output token),
        its "rank" (1: likeliest) and "log_p" (in nats), "likeliest" (the likeliest token),
        "likeliest_p" (its probability) and "decided" (the property of this name).
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
