"""Attribution methods: how much did each token contribute to a decoding step?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.attribution.inputs import ForcedPair, Scores, occlude_in_batches, split_scores
from model.attribution.mixing import alti, rollout
from model.attribution.paths import IntegratedGradients, refine_integrated_gradients
from model.measures.heads import key_contribution_norms
from model.parts import typed_submodule
from model.trace import Trace
from model.transformer import Transformer

# In the order of the page. The first two score source tokens only; the first four need one pass.
METHODS = {
    "attention": "Attention",
    "value": "Attention × value",
    "rollout": "Rollout",
    "alti": "ALTI+",
    "gradient": "Gradient × input",
    "integrated": "Integrated gradients",
    "occlusion": "Occlusion",
}
SOURCE_ONLY = ("attention", "value")
# Linear in the log-probability that they explain: only of these the scores for one token, less
# those for its foil, are the scores for the difference of the two.
LINEAR = ("gradient", "integrated", "occlusion")


@dataclass(frozen=True)
class Aligner:
    """The cross-attention head, or layer, whose weights serve as an alignment.

    Args:
        layer: its layer, from 0.
        head: its number in the layer, from 0; None for the mean of all heads.
        value_layer: layer whose value-weighted attention, all heads together, is scored.
    """

    layer: int
    head: int | None
    value_layer: int


def best_aligner(rows: Sequence[Mapping], shift: str = "writes") -> Aligner:
    """Return the cross-attention head that aligns words best, and the best layer as a whole.

    Args:
        rows: the "rows" that ``model.alignment`` stores: dicts with "layer", "head" (None for the
            mean of all heads), "shift" and "mean", the alignment error rate.
        shift: which rows to compare: "writes" if a decoder position stands for the word that it
            predicts, "reads" if it stands for the word that it reads.

    Returns:
        Layer and head of the lowest error rate; as ``value_layer``, the layer with the lowest error
        rate of the mean of all heads.
    """
    known = [row for row in rows if row["shift"] == shift]
    best = min(known, key=lambda row: row["mean"])
    layers = [row for row in known if row["head"] is None]
    return Aligner(best["layer"], best["head"], min(layers, key=lambda row: row["mean"])["layer"])


def attribute_from_trace(model: Transformer, trace: Trace, aligner: Aligner) -> dict[str, Scores]:
    """Return the scores of the methods that need no more than one recorded pass, at all steps.

    Args:
        model: the network.
        trace: its pass over one sentence and its translation, recorded without edits.
        aligner: selects the head (or layer) whose weights are the scores of "attention", and the
            layer that "value" uses.

    Returns:
        Scores by method: "attention", "value", "rollout" and "alti".
    """
    attention = "decoder.layers.{}.cross_attention"
    weights = trace[f"{attention.format(aligner.layer)}.weights"][0]
    own = weights.mean(dim=0) if aligner.head is None else weights[aligner.head]
    path = attention.format(aligner.value_layer)
    _, together = key_contribution_norms(
        trace[f"{path}.weights"][0],
        trace[f"{path}.v"][0],
        typed_submodule(model, path, MultiHeadAttention).W_O.weight,
    )
    nothing = own.new_zeros(len(own), len(own))
    return {
        "attention": Scores(own, nothing),
        "value": Scores(together, nothing),
        "rollout": rollout(trace),
        "alti": alti(model, trace),
    }


@dataclass(frozen=True)
class StepAttributions:
    """Results so far, for one step, of occlusion, gradient × input and integrated gradients.

    Args:
        integrated: integrated gradients, with gradient × input at the end of their path; None
            until the first are computed.
        occlusion: occlusion scores; NaN for tokens that have not been occluded yet.
        progress: share of the work done, 0 to 1; estimated while gradients are integrated.
    """

    integrated: IntegratedGradients | None
    occlusion: Float[Tensor, "1 token"]
    progress: float

    def scores(self, source_length: int) -> dict[str, Scores]:
        """Return the scores computed so far, by method: "gradient", "integrated", "occlusion".
        The first two appear after the first round of integration, "occlusion" once all tokens have
        been occluded.

        Args:
            source_length: number of source tokens, to split source scores from prefix scores.
        """
        found: dict[str, Scores] = {}
        if self.integrated is not None:
            found |= {
                "gradient": self.integrated.endpoint_scores,
                "integrated": self.integrated.scores,
            }
        if not self.occlusion.isnan().any():
            found["occlusion"] = split_scores(self.occlusion, source_length)
        return found


def attribute_step(
    model: Transformer, forced_pair: ForcedPair, step: int
) -> Iterator[StepAttributions]:
    """Yield the results so far for one decoding step; the last are complete.
    There is one after each batch of occluded tokens, then one after each refinement of the
    integrated gradients.

    Args:
        model: the network.
        forced_pair: token ids of source and target.
        step: decoding step, from 0.
    """
    now = forced_pair.truncate_at(step)
    for found in occlude_in_batches(model, now, [step]):
        known = 1 - found.isnan().float().mean().item()
        yield StepAttributions(None, found, 0.3 * known)
    rest = 0.7
    for integrated in refine_integrated_gradients(model, now, step):
        rest = 0.0 if integrated.converged else rest * 0.75
        yield StepAttributions(integrated, found, 1 - rest)


def normalize_scores(scores: Scores) -> Scores:
    """Divide each step's scores by the sum of their absolute values, source and prefix together."""
    size = scores.source.abs().sum(dim=1, keepdim=True)
    size = (size + scores.prefix.abs().sum(dim=1, keepdim=True)).clamp(min=1e-30)
    return Scores(scores.source / size, scores.prefix / size)
