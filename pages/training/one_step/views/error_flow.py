"""The backward pass through the diagram: gradients at each block, and at residuals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from torch import Tensor

from model.config import ModelConfig
from pages.training.one_step.backward_stages import TITLES, BackwardStage
from pages.training.one_step.compute import NORMS, GradientFlow
from ui.messages import _
from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class ErrorStage:
    """Where the error is, a block of a layer, and what is said there: text, strong or not."""

    block: str
    layer: int
    title: str
    said: Sequence[tuple[str, bool]]


@dataclass(frozen=True)
class ErrorFlow:
    """One backward pass.

    Args:
        tensors: gradients by block.
        lengths: norm of the gradient at each block's output, by layer.
        roads: by Add & Norm and layer, the gradient's norm on the residual road and out of the
            sub-layer.
        stages: its stages in words.
    """

    tensors: Mapping[str, Tensor]
    lengths: Mapping[str, Sequence[float]]
    roads: Mapping[str, Sequence[tuple[float, float]]]
    stages: Sequence[ErrorStage]


@dataclass(frozen=True)
class TokenLoss:
    """Loss and probability of a reference token."""

    token: str
    loss: float
    p: float


@dataclass(frozen=True)
class GradientLength:
    """Norm of the gradient at a block of a layer, with the residual roads or without."""

    roads: bool
    block: str
    layer: int
    length: float


@dataclass(frozen=True)
class ErrorFlowData:
    """Backward passes with residual roads and without, and the reference tokens' losses.

    Args:
        version: identifies the example.
        layers: number of layers, by stack.
        titles: titles of the blocks.
        reference: tokens of the right answer.
        losses: loss of each reference token.
        flows: both passes.
        lengths: their gradients' norms, for export.
    """

    version: str
    layers: Mapping[Literal["encoder", "decoder"], int]
    titles: Mapping[str, str]
    reference: Sequence[Label]
    losses: Sequence[TokenLoss]
    flows: tuple[ErrorFlow, ErrorFlow]
    lengths: Sequence[GradientLength]


_error_flow = register_view(
    __file__, ErrorFlowData, tables=[record_table("losses"), record_table("lengths")]
)


def show_error_flow(
    flows: tuple[GradientFlow, GradientFlow],
    stages: tuple[Sequence[BackwardStage], Sequence[BackwardStage]],
    config: ModelConfig,
    reference: Sequence[Token],
    version: str,
) -> None:
    """Show the diagram of the backward pass, with the loss of each reference token above it.

    The visitor can switch between the pass with residual connections and the one without.

    Args:
        flows: gradients with residual connections, and without.
        stages: the stages of both passes, in words.
        config: configuration of the model.
        reference: tokens of the right answer.
        version: a text that identifies the training example; a new text restarts the diagram at the
            first stage.
    """
    with_roads, without = (
        _flow_data(flow, story) for flow, story in zip(flows, stages, strict=True)
    )
    data = ErrorFlowData(
        version=version,
        layers={
            "encoder": len(config.layers("encoder")),
            "decoder": len(config.layers("decoder")),
        },
        titles={**{norm: _(TITLES["norm"]) for norm in NORMS}, **_block_titles()},
        reference=label_tokens(reference),
        losses=[
            TokenLoss(token.text, loss, p)
            for token, loss, p in zip(
                reference, flows[0].losses, flows[0].probabilities, strict=True
            )
        ],
        flows=(with_roads, without),
        lengths=[
            GradientLength(roads, block, layer + 1, length)
            for roads, flow in zip((True, False), flows, strict=True)
            for block, each in flow.norms.items()
            for layer, length in enumerate(each)
        ],
    )
    _error_flow(key="error_flow", data=data)


def _block_titles() -> dict[str, str]:
    """Return the translated titles of the blocks."""
    return {block: _(title) for block, title in TITLES.items() if block != "norm"}


def _flow_data(flow: GradientFlow, stages: Sequence[BackwardStage]) -> ErrorFlow:
    """Return one pass's gradients and stages for the view."""
    return ErrorFlow(
        tensors=flow.tensors,
        lengths=flow.norms,
        roads={
            norm: [(road.residual, road.sublayer) for road in each]
            for norm, each in flow.residual_splits.items()
        },
        stages=[
            ErrorStage(one.block, one.layer, one.title, one.remark.text_runs()) for one in stages
        ],
    )
