"""Gradient norm by depth, with residual connections and without."""

from model.config import ModelConfig
from pages.training.one_step import cached, figures, remarks
from pages.training.one_step.compute import GradientFlow
from pages.training.one_step.training_setup import TrainingSetup
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.views.plot import show_figure


def show(setup: TrainingSetup) -> None:
    """Plot how the norm of the gradient changes on its way back, with residual connections and
    without.

    Args:
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    flows = cached.compute_gradient_flows(setup)
    explain.show_callout(remarks.describe_residual_effect(flows))
    config = session.glass().config
    names, __ = compute_norms_by_depth(flows[0], config)
    lines = {
        _("with the residual road"): compute_norms_by_depth(flows[0], config)[1],
        _("without it"): compute_norms_by_depth(flows[1], config)[1],
    }
    label = _("Length of the gradient at each depth, with the residual road and without it")
    show_figure(figures.plot_gradient_norms(names, lines), key="depths", label=label)
    explain.show_page_link(
        "residual_and_norm", _("What the road does on the way up: Residual and norm →")
    )


def compute_norms_by_depth(
    flow: GradientFlow, config: ModelConfig
) -> tuple[list[str], list[float]]:
    """Return the norm of the gradient at the logits, after each layer and at the source embedding.

    Args:
        flow: the gradients of one backward pass.
        config: the model's configuration.

    Returns:
        Names of these places, such as "decoder 4", in the order of the backward pass; and the norm
        at each.
    """
    found = [(_("logits"), flow.gradient_norm("linear"))]
    for layer in reversed(config.layers("decoder")):
        name = _("decoder {layer}").format(layer=layer + 1)
        found.append((name, flow.gradient_norm("decoder_norm_3", layer)))
    for layer in reversed(config.layers("encoder")):
        name = _("encoder {layer}").format(layer=layer + 1)
        found.append((name, flow.gradient_norm("encoder_norm_2", layer)))
    found.append((_("embedding"), flow.gradient_norm("source_embedding")))
    names, lengths = zip(*found, strict=True)
    return list(names), list(lengths)
