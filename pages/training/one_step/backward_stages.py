"""The backward pass in words: one sentence of chain rule per block."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from model.config import ModelConfig
from pages.training.one_step.compute import NORMS, GradientFlow, ResidualSplit, list_backward_stages
from pages.training.one_step.remarks import format_number
from ui.messages import N_, _
from ui.sentence import Remark, join_remarks, say

TITLES = {
    "softmax": N_("The loss"),
    "linear": N_("The scores (logits)"),
    "norm": N_("Add & Norm"),
    "decoder_feed_forward": N_("Feed-forward"),
    "encoder_feed_forward": N_("Feed-forward"),
    "decoder_self": N_("Masked self-attention"),
    "encoder_self": N_("Self-attention"),
    "cross": N_("Cross-attention"),
    "target_embedding": N_("Output embedding"),
    "memory": N_("Memory"),
    "source_embedding": N_("Input embedding"),
}


@dataclass(frozen=True)
class BackwardStage:
    """One block of the backward pass, with its sentence.

    Args:
        block: block of the diagram.
        layer: layer, from 0.
        title: title of the block, with its layer.
        remark: sentence on the chain rule at this block.
    """

    block: str
    layer: int
    title: str
    remark: Remark


def describe_backward_stages(
    flow: GradientFlow, config: ModelConfig, token_texts: Sequence[str]
) -> list[BackwardStage]:
    """Return the stages of the backward pass, each with a sentence on what happens to the gradient.

    There is one stage for each block of each layer, from the loss back to the rows of E.

    Args:
        flow: gradients of the pass.
        config: configuration of the model.
        token_texts: texts of the reference tokens.
    """
    return [
        BackwardStage(
            block,
            layer,
            _stage_title(block, layer),
            _describe_stage(flow, config, token_texts, block, layer),
        )
        for block, layer in list_backward_stages(config)
    ]


def _stage_title(block: str, layer: int) -> str:
    """Return the title of a block, with its stack and layer."""
    title = _(TITLES["norm" if block in NORMS else block])
    if block.startswith("encoder"):
        return _("Encoder layer {layer} · {block}").format(layer=layer + 1, block=title)
    if block.startswith("decoder") or block == "cross":
        return _("Decoder layer {layer} · {block}").format(layer=layer + 1, block=title)
    return title


def _describe_stage(
    flow: GradientFlow, config: ModelConfig, token_texts: Sequence[str], block: str, layer: int
) -> Remark:
    """Describe how one block passes the gradient back, by the chain rule."""
    if block in NORMS:
        return _describe_norm(flow.residual_splits[block][layer])
    own: dict[str, Callable[[], Remark]] = {
        "softmax": lambda: _describe_loss(flow, token_texts),
        "linear": lambda: _describe_logits(flow, token_texts),
        "memory": lambda: _describe_memory_gradient(flow),
        "source_embedding": lambda: _describe_embedding(
            flow, config, "source_embedding", "encoder"
        ),
        "target_embedding": lambda: _describe_embedding(
            flow, config, "target_embedding", "decoder"
        ),
    }
    if block in own:
        return own[block]()
    road = next(
        flow.residual_splits[norm][layer] for norm, (_path, one) in NORMS.items() if one == block
    )
    if block == "cross":
        return _describe_cross_attention(road, flow.memory_norms[layer])
    if block not in flow.inactive_shares:
        return _describe_self_attention(road)
    relu = config.activation == "relu"
    return (
        _describe_feed_forward(road, flow.inactive_shares[block][layer])
        if relu
        else _describe_smooth_feed_forward(road)
    )


def describe_largest_share(flow: GradientFlow, token_texts: Sequence[str]) -> Remark:
    """Describe, for the page's end, which share of the whole loss comes from a single token.

    Args:
        flow: the losses, and their gradients.
        token_texts: texts of the reference tokens.
    """
    worst = max(range(len(flow.losses)), key=flow.losses.__getitem__)
    return say(
        "**{share:%}** of the whole loss comes from a single token, “{token}”.",
        token=token_texts[worst],
        share=flow.losses[worst] / max(sum(flow.losses), 1e-30),
    )


def _describe_loss(flow: GradientFlow, token_texts: Sequence[str]) -> Remark:
    """Describe which reference token has the largest loss."""
    losses = flow.losses
    worst = max(range(len(losses)), key=losses.__getitem__)
    return say(
        "“{token}” costs most: it should have come next and got only {p:%}. The further from "
        "100%, the larger the **loss**: {loss:.2} here, {sum:.2} for all tokens together. What "
        "would have to change? The bar in each block shows how strongly the loss responds to its "
        "numbers.",
        token=token_texts[worst],
        p=flow.probabilities[worst],
        loss=losses[worst],
        sum=sum(losses),
    )


def _describe_logits(flow: GradientFlow, token_texts: Sequence[str]) -> Remark:
    """Describe the logit gradients, p − y."""
    worst = max(range(len(flow.losses)), key=flow.losses.__getitem__)
    return say(
        "At the logits, the answer is simply probability minus target. For “{token}”, that's "
        "{p:.3} − target: its logit should go up, and all the others down. The whole error has "
        "length **{length}**.",
        token=token_texts[worst],
        p=flow.probabilities[worst],
        length=format_number(flow.gradient_norm("linear")),
    )


def _describe_norm(split: ResidualSplit) -> Remark:
    """Describe the gradient through Add & Norm: divided by the deviation, then split in two."""
    first = say(
        "LayerNorm divided by the spread, {spread:.2}, and multiplied by γ. The chain rule does "
        "the same, and it drops whatever would only shift or stretch all the numbers: {output} "
        "becomes {sum}.",
        spread=split.standard_deviation,
        output=format_number(split.output),
        sum=format_number(split.sum),
    )
    if not split.residual:
        return join_remarks(first, say("The road is cut: **only the sub-layer** gets the error."))
    return join_remarks(
        first,
        say(
            "The addition copies the error: the road and the sub-layer get **{sum}** each.",
            sum=format_number(split.sum),
        ),
    )


def _describe_feed_forward(split: ResidualSplit, inactive_share: float) -> Remark:
    """Describe the gradient through a ReLU feed-forward network, and its inactive units."""
    return say(
        "The error is multiplied by W₂, then by W₁, with the ReLU in between. There, {off:%} of "
        "the hidden units were off, so they pass nothing back. {sum} comes in, **{through}** "
        "comes out below.",
        off=inactive_share,
        sum=format_number(split.sum),
        through=format_number(split.sublayer),
    )


def _describe_smooth_feed_forward(split: ResidualSplit) -> Remark:
    """Describe the gradient through a feed-forward network without ReLU."""
    return say(
        "The error is multiplied by W₂, then by the slope of the activation at each hidden "
        "unit, then by W₁: {sum} comes in, **{through}** comes out below.",
        sum=format_number(split.sum),
        through=format_number(split.sublayer),
    )


def _describe_self_attention(split: ResidualSplit) -> Remark:
    """Describe how self-attention passes the gradient back along its weights."""
    return say(
        "A word that attended to other words hands its error back to them, along the same "
        "weights: {sum} comes in, **{through}** comes out below.",
        sum=format_number(split.sum),
        through=format_number(split.sublayer),
    )


def _describe_cross_attention(split: ResidualSplit, memory_norm: float) -> Remark:
    """Describe the gradient through cross-attention: decoder and memory each get a part."""
    return say(
        "Here the error crosses over. Through the query, {through} stays in the decoder. Through "
        "keys and values, **{crossing}** goes to the memory: into the encoder.",
        through=format_number(split.sublayer),
        crossing=format_number(memory_norm),
    )


def _describe_memory_gradient(flow: GradientFlow) -> Remark:
    """Describe the gradient at the memory: the sum of what each decoder layer sends back."""
    parts = " + ".join(format_number(one) for one in flow.memory_norms)
    return say(
        "Every decoder layer sent an error here, with lengths {parts}. Errors are arrows: add "
        "them up, and the sum has length **{length}**. This is all that the encoder ever hears "
        "of the translation.",
        parts=parts,
        length=format_number(flow.gradient_norm("memory")),
    )


def _describe_embedding(flow: GradientFlow, config: ModelConfig, block: str, stack: str) -> Remark:
    """Describe the gradient at an embedding, scaled by √d_model."""
    return say(
        "The rows of E were multiplied by √{width:,} = {root:.1} on the way up. So is the "
        "gradient on the way down: {length} becomes **{rows}** at the rows that were read.",
        width=config.d_model,
        root=config.d_model**0.5,
        length=format_number(flow.gradient_norm(block)),
        rows=format_number(flow.row_norms[stack]),
    )
