"""The backward pass through the diagram: gradients at each block, and at residuals."""

from collections.abc import Sequence

from model.changes.change import STACKS
from model.config import ModelConfig
from pages.training.one_step.backward_stages import TITLES, BackwardStage
from pages.training.one_step.compute import NORMS, GradientFlow
from ui.messages import _
from ui.readings.reading import Token
from ui.views import encode_tensor, register_view, token_labels_data
from ui.views.export_tables import record_table

_error_flow = register_view(__file__)


def error_flow(
    flows: tuple[GradientFlow, GradientFlow],
    stages: tuple[Sequence[BackwardStage], Sequence[BackwardStage]],
    config: ModelConfig,
    tokens: dict[str, Sequence[Token]],
    version: str,
) -> None:
    """Show the diagram of the backward pass, with each reference token's loss above it.

    Args:
        flows: gradients with residual connections, and without.
        stages: stages of both passes in words.
        config: configuration of the model.
        tokens: tokens of "source", "target" (decoder input) and "output" (reference).
        version: identifies the example; another one restarts at the first stage.
    """
    shown = [_flow_data(flow, story) for flow, story in zip(flows, stages, strict=True)]
    data = {
        "version": version,
        "layers": {stack: len(config.layers(stack)) for stack in STACKS},
        "titles": {**{norm: _(TITLES["norm"]) for norm in NORMS}, **_block_titles()},
        "tokens": {side: token_labels_data(some) for side, some in tokens.items()},
        "losses": [
            {"token": token.text, "loss": loss, "p": p}
            for token, loss, p in zip(
                tokens["output"], flows[0].losses, flows[0].probabilities, strict=True
            )
        ],
        "flows": shown,
        "lengths": [
            {"roads": roads, "block": block, "layer": layer + 1, "length": length}
            for roads, flow in zip((True, False), flows, strict=True)
            for block, each in flow.norms.items()
            for layer, length in enumerate(each)
        ],
        "takes": [record_table("losses", "losses"), record_table("lengths", "lengths")],
    }
    _error_flow(key="error_flow", data=data)


def _block_titles() -> dict[str, str]:
    """Return the translated titles of the blocks."""
    return {block: _(title) for block, title in TITLES.items() if block != "norm"}


def _flow_data(flow: GradientFlow, stages: Sequence[BackwardStage]) -> dict[str, object]:
    """Return one pass's gradients and stages for the view."""
    return {
        "tensors": {block: encode_tensor(tensor) for block, tensor in flow.tensors.items()},
        "lengths": {block: list(each) for block, each in flow.norms.items()},
        "roads": {
            norm: [[road.residual, road.sublayer] for road in each]
            for norm, each in flow.residual_splits.items()
        },
        "stages": [
            {
                "block": one.block,
                "layer": one.layer,
                "title": one.title,
                "said": one.remark.text_runs(),
            }
            for one in stages
        ],
    }
