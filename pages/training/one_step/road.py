"""Gradient norm by depth, with residual connections and without."""

from model.config import ModelConfig
from pages.training.one_step import cached, figures, remarks
from pages.training.one_step.compute import Flow
from pages.training.one_step.question import Question
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.views.plot import plot


def show(question: Question) -> None:
    """Plot the gradient norm from the logits down to the embedding, for both passes."""
    flows = cached.flows(question)
    explain.finding(remarks.say_road(flows))
    config = session.glass().config
    names, __ = depths(flows[0], config)
    lines = {
        _("with the residual road"): depths(flows[0], config)[1],
        _("without it"): depths(flows[1], config)[1],
    }
    label = _("Length of the gradient at each depth, with the residual road and without it")
    plot(figures.depths(names, lines), key="depths", label=label)
    explain.link_to("residual_and_norm", _("What the road does on the way up: Residual and norm →"))


def depths(flow: Flow, config: ModelConfig) -> tuple[list[str], list[float]]:
    """Return the names of the depths and the gradient norm at each."""
    found = [(_("logits"), flow.length("linear"))]
    for layer in reversed(config.layers("decoder")):
        name = _("decoder {layer}").format(layer=layer + 1)
        found.append((name, flow.length("decoder_norm_3", layer)))
    for layer in reversed(config.layers("encoder")):
        name = _("encoder {layer}").format(layer=layer + 1)
        found.append((name, flow.length("encoder_norm_2", layer)))
    found.append((_("embedding"), flow.length("source_embedding")))
    names, lengths = zip(*found, strict=True)
    return list(names), list(lengths)
