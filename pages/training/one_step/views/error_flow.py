"""The backward pass through the diagram: gradients at each block, and at residuals."""

from collections.abc import Sequence

from model.changes.change import STACKS
from model.config import ModelConfig
from pages.training.one_step.compute import NORMS, Flow
from pages.training.one_step.story import TITLES, Scene
from ui.messages import _
from ui.readings.reading import Token
from ui.views import labels, pack, view
from ui.views.tables import records

_error_flow = view(__file__)


def error_flow(
    flows: tuple[Flow, Flow],
    stories: tuple[Sequence[Scene], Sequence[Scene]],
    config: ModelConfig,
    tokens: dict[str, Sequence[Token]],
    version: str,
) -> None:
    """Show the diagram of the backward pass, with the loss by token above.

    Args:
        flows: gradients with residual connections, and without.
        stories: stages of both passes in words.
        config: configuration of the model.
        tokens: tokens of "source", "target" (decoder input) and "output" (reference).
        version: identifies the example; another one restarts at the first stage.
    """
    shown = [_flow(flow, story) for flow, story in zip(flows, stories, strict=True)]
    data = {
        "version": version,
        "layers": {stack: len(config.layers(stack)) for stack in STACKS},
        "titles": {**{norm: _(TITLES["norm"]) for norm in NORMS}, **_titles()},
        "tokens": {side: labels(some) for side, some in tokens.items()},
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
            for block, each in flow.lengths.items()
            for layer, length in enumerate(each)
        ],
        "takes": [records("losses", "losses"), records("lengths", "lengths")],
    }
    _error_flow(key="error_flow", data=data)


def _titles() -> dict[str, str]:
    """Return the translated titles of the blocks."""
    return {block: _(title) for block, title in TITLES.items() if block != "norm"}


def _flow(flow: Flow, story: Sequence[Scene]) -> dict[str, object]:
    """Return one pass's gradients and stages for the view."""
    return {
        "tensors": {block: pack(tensor) for block, tensor in flow.tensors.items()},
        "lengths": {block: list(each) for block, each in flow.lengths.items()},
        "roads": {
            norm: [[road.around, road.through] for road in each]
            for norm, each in flow.roads.items()
        },
        "stages": [
            {"block": one.block, "layer": one.layer, "title": one.title, "said": one.said.runs()}
            for one in story
        ],
    }
